/** How long the issuer's page may take to identify the browser (EMV 3-D Secure). */
const waitMs = 10_000;

const identify = document.querySelector<HTMLFormElement>('#identify');
const finish = document.querySelector<HTMLFormElement>('#finish');
const frame = document.querySelector('iframe');
if (identify && finish && frame) run(identify, finish, frame);
// In the frame, once the issuer's page has sent the browser to us.
else window.parent.postMessage('identified', location.origin);

/**
 * Opens the issuer's page in the hidden frame, and continues when it has ended or after ten seconds. Imports nothing: the hash in the
 * document covers this script only.
 */
function run(identify: HTMLFormElement, finish: HTMLFormElement, frame: HTMLIFrameElement): void {
  let isOver = false;
  const advance = (completed: 'Y' | 'N') => {
    if (isOver) return;
    isOver = true;
    const field = finish.elements.namedItem('completed');
    if (field instanceof HTMLInputElement) field.value = completed;
    finish.submit();
  };
  addEventListener('message', ({ origin, source, data }) => {
    if (origin === location.origin && source === frame.contentWindow && data === 'identified') advance('Y');
  });
  setTimeout(() => advance('N'), waitMs);
  identify.submit();
  // The payer came back by the history: the server decides whether a fingerprint is still due.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });
}
