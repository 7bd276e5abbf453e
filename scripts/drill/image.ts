import { execFile, execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type Server, createServer, connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startEmbeddedPostgres } from '#database/embedded-postgres.ts';
import { Countinghouse } from '../../clients/node/src/countinghouse.ts';
import { buildStandIn } from './base-image.ts';
import { Portal } from './portal.ts';
import { until } from './servers.ts';

interface Options {
  /** An image, or `debian` for a base that is made on this machine. */
  base: string;
  keep: boolean;
  /** What is to be ended, in the opposite order. */
  stopped: (() => Promise<void> | void)[];
}

interface Row {
  what: string;
  found: string;
  isExpected: boolean;
}

const root = join(import.meta.dirname, '..', '..');
const name = 'countinghouse-drill';
const imageOf = (turn: string): string => `localhost/${name}:${turn}`;
const run = promisify(execFile);
const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
const password = 'Long-Enough-2026';
const ports = { portal: 26_710, gateway: 26_711, operator: 26_712, database: 26_713 };

/**
 * npm run drill -- image: builds the image of this commit twice from two checkouts and compares them, runs it as
 * deploy/compose.yaml does, and takes a payment. Exit code 0: everything was as expected.
 */
export async function runImage({ base, keep, stopped }: Options): Promise<number> {
  const home = await mkdtemp('/var/tmp/countinghouse-image-');
  chmodSync(home, 0o755);
  stopped.push(async () => {
    if (keep) console.log(`Files and logs: ${home}. Images: ${imageOf('first')}, ${imageOf('second')}`);
    else await rm(home, { recursive: true, force: true });
  });
  console.log(`${(await podman('--version')).trim()}, base: ${base}`);
  const from = base === 'debian' ? await buildStandIn(home, name) : base;
  if (!keep) stopped.push(() => removeImages(base === 'debian' ? [from] : []));
  // The commit of the start: work in this folder may go on.
  const commit = git('rev-parse', 'HEAD');
  const rows: Row[] = [];
  const digests: string[] = [];
  // Another folder and another umask: nothing of a checkout may be in the image but its files.
  for (const [turn, umask] of [
    ['first', 0o022],
    ['second', 0o077],
  ] as const) {
    const folder = checkOut(join(home, turn), commit, umask, stopped);
    console.log(`Building the ${turn} image …`);
    digests.push(await build(home, { turn, folder, from, commit }));
  }
  const [first = '', second] = digests;
  rows.push({ what: 'two builds', found: `${first} ${second}`, isExpected: first === second });
  console.log('Starting it …');
  await exercise(home, rows, stopped);
  for (const { what, found, isExpected } of rows)
    console.log(`${isExpected ? 'ok ' : 'NOT'}  ${what.padEnd(34)} ${found}`);
  return rows.every(({ isExpected }) => isExpected) ? 0 : 1;
}

async function podman(...args: readonly string[]): Promise<string> {
  try {
    return (await run('podman', args, { maxBuffer: 64_000_000 })).stdout;
  } catch (error) {
    const { code, stderr } = error as { code?: string | number; stderr?: string };
    if (code === 'ENOENT')
      throw new Error('This machine lacks podman. On Debian: apt-get install podman', { cause: error });
    throw new Error(`podman ${args[0]} failed: ${stderr?.trim().split('\n').slice(-5).join('\n')}`, {
      cause: error,
    });
  }
}

async function removeImages(others: readonly string[]): Promise<void> {
  await podman('rmi', '--force', imageOf('first'), imageOf('second'), ...others).catch(() => {});
}

function checkOut(folder: string, commit: string, umask: number, stopped: Options['stopped']): string {
  const before = process.umask(umask);
  try {
    git('worktree', 'add', '--detach', folder, commit);
  } finally {
    process.umask(before);
  }
  stopped.push(() => void git('worktree', 'remove', '--force', folder));
  return folder;
}

interface Build {
  turn: string;
  folder: string;
  from: string;
  commit: string;
}

/** As the release builds it, with podman. Returns the digest of its manifest in OCI's format. */
async function build(home: string, { turn, folder, from, commit }: Build): Promise<string> {
  const epoch = git('log', '-1', '--format=%ct', commit);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const values = {
    BASE: from,
    SOURCE_DATE_EPOCH: epoch,
    VERSION: version,
    REVISION: commit,
  };
  const options = `build --no-cache --layers=false --format docker --network host --timestamp ${epoch}`;
  const named = Object.entries(values).flatMap(([key, value]) => ['--build-arg', `${key}=${value}`]);
  const file = join(folder, 'deploy/Containerfile');
  // Without Docker's format podman drops the health check.
  await podman(...options.split(' '), ...named, '--file', file, '--tag', imageOf(turn), folder);
  // Docker's format has the names of the containers of the build. OCI's has not.
  const target = join(home, `${turn}-oci`);
  await podman('push', '--quiet', '--format', 'oci', imageOf(turn), `dir:${target}`);
  const digest = createHash('sha256')
    .update(readFileSync(join(target, 'manifest.json')))
    .digest('hex');
  await rm(target, { recursive: true });
  return digest.slice(0, 16);
}

/** Runs the first image on a database of this machine, and adds a row for each thing that is looked at. */
async function exercise(home: string, rows: Row[], stopped: Options['stopped']): Promise<void> {
  const add = (what: string, found: string, isExpected: boolean) => rows.push({ what, found, isExpected });
  const database = await startEmbeddedPostgres(join(home, 'database'));
  stopped.push(() => database.stop());
  await startContainer(database.url, stopped);
  const url = `http://localhost:${ports.portal}`;
  await until('the product is ready', isReady, { limitMs: 120_000 });
  await podman('healthcheck', 'run', name);
  add('health check of the image', 'healthy', true);

  const inside = async (script: string) => (await podman('exec', name, 'sh', '-c', script)).trim();
  const user = await inside('id -u');
  const state = await inside(`grep -E '^(CapBnd|CapEff|NoNewPrivs)' /proc/1/status | tr -s '\\t\\n' ' '`);
  add(
    'user and rights',
    `${user}, ${state}`,
    user === '1000' && !/Cap\w+: 0*[1-9a-f]/.test(state) && state.includes('NoNewPrivs: 1'),
  );
  const written = await inside(
    'for f in /x /srv/countinghouse/x /usr/local/x /data/x /tmp/x; do (touch $f) 2>/dev/null && echo $f; done',
  );
  add('may write to', written.replace('\n', ', '), written === '/data/x\n/tmp/x');
  const tools = await inside('ls /usr/local/bin /usr/local/lib /srv/countinghouse/src/app');
  add('no npm, yarn or corepack', 'none', !/npm|npx|yarn|corepack|node_modules/.test(tools));
  const { listed, installed } = JSON.parse(await inside(`node -e '${componentScript}'`)) as Record<
    string,
    string[]
  >;
  const missing = installed?.filter((one) => !listed?.includes(one)) ?? ['?'];
  add(
    'components',
    `${listed?.length} listed, ${installed?.length} installed, not listed: ${missing.length}`,
    missing.length === 0,
  );

  const link = /\/setup\/(\S+)/.exec(await podman('logs', name))?.[1] ?? '';
  const shop = await openShop(url, link);
  const client = new Countinghouse({ ...shop, baseUrl: `http://localhost:${ports.gateway}` });
  const { transaction } = await client.payments.take({
    transaction: { currency: 'GBP', amount: '12.00', merchantRef: 'drill', commerceType: 'ECOM' },
    paymentMethod: { card: { pan: '9902000000000018', expiryDate: '1230', cv2: '123' } },
  });
  add('a payment over the API', String(transaction?.status), transaction?.status === 'SUCCESS');

  const stoppedAt = performance.now();
  await podman('stop', '--time', '20', name);
  const ms = Math.round(performance.now() - stoppedAt);
  const code = (await podman('inspect', name, '--format', '{{.State.ExitCode}}')).trim();
  add('SIGTERM', `ended with ${code} after ${ms} ms`, code === '0' && ms < 15_000);
  await podman('start', name);
  await until('the product is ready again', isReady, { limitMs: 60_000 });
  const again = await client.payments.read(transaction?.transactionId ?? '');
  add(
    'the payment after a restart',
    String(again.transaction?.status),
    again.transaction?.status === 'SUCCESS',
  );
}

const isReady = async (): Promise<boolean> =>
  (await fetch(`http://127.0.0.1:${ports.operator}/ready`, { signal: AbortSignal.timeout(2000) })).status ===
  200;

/** The options of deploy/compose.yaml, with all programs in one container. */
async function startContainer(databaseUrl: string, stopped: Options['stopped']): Promise<void> {
  const network = await podman('network', 'inspect', 'podman');
  const gateway = /"gateway": "([\d.]+)"/.exec(network)?.[1] ?? '10.88.0.1';
  const forwarded = new URL(databaseUrl);
  const databasePort = Number(forwarded.port);
  forwarded.host = `${gateway}:${ports.database}`;
  const environment = {
    COUNTINGHOUSE_DATABASE_URL: forwarded.href,
    COUNTINGHOUSE_MASTER_KEY: randomBytes(32).toString('hex'),
    COUNTINGHOUSE_SANDBOX: 'true',
    COUNTINGHOUSE_PORTAL_URL: `http://localhost:${ports.portal}`,
    COUNTINGHOUSE_CHECKOUT_URL: `http://localhost:${ports.gateway}`,
  };
  const published = { [ports.portal]: 8080, [ports.gateway]: 8081, [ports.operator]: 8082 };
  await podman('rm', '--force', name).catch(() => {});
  const options = `run --detach --name ${name} --network podman --read-only --read-only-tmpfs=false --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges`;
  const addresses = Object.entries(published).flatMap(([own, port]) => [
    '--publish',
    `127.0.0.1:${own}:${port}`,
  ]);
  const named = Object.entries(environment).flatMap(([key, value]) => ['--env', `${key}=${value}`]);
  await podman(...options.split(' '), ...addresses, ...named, imageOf('first'));
  stopped.push(async () => void (await podman('rm', '--force', '--volumes', name).catch(() => {})));
  // The address exists since the container runs, which waits for its database.
  const forwarder = await forward(gateway, databasePort);
  stopped.push(() => void forwarder.close());
}

/** The embedded database listens on this machine only. */
async function forward(gateway: string, port: number): Promise<Server> {
  const server = createServer((socket) => {
    const target = connect(port, '127.0.0.1');
    socket.pipe(target).pipe(socket);
    for (const one of [socket, target]) one.on('error', () => [socket, target].map((each) => each.destroy()));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(ports.database, gateway, resolve);
  });
  return server;
}

/** Creates the first administrator with the link of the start. Returns a key for the business. */
async function openShop(
  url: string,
  token: string,
): Promise<{ installationId: number; apiId: string; secret: string }> {
  const portal = new Portal(url);
  const username = 'otto@bakery.example';
  await portal.send('GET', '/initiation');
  await portal.send('POST', `/users/firstAdministrator/${token}`, {
    organisationName: 'Corner Bakery',
    firstName: 'Otto',
    lastName: 'Brand',
    username,
    password,
    business: { currency: 'GBP', mcc: '5462', timeZone: 'Europe/London' },
  });
  const { parentOrgId } = await portal.signIn(username, password);
  const { items } = await portal.send<{ items: { installationId: number }[] }>(
    'GET',
    `/proxy/sync/cm/installation/org/${parentOrgId}`,
  );
  const installationId = items[0]?.installationId ?? 0;
  const key = await portal.send<{ apiId: string; secret: string }>(
    'POST',
    `/proxy/sync/keys/${parentOrgId}`,
    {
      name: 'Shop',
      installationIds: [installationId],
      ipRanges: [],
      expiresAt: null,
      permissions: ['P_NEW_PAYMENT', 'P_VIEW_TRANSACTION_NGPORTAL'],
    },
  );
  return { installationId, apiId: key.apiId, secret: key.secret };
}

/** The components that the image lists, and those that it has. */
const componentScript = `
const fs = require("fs");
const folders = fs.readdirSync("node_modules", { recursive: true }).filter((path) => /(^|node_modules\\/)(@[^\\/]+\\/)?[^\\/@.][^\\/]*\\/package.json$/.test(path));
const installed = folders.map((path) => JSON.parse(fs.readFileSync("node_modules/" + path))).map(({ name, version }) => name + "@" + version);
const listed = JSON.parse(fs.readFileSync("sbom.cdx.json")).components.map((one) => one["bom-ref"]);
console.log(JSON.stringify({ listed, installed }));`;
