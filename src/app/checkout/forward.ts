const form = document.querySelector('form');
const link = document.querySelector('a');
// Submits the form of a document to the issuer or back from it. A document with a link leads back to the payment page.
if (form) form.submit();
else if (link) goBackTo(link.href);

/**
 * Returns to the entry of the payment page that page/challenge-history.ts has stored, or opens the page without one. Imports
 * nothing: the hash of a document covers its script, not what that would load.
 */
function goBackTo(url: string): void {
  const steps = history.length - loadLength(url);
  const open = () => location.replace(url);
  if (!(steps > 0)) return open();
  history.go(-steps);
  // The browser has forgotten the entry.
  setTimeout(open, 3000);
}

function loadLength(url: string): number {
  // In a frame without storage, challenge-history.ts keeps it in the name.
  const [mark = '', named] = /^entry (\d+) /.exec(window.name) ?? [];
  if (named !== undefined) {
    window.name = window.name.slice(mark.length);
    return Number(named);
  }
  try {
    return Number(sessionStorage.getItem(`entry ${url}`) ?? Number.NaN);
  } catch {
    return Number.NaN;
  }
}
