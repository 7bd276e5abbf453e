// Runs before the first paint: the chosen theme must not flash, and the locale must not wait for the bundle.
// A file of its own, because the content security policy allows no inline script.
(function () {
  var root = document.documentElement;
  var theme = null;
  var language = 'en';
  try {
    theme = localStorage.getItem('theme');
    language = localStorage.getItem('language') || 'en';
  } catch {
    // Storage may be blocked: the system's theme and English are good defaults.
  }
  var dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  root.lang = /^(en|de|es|fr|pl|cy)$/.test(language) ? language : 'en';
  var preload = document.createElement('link');
  preload.rel = 'preload';
  preload.as = 'fetch';
  preload.crossOrigin = 'anonymous';
  preload.href = '/locales/' + root.lang + '.json?version=' + document.currentScript.dataset.version;
  document.head.append(preload);
})();
