/** How long the issuer's page may take to identify the browser (EMV 3-D Secure). */
const waitMs = 10_000;

const identify = document.querySelector<HTMLFormElement>('#identify');
const finish = document.querySelector<HTMLFormElement>('#finish');
const frame = document.querySelector('iframe');
if (identify && finish && frame) run(identify, finish, frame);
// In the frame, once the issuer's page has sent the browser to us.
else window.parent.postMessage('identified', location.origin);

/**
 * Opens the issuer's page in the hidden frame, and goes on when it has ended or its time is over. Imports nothing: the hash of a
 * document covers its script, not what that would load.
 */
function run(identify: HTMLFormElement, finish: HTMLFormElement, frame: HTMLIFrameElement): void {
  let isOver = false;
  const goOn = (completed: 'Y' | 'N') => {
    if (isOver) return;
    isOver = true;
    const field = finish.elements.namedItem('completed');
    if (field instanceof HTMLInputElement) field.value = completed;
    finish.submit();
  };
  addEventListener('message', ({ origin, source, data }) => {
    if (origin === location.origin && source === frame.contentWindow && data === 'identified') goOn('Y');
  });
  setTimeout(() => goOn('N'), waitMs);
  identify.submit();
  // The payer came back to it: whether a fingerprint is still due is in the server's answer.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });
}
