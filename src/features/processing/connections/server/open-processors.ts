import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#database/connection.ts';
import type {
  ProcessorAdapter,
  ProcessorConnection,
  ProcessorEvent,
  RawEvents,
} from '#integrations/processors/adapter.ts';
import {
  type OpenConnection,
  type ProcessorSetup,
  type Processors,
  sandboxConnectionId,
} from '#integrations/processors/processors.ts';
import type { StreamingClient } from '#integrations/web/web-client.ts';
import { withSpan } from '#tracing/span.ts';
import { unseal } from '#server/auth/seal.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import type { Keys } from '#server/keys.ts';
import type { Log } from '#server/log.ts';
import { refuse } from '#shared/result.ts';
import { type RouteTarget, chooseRoute, explainRoutes } from './choose-route.ts';
import { Breaker } from './breaker.ts';
import { findEvents } from './db/events.ts';
import {
  type StoredConnection,
  type StoredSecret,
  type StoredSetup,
  loadSetup,
  loadSetupVersion,
} from './db/load-setup.ts';

interface ProcessorsOptions {
  database: Database;
  keys: Pick<Keys, 'processorSecret'>;
  clock: Clock;
  log: Log;
  config: Pick<Config, 'processorTimeoutMs' | 'checkoutUrl'>;
  http: StreamingClient;
  adapters: ReadonlyMap<string, ProcessorAdapter>;
  /** How old the setup may be that payments use. */
  freshMs?: number;
}

/** A connection of the setup, opened when it is first used. */
interface Opened {
  stored: StoredConnection;
  connection: ProcessorConnection;
  breaker: Breaker;
  /** With the secrets that wait to be current, where there are some. */
  next: ProcessorConnection | undefined;
}

/**
 * The processors of the database's connections. The setup is read again when it has changed, at most once a second; what it
 * opens stays open until its own row or secrets change.
 */
export function openProcessors(options: ProcessorsOptions): Processors {
  const { database, freshMs = 1000 } = options;
  const state: SetupState = { opened: new Map(), probes: new Map() };
  let loaded: { setup: StoredSetup; view: ProcessorSetup; at: number } | undefined;
  let loading: Promise<ProcessorSetup> | undefined;

  async function refresh(): Promise<ProcessorSetup> {
    const version = await loadSetupVersion(database);
    const setup = loaded?.setup.version === version ? loaded.setup : await loadSetup(database, version);
    const view = setup === loaded?.setup ? loaded.view : buildSetup(setup, options, state);
    await readCapabilities(state.opened);
    loaded = { setup, view, at: performance.now() };
    return view;
  }

  return {
    async current() {
      if (loaded && performance.now() - loaded.at < freshMs) return loaded.view;
      loading ??= refresh().finally(() => (loading = undefined));
      return loading;
    },
  };
}

/** How long payments wait for the capabilities of a connection that has not stated any yet. */
const capabilitiesWaitMs = 1000;

async function readCapabilities(opened: ReadonlyMap<string, Opened>): Promise<void> {
  const reading = [...opened.values()].flatMap(({ connection }) => connection.ready?.() ?? []);
  if (reading.length === 0) return;
  const giveUp = new AbortController();
  const limit = sleep(capabilitiesWaitMs, undefined, { signal: giveUp.signal }).catch(() => undefined);
  await Promise.race([Promise.all(reading), limit]);
  giveUp.abort();
}

/** What outlives a setup. */
interface SetupState {
  opened: Map<string, Opened>;
  /** When the breaker of a connection lets a probe through; none while it is closed. */
  probes: Map<number, Date>;
}

function buildSetup(setup: StoredSetup, options: ProcessorsOptions, state: SetupState): ProcessorSetup {
  const { probes } = state;
  probes.clear();
  for (const { connectionId, probeAt } of setup.breakers) probes.set(connectionId, probeAt);
  const before = state.opened;
  state.opened = new Map();
  const accounts = new Map(
    setup.accounts.map(({ connectionId, installationId, settings }) => [
      `${connectionId}:${installationId}`,
      settings,
    ]),
  );
  const byId = new Map<number, Opened>();
  for (const stored of setup.connections) {
    const found = openConnection(stored, setup.secrets, options, before, state);
    if (found) byId.set(stored.connectionId, found);
  }
  const accountOf = (connectionId: number, installationId: number) =>
    accounts.get(`${connectionId}:${installationId}`) ?? {};
  const targets = new Map<number, RouteTarget>(
    [...byId].map(([id, { stored, connection }]) => [
      id,
      {
        id,
        state: stored.state,
        mode: stored.mode,
        // They may be read after the setup.
        get capabilities() {
          return connection.capabilities;
        },
        isUp: !probes.has(id),
      },
    ]),
  );
  const routed = setup.routes.flatMap(({ connectionId }) => targets.get(connectionId) ?? []);
  const routedModes = routed.flatMap(({ state: its, mode }) => (its === 'ACTIVE' ? [mode] : []));
  return {
    routedModes: [...new Set(routedModes)],
    choose(payment, except) {
      const decision = chooseRoute(setup.routes, targets, payment, except);
      if (!decision.ok) return refuse(decision.code);
      const { connectionId, routeId } = decision.route;
      const found = byId.get(connectionId);
      if (!found) return refuse('X201');
      const connection = guarded(found, accountOf(connectionId, payment.installationId));
      return { ok: true, value: { connection, reason: { connectionId, routeId, why: 'RULE' } } };
    },
    explain: (payment) => explainRoutes(setup.routes, targets, payment),
    open(connectionId, { installationId, isNew = false, mode }) {
      const id = connectionId ?? sandboxConnectionId;
      const found = byId.get(id);
      if (!found || (isNew && found.stored.state !== 'ACTIVE')) return undefined;
      if (mode !== undefined && mode !== found.stored.mode) return undefined;
      return guarded(found, accountOf(id, installationId));
    },
    reporters: [...byId.values()].flatMap(({ stored, connection: { readReports } }) =>
      readReports && (stored.state === 'ACTIVE' || stored.state === 'DRAINING')
        ? { id: stored.connectionId, readReports }
        : [],
    ),
    findByEventKey(key) {
      const found = [...byId.values()].find(({ stored }) => stored.eventKey === key);
      return found && { id: found.stored.connectionId, readEvents: (raw) => readEvents(found, raw) };
    },
  };
}

/** A processor may sign with either secret while they are exchanged. */
function readEvents({ connection, next }: Opened, raw: RawEvents): ProcessorEvent[] | 'rejected' {
  const read = connection.readEvents?.(raw) ?? 'rejected';
  return read === 'rejected' ? (next?.readEvents?.(raw) ?? 'rejected') : read;
}

/** With the breaker before every call that may move money or keep a card. */
function guarded(
  { stored, connection, breaker }: Opened,
  account: Readonly<Record<string, string>>,
): OpenConnection {
  const { prepare, tokenize } = connection;
  const traced = <T extends { kind: string }>(call: string, run: () => Promise<T>): Promise<T> =>
    withSpan(
      () => ({
        name: `processor ${call}`,
        kind: 'client',
        attributes: {
          'countinghouse.adapter': stored.adapter,
          'countinghouse.connection': stored.connectionId,
        },
      }),
      async (span) => {
        const result = await run();
        if (span) span.attributes['countinghouse.result'] = result.kind;
        return result;
      },
    );
  return {
    ...connection,
    id: stored.connectionId,
    name: stored.name,
    acquirerName: stored.acquirer,
    mode: stored.mode,
    account,
    ...(prepare
      ? { prepare: (operation) => breaker.run(() => traced('prepare', () => prepare(operation))) }
      : {}),
    send: (operation) => breaker.run(() => traced('send', () => connection.send(operation))),
    lookup: (operation) => traced('lookup', () => connection.lookup(operation)),
    ...(tokenize
      ? { tokenize: (card, owner) => breaker.run(() => traced('tokenize', () => tokenize(card, owner))) }
      : {}),
  };
}

function openConnection(
  stored: StoredConnection,
  secrets: readonly StoredSecret[],
  options: ProcessorsOptions,
  before: ReadonlyMap<string, Opened>,
  { opened, probes }: SetupState,
): Opened | undefined {
  const adapter = options.adapters.get(stored.adapter);
  if (!adapter) return undefined;
  const { connectionId, mode, settings, eventKey } = stored;
  const own = secrets.filter((one) => one.connectionId === connectionId);
  const key = JSON.stringify([stored, own.map(({ field, slot, version }) => [field, slot, version])]);
  const { clock, log, config, http, database, keys } = options;
  const known = before.get(key);
  if (known) {
    opened.set(key, known);
    return known;
  }
  const current = own.filter(({ slot }) => slot === 'CURRENT');
  const waiting = own.filter(({ slot }) => slot === 'NEXT');
  const connect = (used: readonly StoredSecret[]) =>
    adapter.connect({
      mode,
      settings,
      secrets: Object.fromEntries(used.map((secret) => [secret.field, unsealSecret(keys, secret)])),
      eventUrl: `${config.checkoutUrl}/processor/${eventKey}/events`,
      http,
      clock,
      log: { warn: (facts, message) => log.warn({ connectionId, ...facts }, message) },
      events: { find: (reference) => findEvents(database, connectionId, reference) },
      timeoutMs: config.processorTimeoutMs,
    });
  const connection = connect(current);
  const next = waiting.length > 0 ? connect([...current, ...waiting]) : undefined;
  const breaker = new Breaker({
    connectionId,
    database,
    now: () => clock.now(),
    probeAt: () => probes.get(connectionId),
    onChange: (state, reason) => log.error({ connectionId, reason }, `the processor's breaker is ${state}`),
  });
  const entry = { stored, connection, breaker, next };
  opened.set(key, entry);
  return entry;
}

/** A sealed value works for its connection, field and version only. */
export const secretContext = ({ connectionId, field, version }: Omit<StoredSecret, 'slot' | 'sealed'>) =>
  `processor-secret:${connectionId}:${field}:${version}`;

export const unsealSecret = (
  keys: Pick<Keys, 'processorSecret'>,
  secret: Omit<StoredSecret, 'slot'>,
): string => unseal(keys.processorSecret, secret.sealed, secretContext(secret)).toString('utf8');
