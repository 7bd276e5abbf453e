import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import type { Send } from '#testing/act-as.ts';

export const webhooks = (organisation: number, rest = '') => `/proxy/sync/webhooks/${organisation}${rest}`;

export const content = (more: object = {}) => ({
  url: 'https://shop.example/hooks',
  events: ['payment.*', 'refund.*'],
  installationIds: [5300001],
  format: 'REST_JSON',
  ...more,
});

export interface Created {
  endpointId: string;
  secret: string;
  at: string;
}

/** Creates a webhook that must be accepted. */
export async function createHook(send: Send, more: object = {}, organisation = 1100): Promise<Created> {
  const created = await send('POST', webhooks(organisation), content(more));
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  const { endpointId, secret } = created.body as { endpointId: string; secret: string };
  return { endpointId, secret, at: webhooks(organisation, `/${endpointId}`) };
}

export interface Message {
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** A merchant's server. A path beginning with a status returns it; `/slow` responds when released. */
export async function startMerchant() {
  const received: Message[] = [];
  let status = 200;
  let reply = '';
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += String(part)));
    request.on('end', () => {
      const path = request.url ?? '';
      received.push({ path, headers: request.headers as Record<string, string>, body });
      const requestedStatus = /^\/(\d{3})/.exec(path)?.[1];
      const respond = () =>
        response
          .writeHead(requestedStatus === undefined ? status : Number(requestedStatus), {
            'x-shop': 'yes',
            'set-cookie': 'a=b',
          })
          .end(reply);
      if (path.startsWith('/slow')) void released.then(respond);
      else respond();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    received,
    respondWith: (next: number, text = '') => {
      status = next;
      reply = text;
    },
    release: () => release(),
    stop: () => {
      release();
      server.closeAllConnections();
      server.close();
    },
  };
}
