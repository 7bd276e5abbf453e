import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ConnectRequest } from '../adapter.ts';
import { generateCardKeys } from '../http/encrypt-card.ts';
import { safeWebClient } from '../../web/safe-web-client.ts';

/** Secret and keys of one connection, and what is logged on our side. */
export async function connectionSecrets() {
  const { privateKey, publicKey } = generateCardKeys();
  const signingSecret = `whsec_${randomBytes(32).toString('base64')}`;
  const logged: string[] = [];
  const connect = (url: string, more: Partial<ConnectRequest> = {}): ConnectRequest => ({
    mode: 'TEST',
    settings: { url, cardKey: JSON.stringify(publicKey) },
    secrets: { signingSecret },
    eventUrl: 'https://gateway.example/processor/key/events',
    http: safeWebClient({ isInsecureAllowed: true }),
    clock: { now: () => new Date() },
    log: { warn: (facts, message) => logged.push(JSON.stringify(facts) + message) },
    events: { find: async () => [] },
    timeoutMs: 2000,
    ...more,
  });
  return { privateKey, signingSecret, logged, connect };
}

export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export async function stopServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
