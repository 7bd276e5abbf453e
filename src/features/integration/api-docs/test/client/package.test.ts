import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { deliverWebhooks } from '#features/outbound/webhooks/server/deliver-webhooks.ts';
import { createHook } from '#features/outbound/webhooks/test/webhook-fixtures.ts';
import { actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

const root = join(import.meta.dirname, '../../../../../..');
const source = join(root, 'clients/node');
const run = promisify(execFile);

/** A project of an integrator, with the compiled package and the examples of its README as one program. */
let project: string;
let app: TestApp;
let program: ChildProcess | undefined;
beforeAll(async () => {
  app = await startApp({ flags: ['--insecure-callbacks', 'true'] });
  // The program has the time of the machine.
  app.clock.advance(Date.now() - app.clock.now().getTime());
  project = await mkdtemp(join(tmpdir(), 'countinghouse-client-'));
  const installed = join(project, 'node_modules/@countinghouse/client');
  await mkdir(installed, { recursive: true });
  await cp(join(source, 'package.json'), join(installed, 'package.json'));
  await tsc(['-p', join(source, 'tsconfig.build.json'), '--outDir', join(installed, 'dist')]);
  const readme = await readFile(join(source, 'README.md'), 'utf8');
  const examples = [...readme.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, code = '']) => code);
  expect(examples.length).toBeGreaterThanOrEqual(6);
  await writeFile(join(project, 'examples.mts'), examples.join('\n'));
  await mkdir(join(project, 'node_modules/@types'));
  await symlink(join(root, 'node_modules/@types/node'), join(project, 'node_modules/@types/node'));
  await compile('examples.mts');
});
afterAll(async () => {
  program?.kill();
  await app.stop();
  await rm(project, { recursive: true, force: true });
});

async function tsc(options: string[]): Promise<void> {
  const file = join(root, 'node_modules/typescript/bin/tsc');
  await run(process.execPath, [file, ...options]).catch((error: { stdout?: string }) => {
    throw new Error(error.stdout ?? String(error));
  });
}

/** Compiles a program of the integrator against the types of the package. */
async function compile(file: string): Promise<void> {
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2023',
    lib: ['es2023'],
    strict: true,
    types: ['node'],
    typeRoots: [join(project, 'node_modules/@types')],
    outDir: 'out',
  };
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }));
  await tsc(['-p', project]);
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

test('the published package has the compiled client, its types, the licence and the README', async () => {
  const installed = join(project, 'node_modules/@countinghouse/client');
  for (const name of ['README.md', 'LICENSE']) await cp(join(source, name), join(installed, name));
  // npm's variables of the test run would name this checkout.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  const options = ['pack', installed, '--dry-run', '--json', '--ignore-scripts', '--offline'];
  const { stdout } = await run('npm', options, { cwd: project, env });
  const [packed] = JSON.parse(stdout) as { name: string; version: string; files: { path: string }[] }[];
  expect([packed?.name, packed?.version]).toEqual(['@countinghouse/client', '0.1.0']);
  const sources = (await readdir(join(source, 'src'))).map((name) => name.replace('.ts', ''));
  const compiled = sources.flatMap((name) => [`dist/${name}.d.ts`, `dist/${name}.js`]);
  expect(packed?.files.map(({ path }) => path).toSorted()).toEqual(
    [...compiled, 'LICENSE', 'README.md', 'package.json'].toSorted(),
  );
  const manifest = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as object;
  expect(manifest).not.toHaveProperty('private');
  expect(manifest).not.toHaveProperty('dependencies');
});

test('all clients have one version and the licence of the product', async () => {
  const read = (path: string) => readFile(join(root, path), 'utf8');
  const { version } = JSON.parse(await read('clients/node/package.json')) as { version: string };
  expect(await read('clients/node/src/transport.ts')).toContain(`countinghouse-client-node/${version}'`);
  expect(await read('clients/python/src/countinghouse/version.py')).toContain(`VERSION = "${version}"`);
  expect(await read('clients/php/src/Countinghouse.php')).toContain(`VERSION = '${version}'`);
  for (const language of ['node', 'php', 'python'])
    expect(await read(`clients/${language}/LICENSE`), language).toBe(await read('LICENSE'));
  expect(await read('clients/python/pyproject.toml')).toContain('dependencies = []');
  const { require } = JSON.parse(await read('clients/php/composer.json')) as { require: object };
  expect(Object.keys(require)).toEqual(['php', 'ext-curl', 'ext-json']);
});

test('the types of the package reject a payment without a card', async () => {
  const invalidProgram =
    "import { Countinghouse } from '@countinghouse/client';\n" +
    "await new Countinghouse({ baseUrl: 'x', installationId: 1, secret: 'y' }).payments.take({ transaction: { currency: 'GBP', amount: '1', commerceType: 'ECOM' } });\n";
  await writeFile(join(project, 'wrong.mts'), invalidProgram);
  await expect(compile('wrong.mts')).rejects.toThrow("Property 'paymentMethod' is missing");
});

test('the examples pay, refund, list and verify a webhook', async () => {
  const port = await findFreePort();
  const admin = await actAs(app, 'admin@harbour.example');
  const hook = await createHook(admin, { url: `http://127.0.0.1:${port}/hooks`, events: ['*'] });
  const gateway = await app.gateway.listen({ host: '127.0.0.1', port: 0 });
  const child = spawn(process.execPath, ['out/examples.mjs'], {
    cwd: project,
    env: {
      COUNTINGHOUSE_URL: gateway,
      COUNTINGHOUSE_API_ID: 'harbour-api',
      COUNTINGHOUSE_API_SECRET: 'harbour-api-key-demo',
      COUNTINGHOUSE_WEBHOOK_SECRET: hook.secret,
      PORT: String(port),
    },
  });
  program = child;
  const lines: string[] = [];
  child.stdout.on('data', (part) => lines.push(...String(part).trim().split('\n')));
  child.stderr.on('data', (part) => lines.push(`error: ${String(part)}`));
  await vi.waitFor(() => expect(lines.join('\n')).toMatch(/^listening$|^error/m), { timeout: 30_000 });
  expect(lines.filter((line) => !line.startsWith('listed'))).toEqual([
    'paid S100',
    expect.stringMatching(/^challenge U100 http.*creq=/),
    'refunded 2.5',
    expect.stringMatching(/^declined 400 \w+ (?:NEVER|FIX|LATER|AUTHENTICATE)$/),
    'once true',
    'listening',
  ]);
  const events = ['payment.failed', 'payment.succeeded', 'payment.succeeded', 'refund.succeeded'];
  expect(lines.filter((line) => line.startsWith('listed')).toSorted()).toEqual(
    events.map((type) => `listed ${type}`),
  );

  await deliverWebhooks.run(app.services);
  const received = () => lines.flatMap((line) => /^received (\S+) [\da-f-]{36}$/.exec(line)?.[1] ?? []);
  await vi.waitFor(() => expect(received().toSorted()).toEqual(events), { timeout: 10_000 });
  const forged = await fetch(`http://127.0.0.1:${port}/hooks`, { method: 'POST', body: '{}' });
  expect(forged.status).toBe(400);
});
