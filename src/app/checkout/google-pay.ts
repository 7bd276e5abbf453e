import type { GooglePayData } from '#features/payments/hosted-sessions/google-pay-data.ts';

/** What the document uses of Google's script. */
interface GoogleClient {
  isReadyToPay(request: object): Promise<{ result: boolean }>;
  createButton(options: object): HTMLElement;
  loadPaymentData(request: object): Promise<{ paymentMethodData: { tokenizationData: { token: string } } }>;
}
declare global {
  interface Window {
    google?: {
      payments?: { api?: { PaymentsClient: new (options: { environment: string }) => GoogleClient } };
    };
  }
}

/** How long Google's script may take. */
const waitMs = 15_000;

/** Imports nothing: the hash in the document covers this script only. */
function run(data: GooglePayData, section: HTMLElement, box: HTMLElement, status: HTMLElement): void {
  const { texts, request } = data;
  let isBusy = false;
  /** Sent, and not answered: it is sent again as it is, so that it pays once. */
  let unanswered: string | undefined;

  loadScript(data.script)
    .then(offer)
    .catch(() => show('wallet_blocked'));

  // The payer came back by the history: the server decides what is next.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });

  function show(text: keyof GooglePayData['texts'] | undefined, isWaiting = false): void {
    section.setAttribute('aria-busy', String(isWaiting));
    status.textContent = text === undefined ? '' : texts[text];
    status.classList.toggle('notice', text !== undefined && !isWaiting);
  }

  async function offer(): Promise<void> {
    const Client = window.google?.payments?.api?.PaymentsClient;
    if (!Client) return show('wallet_blocked');
    const client = new Client({ environment: data.environment });
    const { apiVersion, apiVersionMinor, allowedPaymentMethods } = request;
    const { result } = await client.isReadyToPay({ apiVersion, apiVersionMinor, allowedPaymentMethods });
    if (!result) return show('wallet_unavailable');
    const button = client.createButton({
      buttonType: 'pay',
      buttonSizeMode: 'fill',
      buttonLocale: data.language,
      allowedPaymentMethods,
      onClick: () => void press(client),
    });
    box.replaceChildren(button);
    show(undefined);
    box.querySelector('button')?.focus({ preventScroll: true });
  }

  async function press(client: GoogleClient): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    try {
      await pay(client);
    } finally {
      isBusy = false;
    }
  }

  async function pay(client: GoogleClient): Promise<void> {
    if (unanswered === undefined) {
      // Google's window must open within the press: nothing may be waited for before.
      show(undefined);
      const chosen = await client.loadPaymentData(request).catch((error: unknown) => error as Failure);
      if (!('paymentMethodData' in chosen))
        return show(chosen.statusCode === 'CANCELED' ? undefined : 'wallet');
      const { token } = chosen.paymentMethodData.tokenizationData;
      unanswered = JSON.stringify({
        submission: crypto.randomUUID(),
        googlePay: { token },
        browser: readBrowser(),
      });
    }
    show('processing', true);
    const response = await send('POST', data.submitUrl, unanswered);
    if (!response || response.status >= 500) return findOut();
    unanswered = undefined;
    if (response.status === 429) return show('too_many');
    if (!response.ok) return goBack();
    const view = (await response.json()) as { step: string; problem: string | null };
    if (view.step === 'CHALLENGE') return location.replace(data.challengeUrl);
    // Nothing was stored: the page with the card form shows no failed attempt.
    if (view.step === 'FORM' && view.problem === 'refused') return show('wallet');
    goBack();
  }

  /** The request may have arrived although the response was lost. */
  async function findOut(): Promise<void> {
    const response = await send('GET', data.viewUrl);
    const view = response?.ok === true ? ((await response.json()) as { step: string }) : undefined;
    if (view && view.step !== 'FORM') return goBack();
    show('unreachable');
  }

  /** Leads to the entry of the payment page in the browser's history. */
  const goBack = (): void => location.replace(data.returnUrl);
}

/** Rejects where it is blocked, changed, or too slow. */
const loadScript = ({ src, integrity }: GooglePayData['script']): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = src;
    if (integrity !== undefined) script.integrity = integrity;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error('blocked')));
    setTimeout(() => reject(new Error('too slow')), waitMs);
    document.head.append(script);
  });

interface Failure {
  statusCode?: string;
}

const send = (method: 'GET' | 'POST', url: string, body?: string): Promise<Response | undefined> =>
  fetch(url, {
    method,
    credentials: 'omit',
    cache: 'no-store',
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body }),
  }).catch(() => undefined);

/** What 3-D Secure asks of the browser and only a script can read. */
const readBrowser = () => ({
  language: navigator.language,
  colorDepth: screen.colorDepth,
  screenHeight: screen.height,
  screenWidth: screen.width,
  timeZoneOffset: new Date().getTimezoneOffset(),
});

const block = document.querySelector('#page-data')?.textContent ?? undefined;
const section = document.querySelector<HTMLElement>('.google-pay');
const box = document.querySelector<HTMLElement>('#google-pay-button');
const status = document.querySelector<HTMLElement>('#google-pay-status');
if (block !== undefined && section && box && status)
  run(JSON.parse(block) as GooglePayData, section, box, status);
