import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { Database } from '#database/connection.ts';
import type { ProcessorConnection } from '#integrations/processors/adapter.ts';
import { generateCardKeys } from '#integrations/processors/http/encrypt-card.ts';
import { httpAdapter } from '#integrations/processors/http/http-adapter.ts';
import {
  type KnownReference,
  type ReferenceStore,
  serveProtocol,
} from '#integrations/processors/http/serve-protocol.ts';
import { referenceStore } from '#integrations/processors/sandbox/sandbox-service.ts';
import type { ThreeDSecure } from '#integrations/processors/three-d-secure.ts';
import { safeWebClient } from '#integrations/web/safe-web-client.ts';

/** With COUNTINGHOUSE_TEST_PROCESSOR=http every test reaches its processor over the adapter protocol. */
export const asConfigured = (connection: ProcessorConnection, sql?: Database): ProcessorConnection =>
  process.env.COUNTINGHOUSE_TEST_PROCESSOR === 'http' ? overProtocol(connection, sql) : connection;

/**
 * The connection behind the adapter protocol, on a port of its own that opens with the first call. What the connection leaves
 * without an answer is cut off. The capabilities are known at once. `sql`: of the sandbox, in a process that is killed.
 */
export function overProtocol(connection: ProcessorConnection, sql?: Database): ProcessorConnection {
  let opened: Promise<ProcessorConnection> | undefined;
  const open = () => (opened ??= connect(connection, sql ? referenceStore(sql) : memoryStore()));
  const server = async (): Promise<ThreeDSecure> => {
    const { threeDSecure } = await open();
    if (!threeDSecure) throw new Error('the capabilities of the service could not be read');
    return threeDSecure;
  };
  return {
    capabilities: connection.capabilities,
    send: async (operation) => (await open()).send(operation),
    lookup: async (operation) => (await open()).lookup(operation),
    invalidate: async (operation) => (await open()).invalidate(operation),
    tokenize: async (card, owner) =>
      (await open()).tokenize?.(card, owner) ?? { kind: 'not-sent', why: 'unavailable' },
    check: async () => (await open()).check(),
    ...(connection.applePay
      ? {
          applePay: {
            open: async (page) =>
              (await open()).applePay?.open(page) ?? { kind: 'not-sent', why: 'unavailable' },
          },
        }
      : {}),
    ...(connection.googlePay ? { googlePay: connection.googlePay } : {}),
    ...(connection.settlements
      ? {
          settlements: {
            list: async (after) =>
              (await open()).settlements?.list?.(after) ?? { kind: 'unavailable', why: 'connection' },
            async *read(report) {
              const { settlements } = await open();
              if (settlements) yield* settlements.read(report);
            },
          },
        }
      : {}),
    ...(connection.threeDSecure
      ? {
          threeDSecure: {
            begin: async (request) => (await server()).begin(request),
            continue: async (fingerprint) => (await server()).continue(fingerprint),
            complete: async (challenge) => (await server()).complete(challenge),
          },
        }
      : {}),
  };
}

function memoryStore(): ReferenceStore {
  const references = new Map<string, KnownReference>();
  return {
    async claim(reference, body) {
      const first = references.get(reference) ?? body;
      references.set(reference, first);
      return first;
    },
    find: async (reference) => references.get(reference),
  };
}

async function connect(connection: ProcessorConnection, store: ReferenceStore): Promise<ProcessorConnection> {
  const { privateKey, publicKey } = generateCardKeys();
  const signingSecret = `whsec_${randomBytes(32).toString('base64')}`;
  const service = serveProtocol({
    connection,
    store,
    name: 'Test',
    mode: 'TEST',
    signingSecret,
    cardKey: privateKey,
    onError: () => {},
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  // It ends with the tests of the process.
  service.unref();
  const { port } = service.address() as AddressInfo;
  const client = httpAdapter.connect({
    mode: 'TEST',
    settings: { url: `http://127.0.0.1:${port}`, cardKey: JSON.stringify(publicKey) },
    secrets: { signingSecret },
    eventUrl: 'https://gateway.example/processor/test/events',
    http: safeWebClient({ isInsecureAllowed: false, privateHosts: [`127.0.0.1:${port}`] }),
    clock: { now: () => new Date() },
    log: { warn: () => {} },
    events: { find: async () => [] },
    timeoutMs: 10_000,
  });
  await client.ready?.();
  return client;
}
