import { sandboxSale } from './sandbox-sale.ts';
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import {
  type Route,
  type RouteTarget,
  chooseRoute,
} from '#features/processing/connections/server/choose-route.ts';
import type { ProcessorConnection } from '#integrations/processors/adapter.ts';
import { generateCardKeys } from '#integrations/processors/http/encrypt-card.ts';
import { httpAdapter } from '#integrations/processors/http/http-adapter.ts';
import { type KnownReference, serveProtocol } from '#integrations/processors/http/serve-protocol.ts';
import { decideSandboxResponse } from '#integrations/processors/sandbox/sandbox-processor.ts';
import { safeWebClient } from '#integrations/web/safe-web-client.ts';
import { type Figure, quantile } from './statistics.ts';

const calls = 300;

/** A processor that decides at once, in this process and over the adapter protocol on loopback, in turns; and the choice of a route. */
export async function* measureProcessors(rounds: number): AsyncGenerator<Figure> {
  const service = await openService();
  try {
    const times = { ours: [] as number[], floor: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      // The first round warms up.
      const ours = await timeCalls(service.connection, `o${round}`);
      const floor = await timeCalls(instant, `f${round}`);
      if (round > 0 || rounds === 1) {
        times.ours.push(...ours);
        times.floor.push(...floor);
      }
    }
    for (const part of [0.5, 0.95]) {
      const [ours, floor] = [quantile(times.ours, part), quantile(times.floor, part)];
      yield {
        name: `processor over the protocol, p${part * 100}`,
        unit: 'ms',
        ours,
        floor,
        ratio: ours / floor,
        cost: `adds ${(ours - floor).toFixed(2)} ms`,
      };
    }
  } finally {
    service.close();
  }
  const [ours, floor] = [timeChoices(100), timeChoices(1)];
  yield { name: 'choice among 100 routes', unit: 'ms', ours, floor, ratio: ours / floor };
}

const card = { credential: 'bench', authorises: true, expiry: '1230' };
const instant: ProcessorConnection = {
  capabilities: { operations: { SALE: 'reference' }, currencies: 'ISO' },
  send: async (operation) => ({
    kind: 'response',
    response: decideSandboxResponse(operation, card, new Date()).response,
  }),
  lookup: async () => ({ kind: 'unknown' }),
  invalidate: async () => ({ kind: 'forbidden' }),
  tokenize: async () => ({ kind: 'kept', credential: 'bench' }),
  check: async () => [],
};

async function openService(): Promise<{ connection: ProcessorConnection; close(): void }> {
  const { privateKey, publicKey } = generateCardKeys();
  const signingSecret = `whsec_${randomBytes(32).toString('base64')}`;
  const references = new Map<string, KnownReference>();
  const server = serveProtocol({
    connection: instant,
    store: {
      async claim(reference, body) {
        references.set(reference, body);
        return body;
      },
      find: async (reference) => references.get(reference),
    },
    name: 'Bench',
    mode: 'TEST',
    signingSecret,
    cardKey: privateKey,
    onError: console.error,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const connection = httpAdapter.connect({
    mode: 'TEST',
    settings: { url: `http://127.0.0.1:${port}`, cardKey: JSON.stringify(publicKey) },
    secrets: { signingSecret },
    eventUrl: '',
    http: safeWebClient({
      isInsecureAllowed: false,
      privateHosts: [`127.0.0.1:${port}`],
      keepsConnections: true,
    }),
    clock: { now: () => new Date() },
    log: { warn: (facts, message) => console.error(message, facts) },
    events: { find: async () => [] },
    timeoutMs: 10_000,
  });
  await connection.ready?.();
  return { connection, close: () => server.close() };
}

async function timeCalls(connection: ProcessorConnection, prefix: string): Promise<number[]> {
  const times: number[] = [];
  for (let number = 0; number < calls; number += 1) {
    const operation = sandboxSale(`${prefix}-${number}`);
    const start = performance.now();
    const sent = await connection.send(operation);
    times.push(performance.now() - start);
    if (sent.kind !== 'response') throw new Error(`the bench got ${sent.kind}`);
  }
  return times;
}

/** Milliseconds of a choice. Only the last of the routes fits. */
function timeChoices(count: number): number {
  const routes = Array.from({ length: count }, (_, index): Route => ({
    routeId: index + 1,
    path: index % 2 === 0 ? '/1000' : '/1000/2000',
    position: index,
    connectionId: 1 + (index % 5),
    currencies: index === count - 1 ? [] : ['EUR', 'USD'],
    schemes: [],
    kinds: ['SALE'],
    channels: [],
    minMinor: null,
    maxMinor: null,
    share: 100,
  }));
  const targets = new Map(
    [1, 2, 3, 4, 5].map((id): [number, RouteTarget] => [
      id,
      { id, state: 'ACTIVE', mode: 'TEST', capabilities: instant.capabilities, isUp: true },
    ]),
  );
  const payment = {
    installationId: 1,
    path: '/1000/2000/3000',
    amountMinor: 2500,
    currency: 'GBP',
    scheme: 'VISA',
    kind: 'SALE',
    channel: 'ECOM',
  } as const;
  const choices = 2000;
  const run = () => {
    const start = performance.now();
    for (let rootId = 0; rootId < choices; rootId += 1)
      if (!chooseRoute(routes, targets, { ...payment, rootId }).ok)
        throw new Error('no route of the bench fits');
    return (performance.now() - start) / choices;
  };
  run();
  return run();
}
