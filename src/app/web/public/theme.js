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
  var page = document.currentScript.dataset;
  var preload = document.createElement('link');
  preload.rel = 'preload';
  preload.as = 'fetch';
  preload.crossOrigin = 'anonymous';
  preload.href = '/locales/' + root.lang + '.json?version=' + page.version;
  document.head.append(preload);
  // Strangers get the sign-in alone; whoever is signed in needs the portal, and does not wait for the sign-in to ask for it.
  if (!/(^|; )authenticated=true(;|$)/.test(document.cookie)) return;
  page.portal.split(' ').forEach(function (chunk) {
    if (chunk.charAt(0) !== '/') return;
    var link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = chunk;
    document.head.append(link);
  });
})();
