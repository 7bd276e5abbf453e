import { type IncomingHttpHeaders, type RequestOptions, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { demoPassword } from '../demo/demo-users.ts';
import type { Program } from './program.ts';

const api = `Basic ${Buffer.from('harbour-api:harbour-api-key-demo').toString('base64')}`;

interface HttpReply {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
  ms: number;
}

/** Over a new connection: the server may be closing one that is kept. */
export function sendRequest(
  at: number,
  path: string,
  more: RequestOptions = {},
  requestBody = '',
): Promise<HttpReply | undefined> {
  const startedMs = performance.now();
  const headers = { authorization: api, 'content-type': 'application/json', ...more.headers };
  const options = { ...more, headers, path, port: at, host: '127.0.0.1', agent: false, timeout: 15_000 };
  return new Promise((resolve) => {
    const outgoing = request(options, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += String(chunk)));
      response.on('error', () => resolve(undefined));
      const { statusCode: status = 0, headers: got } = response;
      response.on('end', () => resolve({ status, headers: got, body, ms: performance.now() - startedMs }));
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error('no answer')));
    outgoing.on('error', () => resolve(undefined));
    outgoing.end(requestBody);
  });
}

const card = { pan: '9900000000000010', expiryDate: '1230', cv2: '123', cardHolderName: 'A Buyer' };

/**
 * One payment under one key, repeated until it has a final response. Returns its id, or undefined when
 * rejected.
 */
export async function pay(
  program: Program,
  reference: string,
  isOver: () => boolean,
): Promise<string | undefined> {
  const body = JSON.stringify({
    transaction: { currency: 'GBP', amount: '12.00', commerceType: 'ECOM', merchantRef: reference },
    paymentMethod: { card },
  });
  let overSince: number | undefined;
  for (let tries = 0; tries < 200; tries += 1) {
    const options = { method: 'POST', headers: { 'idempotency-key': reference } };
    const response = await sendRequest(
      program.gateway,
      '/acceptor/rest/transactions/5300001/payment',
      options,
      body,
    );
    if (response?.status === 201 && response.body.includes('"S100"')) {
      return (JSON.parse(response.body) as { transaction: { transactionId: string } }).transaction
        .transactionId;
    }
    // A key whose first request died is in progress until the sweeper has resolved it.
    if (isOver()) overSince ??= performance.now();
    if (overSince !== undefined && performance.now() - overSince > 10_000) return undefined;
    await sleep(100);
  }
  return undefined;
}

/** An administrator at the portal. */
export async function signIn(
  program: Program,
): Promise<{ status: number | undefined; cookies: Map<string, string> }> {
  const cookies = new Map<string, string>();
  const storeCookies = (response: HttpReply | undefined): void => {
    for (const line of response?.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
  };
  storeCookies(await sendRequest(program.port, '/initiation'));
  const credentials = JSON.stringify({ username: 'admin@harbour.example', password: demoPassword });
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { cookie, 'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '' };
  const response = await sendRequest(program.port, '/auth/login', { method: 'POST', headers }, credentials);
  storeCookies(response);
  return { status: response?.status, cookies };
}

/** How long it took; throws after 30 s. */
export async function msUntil(isSo: () => Promise<boolean>): Promise<number> {
  const startedMs = performance.now();
  while (!(await isSo())) {
    if (performance.now() - startedMs > 30_000) throw new Error(`still not so after 30 s: ${String(isSo)}`);
    await sleep(50);
  }
  return performance.now() - startedMs;
}
