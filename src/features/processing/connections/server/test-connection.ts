import { setTimeout as delay } from 'node:timers/promises';
import type { ProcessorAdapter } from '#integrations/processors/adapter.ts';
import type { StreamingClient } from '#integrations/web/web-client.ts';
import { seal } from '#server/auth/seal.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import type { Keys } from '#server/keys.ts';
import type { Log } from '#server/log.ts';
import { maskCardNumbers } from '#shared/card-number.ts';
import type { SecretRow, OwnedConnection, TestResult } from './db/connection-table.ts';
import { secretContext, unsealSecret } from './open-processors.ts';

/** A test that takes longer has failed. */
const testMs = 30_000;
const maxDetail = 500;

interface TestServices {
  clock: Clock;
  log: Log;
  config: Pick<Config, 'processorTimeoutMs' | 'checkoutUrl'>;
  adapterClient: StreamingClient;
}

/** The address to which the processor of a connection sends events. */
export const eventUrlOf = (config: Pick<Config, 'checkoutUrl'>, eventKey: string): string =>
  `${config.checkoutUrl}/processor/${eventKey}/events`;

/**
 * Tests settings and secrets at the processor, without moving money. Never throws. What the processor responded is stored
 * without the secrets, should it repeat one.
 */
export async function runChecks(
  services: TestServices,
  adapter: ProcessorAdapter,
  connection: Pick<OwnedConnection, 'connectionId' | 'mode' | 'settings' | 'eventKey'>,
  {
    secrets,
    account,
  }: { secrets: Readonly<Record<string, string>>; account: Readonly<Record<string, string>> | undefined },
): Promise<TestResult> {
  const missing = adapter.secrets.find(({ name, required }) => required && !Object.hasOwn(secrets, name));
  if (missing) return failed('credentials', `${missing.label} is missing.`);
  const { clock, log, config, adapterClient } = services;
  const { connectionId, mode, settings, eventKey } = connection;
  const hide = (text: string): string => hideSecrets(text, Object.values(secrets));
  try {
    const opened = adapter.connect({
      mode,
      settings,
      secrets,
      eventUrl: eventUrlOf(config, eventKey),
      http: adapterClient,
      // Nothing was sent by the connection that is tested.
      events: { find: async () => [] },
      clock,
      log: {
        warn: (facts, message) =>
          log.warn(
            { connectionId, facts: JSON.parse(hide(JSON.stringify(facts))) as unknown },
            hide(message),
          ),
      },
      timeoutMs: config.processorTimeoutMs,
    });
    const end = new AbortController();
    const checks = await Promise.race([
      opened.check(account),
      delay(testMs, undefined, { signal: end.signal, ref: false }),
    ]).finally(() => end.abort());
    if (!checks) return failed('connection', 'The processor has not responded within 30 seconds.');
    return {
      hasPassed: checks.every(({ result }) => result !== 'failed'),
      checks: checks.slice(0, 50).map(({ name, result, detail }) => ({
        name: hide(name).slice(0, 60),
        result,
        detail: maskCardNumbers(hide(detail)).slice(0, maxDetail),
      })),
    };
  } catch {
    // The message of an adapter's error may contain a secret.
    log.warn({ connectionId }, 'the test of a processor connection failed with an error');
    return failed('connection', 'The test ended with an error of the adapter.');
  }
}

const failed = (name: string, detail: string): TestResult => ({
  hasPassed: false,
  checks: [{ name, result: 'failed', detail }],
});

/** Short values occur in other text too, and are no secrets that a test could repeat. */
const shortest = 6;

function hideSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret.length >= shortest)
    .reduce((hidden, secret) => hidden.replaceAll(secret, '•••'), text);
}

/** The secrets with which a test is made: each next one, else the current one. */
export function unsealNewest(
  keys: Pick<Keys, 'processorSecret'>,
  connectionId: number,
  rows: readonly SecretRow[],
): Record<string, string> {
  const newest = new Map(rows.toSorted((a, b) => a.version - b.version).map((row) => [row.field, row]));
  return Object.fromEntries(
    [...newest.values()].map((row) => [row.field, unsealSecret(keys, { connectionId, ...row })]),
  );
}

/** The secrets of payments. */
export const unsealCurrent = (
  keys: Pick<Keys, 'processorSecret'>,
  connectionId: number,
  rows: readonly SecretRow[],
): Record<string, string> =>
  unsealNewest(
    keys,
    connectionId,
    rows.filter(({ slot }) => slot === 'CURRENT'),
  );

/** A new secret as it is stored: sealed for its connection, field and version. */
export function sealSecret(
  keys: Pick<Keys, 'processorSecret'>,
  { connectionId, field, version }: { connectionId: number; field: string; version: number },
  secret: string,
): Pick<SecretRow, 'sealed' | 'lastFour'> {
  const context = secretContext({ connectionId, field, version });
  return {
    sealed: seal(keys.processorSecret, Buffer.from(secret), context),
    // Of a short secret, the last four would be a large part of it.
    lastFour: secret.length >= 12 ? secret.slice(-4) : '',
  };
}
