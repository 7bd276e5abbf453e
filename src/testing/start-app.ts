import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { inject } from 'vitest';
import { createGateway } from '#app/server/processes/gateway-server.ts';
import { createPortal } from '#app/server/processes/portal-server.ts';
import { createIntegrations } from '#app/server/create-integrations.ts';
import { openProcessors } from '#features/processing/connections/server/open-processors.ts';
import type { ProcessorAdapter, ProcessorConnection } from '#integrations/processors/adapter.ts';
import { sandboxAdapter } from '#integrations/processors/sandbox/sandbox-adapter.ts';
import type { Database } from '#database/connection.ts';
import { openDatabase } from '#database/open-database.ts';
import { readConfig } from '#server/config.ts';
import type { Keys } from '#server/keys.ts';
import { createLog } from '#server/log.ts';
import { createMetrics } from '#server/metrics.ts';
import { findHandler } from '#app/server/find-handler.ts';
import { approvalGate } from '#features/access/approvals/server/approval-gate.ts';
import { paymentFollowers } from '#app/server/payment-followers.ts';
import { createProcessState } from '#server/process-state.ts';
import type { Services } from '#server/services.ts';
import { checkDocumented } from './check-documented.ts';
import { asConfigured } from './over-protocol.ts';
import { FakeClock } from './fake-clock.ts';
import { testKeys, testStart } from './template-contents.ts';

export interface TestApp {
  portal: FastifyInstance;
  gateway: FastifyInstance;
  services: Services;
  /** The connection of the sandbox, for tests that put another one before it. */
  sandbox: ProcessorConnection;
  clock: FakeClock;
  /** The owner's connection: arrange and assert past row-level security, never act through it. */
  owner: Database;
  databaseUrl: string;
  /** Everything logged so far. */
  logged(): string;
  stop(): Promise<void>;
}

/** The sandbox over the adapter protocol where the run asks for it. */
function withConfigured(
  adapters: ReadonlyMap<string, ProcessorAdapter>,
  sandbox: ProcessorConnection | undefined,
): ReadonlyMap<string, ProcessorAdapter> {
  return sandbox ? new Map([...adapters, ['sandbox', sandboxAdapter(asConfigured(sandbox))]]) : adapters;
}

/** Of an app that was started without the sandbox. */
const withoutSandbox = {} as ProcessorConnection;

/** Tests share two cores: no limit of searches, and time enough for fraud rules. */
const testFlags = ['--log-level', 'debug', '--search-limit', '0', '--fraud-budget-ms', '10000'];

/** A fresh database, copied from the template; returns its connection string. */
export async function freshDatabase(): Promise<string> {
  const server = inject('databaseServer');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const sql = openDatabase(server, { as: 'owner', max: 1, kind: 'maintenance' });
  // Copies of one template queue on the server, and copied files take half as long as logged pages. The name is ours, so
  // it needs no quoting.
  await sql.unsafe(`create database ${name} template countinghouse_template strategy file_copy`);
  await sql.end();
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Portal and gateway in this process, on a separate database (or on `databaseUrl`, for a second copy). */
export async function startApp(
  options: {
    databaseUrl?: string;
    flags?: readonly string[];
    services?: Partial<Services>;
    /** Those of the template, unless a test rotates its own. */
    keys?: Keys;
    /** Beside the product's own. */
    adapters?: readonly ProcessorAdapter[];
  } = {},
): Promise<TestApp> {
  const databaseUrl = options.databaseUrl ?? (await freshDatabase());
  const config = readConfig([...testFlags, ...(options.flags ?? [])], {});
  let logged = '';
  const sink = new Writable({
    write(chunk, _encoding, done) {
      logged += String(chunk);
      done();
    },
  });
  const { keys = testKeys } = options;
  const clock = new FakeClock(testStart);
  // Tests share two cores, so no statement has a request's time limit.
  const database = openDatabase(databaseUrl, { max: 8, kind: 'job' });
  const integrations = await createIntegrations(config, databaseUrl);
  const log = createLog('debug', sink);
  const adapters = new Map(integrations.ports.adapters);
  for (const adapter of options.adapters ?? []) adapters.set(adapter.name, adapter);
  const services: Services = {
    config,
    database,
    clock,
    log,
    state: createProcessState(),
    keys,
    replica: undefined,
    warehouse: undefined,
    ...paymentFollowers,
    approvalGate,
    findHandler,
    ...integrations.ports,
    adapters,
    processors: openProcessors({
      database,
      keys,
      clock,
      log,
      config,
      http: integrations.ports.adapterClient,
      adapters: withConfigured(adapters, integrations.sandbox),
      freshMs: 0,
    }),
    ...options.services,
  };
  const metrics = createMetrics();
  const portal = await createPortal(services, metrics);
  const gateway = await createGateway(services, metrics);
  const undocumented = checkDocumented(gateway);
  const owner = openDatabase(databaseUrl, { as: 'owner', max: 2, kind: 'maintenance' });
  return {
    portal,
    gateway,
    services,
    sandbox: integrations.sandbox ?? withoutSandbox,
    clock,
    owner,
    databaseUrl,
    logged: () => logged,
    async stop() {
      await Promise.all([portal.close(), gateway.close()]);
      await Promise.all([database.end({ timeout: 1 }), owner.end({ timeout: 1 }), integrations.close()]);
      const differences = undocumented();
      if (differences.length > 0)
        throw new Error(`responses differ from /openapi.json:\n${differences.join('\n')}`);
    },
  };
}
