import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** A shop's own server: keeps what it was told, and answers as it is bidden. */
export async function callbackReceiver(): Promise<{
  url: string;
  received: Received[];
  answerWith(status: number): void;
  stop(): void;
}> {
  const received: Received[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += String(part)));
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      response.writeHead(status, { location: '/elsewhere' }).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/told`,
    received,
    answerWith: (next) => {
      status = next;
    },
    stop: () => server.close(),
  };
}

/** As docs/notifications.md tells merchants to check, written a second time on purpose. */
export function isGenuine(secret: string, { headers, body }: Received): boolean {
  const signed = `${String(headers['x-countinghouse-timestamp'])}.${body}`;
  const expected = createHmac('sha256', secret).update(signed).digest('hex');
  return String(headers['x-countinghouse-signature']).split(', ').includes(`v1=${expected}`);
}
