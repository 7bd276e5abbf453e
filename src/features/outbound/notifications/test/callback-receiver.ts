import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** A merchant's server that stores the messages it receives and responds with a set status. */
export async function callbackReceiver(): Promise<{
  url: string;
  received: Received[];
  respondWith(status: number): void;
  stop(): void;
}> {
  const received: Received[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      response.writeHead(status, { location: '/elsewhere' }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    received,
    respondWith: (nextStatus) => {
      status = nextStatus;
    },
    stop: () => server.close(),
  };
}

/** Verifies a signature as documented in docs/notifications.md, independently of the product's code. */
export function isGenuine(secret: string, { headers, body }: Received): boolean {
  const signed = `${String(headers['x-countinghouse-timestamp'])}.${body}`;
  const expected = createHmac('sha256', secret).update(signed).digest('hex');
  return String(headers['x-countinghouse-signature']).split(', ').includes(`v1=${expected}`);
}
