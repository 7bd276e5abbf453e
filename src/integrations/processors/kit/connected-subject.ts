import { setTimeout as sleep } from 'node:timers/promises';
import type { ConnectRequest, ProcessorAdapter } from '../adapter.ts';
import { faultyClient } from './faulty-client.ts';
import { protocolEvents } from './sandbox-subject.ts';
import type { KitSubject, KitTriggers } from './subject.ts';

/** Between two look-ups of what is pending; a hundred seconds in all. */
const pendingPauseMs = 5000;

interface ConnectedOptions extends Pick<ConnectRequest, 'settings' | 'secrets' | 'http' | 'timeoutMs'> {
  adapter: ProcessorAdapter;
  account: Readonly<Record<string, string>>;
  triggers: KitTriggers;
}

/** A connection to a processor, or to a service that an author of an adapter runs. It charges test cards. */
export function connectedSubject({
  adapter,
  http,
  account,
  triggers,
  ...rest
}: ConnectedOptions): KitSubject {
  const { client, faults } = faultyClient(http);
  const logs: string[] = [];
  const connection = adapter.connect({
    ...rest,
    mode: 'TEST',
    eventUrl: 'https://gateway.example/processor/kit/events',
    http: client,
    clock: { now: () => new Date() },
    log: { warn: (facts, message) => logs.push(JSON.stringify(facts) + message) },
    events: { find: async () => [] },
  });
  const { signingSecret } = rest.secrets;
  return {
    name: adapter.name,
    connection,
    account,
    timeoutMs: rest.timeoutMs,
    faults,
    triggers,
    ...(adapter.name === 'http' && signingSecret !== undefined
      ? { events: protocolEvents(signingSecret) }
      : {}),
    logged: () => logs.join('\n'),
    passTime: () => sleep(pendingPauseMs),
    close: async () => {},
  };
}
