import type { PageView } from '#features/hosted-sessions/endpoints.ts';

export interface Submission {
  submission: string;
  card: { pan: string; expiryDate: string; cv2: string | undefined; cardHolderName: string };
  amount: string | undefined;
  address: Record<string, string> | undefined;
}

/** Why a call gave no view: the page has words for each. */
export class NoAnswer extends Error {
  readonly why: 'offline' | 'no_session' | 'too_many';
  constructor(why: NoAnswer['why']) {
    super(why);
    this.why = why;
  }
}

/** Both halves of the page's address. */
const [, , pageKey = '', , sessionId = ''] = location.pathname.split('/');
const base = `/hosted/${pageKey}`;

export const ownSessionId = sessionId;
export const challengeUrl = `${base}/challenge/${sessionId}`;

export const viewPage = (): Promise<PageView> => ask('GET', '');
export const leavePage = (): Promise<PageView> => ask('POST', '/leave', {});
export const submitPage = (submission: Submission): Promise<PageView> => ask('POST', '/submit', submission);

async function ask(method: 'GET' | 'POST', place: string, body?: object): Promise<PageView> {
  const answer = await fetch(`${base}/session/${sessionId}${place}`, {
    method,
    credentials: 'omit',
    cache: 'no-store',
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  }).catch(() => undefined);
  if (!answer || answer.status >= 500) throw new NoAnswer('offline');
  if (answer.status === 429) throw new NoAnswer('too_many');
  if (!answer.ok) throw new NoAnswer('no_session');
  return (await answer.json()) as PageView;
}
