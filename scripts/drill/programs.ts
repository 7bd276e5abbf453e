import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Server, ownerUrl, ports, until } from './servers.ts';

/** Of all programs, as on several machines. */
export const masterKey = { COUNTINGHOUSE_MASTER_KEY: randomBytes(32).toString('hex') };
const ownRoot = join(import.meta.dirname, '..', '..');
export const node = (script: string, root = ownRoot): string[] => [
  '--disable-warning=ExperimentalWarning',
  join(root, script),
];

/** Portal, gateway and worker in one process each, twice. */
export const copies = [1, 2] as const;
export const gatewayOf = (copy: number): string => `http://127.0.0.1:${ports.program(copy) + 1}`;
export const portalOf = (copy: number): string => `http://127.0.0.1:${ports.program(copy)}`;

export const isReady = async (copy: number): Promise<boolean> => {
  const response = await fetch(`http://127.0.0.1:${ports.program(copy) + 2}/ready`, {
    signal: AbortSignal.timeout(2000),
  });
  return response.status === 200;
};

/** The processor as a service of its own with its own database: its books survive whatever happens to ours. */
export async function startProcessor(home: string, databaseUrl: string): Promise<Server> {
  const processor = new Server('processor', () =>
    logged(home, 'processor', node('scripts/processor-sandbox.ts'), [
      '--port',
      String(ports.processor),
      '--data-dir',
      join(home, 'processor'),
      '--database-url',
      databaseUrl,
    ]),
  );
  processor.start();
  await until(
    'the processor listens',
    async () => (await fetch(`http://127.0.0.1:${ports.processor}/`)).status > 0,
  );
  return processor;
}

/**
 * Two programs of each kind on the cluster. The first migrates, fills a small demo and is connected to the processor before the
 * second starts.
 */
export async function startPrograms(home: string): Promise<Server[]> {
  const programs = copies.map(
    (copy) =>
      new Server(`program-${copy}`, () =>
        logged(home, `program-${copy}`, node('src/app/server/main.ts'), programOptions(copy, home)),
      ),
  );
  const [first, second] = programs;
  first?.start();
  await until('the first program is ready', () => isReady(1), { limitMs: 400_000, server: first });
  await connectProcessor(home);
  second?.start();
  await until('the second program is ready', () => isReady(2), { limitMs: 400_000, server: second });
  return programs;
}

const programOptions = (copy: number, home: string): string[] =>
  Object.entries({
    port: String(ports.program(copy)),
    'data-dir': join(home, `data-${copy}`),
    'audit-head': join(home, 'audit-head.json'),
    'database-url': ownerUrl(ports.primary),
    'pooler-url': `postgres://127.0.0.1:${ports.pgbouncer}/countinghouse`,
    // PgBouncer of Debian 12 does not keep them in transaction mode.
    'prepared-statements': 'false',
    'replica-url': `postgres://127.0.0.1:${ports.replica}/countinghouse`,
    'processor-hosts': `127.0.0.1:${ports.processor}`,
    demo: '3',
    'search-limit': '0',
    'intent-grace-ms': '5000',
    'log-level': 'warn',
  }).flatMap(([name, value]) => [`--${name}`, value]);

/** With the commands of a checkout. */
export async function connectProcessor(
  home: string,
  { root = ownRoot, databaseUrl = ownerUrl(ports.primary) } = {},
): Promise<void> {
  const { settings, secrets } = JSON.parse(await readFile(join(home, 'processor', 'kit.json'), 'utf8')) as {
    settings: object;
    secrets: { signingSecret: string };
  };
  const [secret, file] = [join(home, 'signing-secret'), join(home, 'processors.json')];
  await writeFile(secret, secrets.signingSecret, { mode: 0o600 });
  const connection = {
    key: 'drill',
    name: 'Processor of the drill',
    adapter: 'http',
    mode: 'TEST',
    acquirer: 'Drill Acquiring',
    settings,
    secrets: { signingSecret: { file: secret } },
    state: 'ACTIVE',
  };
  const routes = [{ at: 'operator', routes: [{ connection: 'drill' }] }];
  await writeFile(file, JSON.stringify({ version: 1, connections: [connection], routes }));
  const options = ['--by', 'drill', '--data-dir', join(home, 'data-1'), '--database-url', databaseUrl];
  const hosts = { COUNTINGHOUSE_PROCESSOR_HOSTS: `127.0.0.1:${ports.processor}` };
  const applied = spawnSync(
    process.execPath,
    [...node('scripts/admin.ts', root), 'apply-processors', file, ...options],
    { encoding: 'utf8', env: { ...process.env, ...masterKey, ...hosts } },
  );
  if (applied.status !== 0)
    throw new Error(`The processor could not be connected: ${applied.stderr}${applied.stdout}`);
}

export function logged(home: string, name: string, script: readonly string[], options: readonly string[]) {
  const child = spawn(process.execPath, [...script, ...options], {
    env: { ...process.env, ...masterKey },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = createWriteStream(join(home, `${name}.log`), { flags: 'a' });
  child.stdout.pipe(log);
  child.stderr.pipe(log);
  return child;
}
