import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConfigError } from '#server/config.ts';
import { loadAdapterModules } from '../load-adapter-modules.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adapters-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function moduleOf(name: string, code: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, code);
  return path;
}
const adapterCode = (name: string, contract: unknown = 2) =>
  `export default { contract: ${String(contract)}, name: '${name}', settings: [], accountFields: [], secrets: [], connect() {} };`;
const load = (adapters: string[], programs: ('portal' | 'gateway' | 'worker')[] = ['gateway']) =>
  loadAdapterModules({ adapters, programs });

test('loads a module of the operator', async () => {
  const path = await moduleOf('own.mjs', adapterCode('own'));
  expect((await load(['http', path])).map(({ name }) => name)).toEqual(['own']);
});

test('loads none in a portal alone', async () => {
  const path = await moduleOf('never.mjs', `throw new Error('loaded');`);
  expect(await load([path], ['portal'])).toEqual([]);
  await expect(load([path], ['portal', 'worker'])).rejects.toThrow('cannot be loaded (loaded).');
});

test.each([
  ['old.mjs', adapterCode('own', 1), 'has contract 1 as its default export; this version needs 2.'],
  ['none.mjs', 'export const adapter = 1;', 'has contract undefined as its default export'],
  ['broken.mjs', 'export default {', 'cannot be loaded'],
  ['throws.mjs', `throw new Error('no key\\nline 2');`, 'cannot be loaded (no key).'],
  ['named.mjs', adapterCode('Own Adapter'), 'must have a name in lower case and a function connect.'],
  ['http.mjs', adapterCode('http'), 'two adapters are named http'],
])('%s ends the start with one sentence', async (name, code, message) => {
  const path = await moduleOf(name, code);
  const error = await load(['http', path]).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ConfigError);
  expect((error as Error).message).toContain(message);
  expect((error as Error).message).not.toContain('\n');
});

test('a missing module or an unknown name ends the start', async () => {
  await expect(load([join(folder, 'missing.mjs')])).rejects.toThrow('missing.mjs cannot be loaded');
  await expect(load(['adyenn'])).rejects.toThrow('--adapters: adyenn is no adapter; known are sandbox, http');
});
