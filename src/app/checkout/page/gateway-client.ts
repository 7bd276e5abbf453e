import { parsePageLanguage } from '#shared/page-languages.ts';
import type { PageView } from '#features/payments/hosted-sessions/schemas.ts';

export interface Submission {
  submission: string;
  card?: { pan: string; expiryDate: string; cv2: string | undefined; cardHolderName: string };
  saved?: { id: string; cv2: string | undefined };
  applePay?: { token: string };
  register?: boolean;
  amount: string | undefined;
  address: Record<string, string> | undefined;
}

/** Why a request returned no view. `unreachable`: the browser has a connection, but no response came. */
export class RequestFailure extends Error {
  readonly reason: 'offline' | 'unreachable' | 'no_session' | 'too_many' | 'invalid';
  constructor(reason: RequestFailure['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/** Both parts of the page's URL. */
const [, , pageKey = '', , sessionId = ''] = location.pathname.split('/');
const base = `/hosted/${pageKey}`;

export const ownSessionId = sessionId;
export const challengeUrl = `${base}/challenge/${sessionId}`;
export const googlePayUrl = `${base}/google-pay/${sessionId}`;

export const viewPage = (): Promise<PageView> => request('GET', '');
export const leavePage = (): Promise<PageView> => request('POST', '/leave', {});
export const submitPage = (submission: Submission): Promise<PageView> =>
  request('POST', '/submit', { ...submission, browser: readBrowser() });

/** A session at Apple; undefined when none could be opened. */
export const startApplePay = (): Promise<object | undefined> =>
  request<{ session: string }>('POST', '/apple-pay', {}).then(
    ({ session }) => JSON.parse(session) as object,
    () => undefined,
  );

/** What 3-D Secure asks of the browser and only a script can read. */
const readBrowser = () => ({
  language: navigator.language,
  colorDepth: screen.colorDepth,
  screenHeight: screen.height,
  screenWidth: screen.width,
  timeZoneOffset: new Date().getTimezoneOffset(),
});

/** The country of the card's issuer. The form works without. */
export const findCardCountry = (digits: string): Promise<string | null> =>
  request<{ country: string | null }>('POST', '/card-country', { digits }).then(
    ({ country }) => country,
    () => null,
  );

/** Whether the saved card is gone. */
export const removeCard = (id: string): Promise<boolean> =>
  request('POST', '/remove-card', { id }).then(
    ({ savedCards }) => savedCards.every((card) => card.id !== id),
    () => false,
  );

/** Sends the receipt in the language of the page. Returns where it went, as the payer may read it. */
export async function sendReceipt(email: string | undefined): Promise<string> {
  const language = parsePageLanguage(document.documentElement.lang);
  return (await request<{ sentTo: string }>('POST', '/receipt', { email, language })).sentTo;
}

async function request<R = PageView>(method: 'GET' | 'POST', path: string, body?: object): Promise<R> {
  const response = await fetch(`${base}/session/${sessionId}${path}`, {
    method,
    credentials: 'omit',
    cache: 'no-store',
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  }).catch(() => undefined);
  if (!response || response.status >= 500)
    throw new RequestFailure(navigator.onLine ? 'unreachable' : 'offline');
  if (response.status === 429) throw new RequestFailure('too_many');
  if (response.status === 400) throw new RequestFailure('invalid');
  if (!response.ok) throw new RequestFailure('no_session');
  return (await response.json()) as R;
}
