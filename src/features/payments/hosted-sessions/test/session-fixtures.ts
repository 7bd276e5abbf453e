import { expect } from 'vitest';
import {
  challengeResponse,
  readChallengeId,
  completeChallenge,
} from '#integrations/processors/sandbox/sandbox-challenge.ts';
import type { TestResponse, Send } from '#testing/act-as.ts';
import type { TestApp } from '#testing/start-app.ts';

export const hosted = '/hosted/rest/sessions/5300001';
export const callbackUrl = 'https://shop.harbour.example/done';

type Part = Record<string, unknown>;

/** A request for a session of 25.00 GBP. */
export function sessionOf(transaction: Part = {}, session: Part = {}, more: Part = {}): Part {
  return {
    session: { returnUrl: { url: callbackUrl }, skin: '2', ...session },
    transaction: {
      merchantReference: `ORDER-${Math.random().toString(36).slice(2)}`,
      money: { currency: 'GBP', amount: { fixed: '25.00' } },
      description: 'Two flat whites',
      commerceType: 'ECOM',
      channel: 'WEB',
      ...transaction,
    },
    customer: {
      identity: { merchantCustomerId: 'payer-1' },
      details: {
        name: 'Ada Lovell',
        emailAddress: 'ada@example.org',
        address: { line1: '1 Quay', postcode: 'BS1' },
      },
    },
    ...more,
  };
}

export const good = { pan: '9902000000000018', expiryDate: '1230', cv2: '123', cardHolderName: 'A Buyer' };
export const declined = { ...good, pan: '9902000000000166' };
export const enrolled = { ...good, pan: '9902000000005132' };

/** The payer's browser, which has only the page's URL. */
export interface Payer {
  page: string;
  sessionId: string;
  view(): Promise<TestResponse>;
  submit(card: object, more?: Part): Promise<TestResponse>;
  leave(): Promise<TestResponse>;
  send: Send;
}

let submissions = 0;

export function payerAt(app: TestApp, redirectUrl: string, remoteAddress = '127.0.0.1'): Payer {
  const [, pageKey = '', sessionId = ''] = /\/hosted\/([^/]+)\/begin\/([^/]+)$/.exec(redirectUrl) ?? [];
  const page = `/hosted/${pageKey}/session/${sessionId}`;
  const send: Send = async (method, url, body, headers = {}) => {
    const response = await app.gateway.inject({
      method,
      url,
      headers,
      remoteAddress,
      ...(body === undefined ? {} : { payload: body as object }),
    });
    const isJson = String(response.headers['content-type']).includes('json');
    return {
      status: response.statusCode,
      body: isJson ? response.json() : response.body,
      headers: response.headers,
    };
  };
  const submission = () => {
    submissions += 1;
    return `submission-${String(submissions).padStart(8, '0')}`;
  };
  return {
    page,
    sessionId,
    send,
    view: () => send('GET', page),
    submit: (card, more = {}) => send('POST', `${page}/submit`, { submission: submission(), card, ...more }),
    leave: () => send('POST', `${page}/leave`, {}),
  };
}

/** Opens a session as the merchant and returns its payer. */
export async function openAs(
  app: TestApp,
  merchant: Send,
  body: Part = sessionOf(),
  kind = 'payments',
): Promise<Payer> {
  const response = await merchant('POST', `${hosted}/${kind}`, body);
  expect([response.status, response.body], JSON.stringify(response.body)).toMatchObject([
    201,
    { status: 'SUCCESS' },
  ]);
  return payerAt(app, response.body.redirectUrl);
}

export const statusOf = async (merchant: Send, { sessionId }: { sessionId: string }) => {
  const response = await merchant('GET', `${hosted}/${sessionId}/status`);
  const { sessionState, transactionState } = response.body.hostedSessionStatus;
  return [sessionState, transactionState.transactionState] as const;
};

/** The issuer's response to this password. */
export async function issuerResponse(app: TestApp, merchant: Send, txnId: string, password: string) {
  const read = await merchant('GET', `/acceptor/rest/transactions/5300001/${txnId}`);
  const challenge = readChallengeId(read.body.threeDSecure) ?? '';
  const outcome = (await completeChallenge(app.owner, challenge, password))?.outcome ?? 'Y';
  return challengeResponse(read.body.threeDSecure.version, challenge, outcome);
}

export const asForm = (fields: Readonly<Record<string, string>>) => new URLSearchParams(fields).toString();
export const formType = { 'content-type': 'application/x-www-form-urlencoded' };
