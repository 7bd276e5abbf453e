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
  // Visitors without a session get the sign-in alone. The others get the outline of the portal, and its code at once.
  if (!/(^|; )authenticated=true(;|$)/.test(document.cookie)) return;
  root.setAttribute('data-signed-in', '');
  var parts = location.pathname.split('/');
  var ofScreen = page.screens.split(';').filter(function (one) {
    return one.indexOf(parts[1] + '=') === 0;
  });
  var needed = page.portal.split(' ').concat(
    ofScreen
      .join('')
      .replace(/^[^=]*=/, '')
      .split(' '),
  );
  needed.forEach(function (url) {
    // The transaction of the address.
    var href = url.replace(/\{\w+\}/, parts[2] || '');
    if (!/^\/[^{}]*[^/{}]$/.test(href)) return;
    var link = document.createElement('link');
    if (href.indexOf('/assets/') === 0) link.rel = 'modulepreload';
    else {
      link.rel = 'preload';
      link.as = 'fetch';
      link.crossOrigin = 'anonymous';
    }
    // Style sheet and outline come first.
    link.fetchPriority = 'low';
    link.href = href;
    document.head.append(link);
  });
})();
