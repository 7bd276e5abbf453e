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
  function preloadTexts(name) {
    var preload = document.createElement('link');
    preload.rel = 'preload';
    preload.as = 'fetch';
    preload.crossOrigin = 'anonymous';
    preload.href = '/locales/' + name + '.json?version=' + page.version;
    document.head.append(preload);
  }
  preloadTexts(root.lang);
  // Visitors without a session get the sign-in alone. The others get the outline of the portal, and its code at once.
  if (!/(^|; )authenticated=true(;|$)/.test(document.cookie)) return;
  root.setAttribute('data-signed-in', '');
  var screen = location.pathname.split('/')[1];
  var ofScreen = page.screens.split(';').filter(function (one) {
    return one.indexOf(screen + '=') === 0;
  });
  // Other screens wait for the other texts, too.
  if (ofScreen.length === 0) preloadTexts(root.lang + '.more');
  var chunks = page.portal.split(' ').concat(
    ofScreen
      .join('')
      .replace(/^[^=]*=/, '')
      .split(' '),
  );
  chunks.forEach(function (chunk) {
    if (chunk.charAt(0) !== '/') return;
    var link = document.createElement('link');
    link.rel = 'modulepreload';
    // Style sheet and outline come first.
    link.fetchPriority = 'low';
    link.href = chunk;
    document.head.append(link);
  });
})();
