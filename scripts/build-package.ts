import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { chmod, cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { builtinModules, stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';

const root = join(import.meta.dirname, '..');

/** The programs and commands that operators run. What these import is packed, and nothing else. */
const entries = [
  'src/app/server/main.ts',
  'scripts/admin.ts',
  'scripts/audit-verify.ts',
  'scripts/clear-schedule.ts',
];

/** What the programs read while they run. */
const dataPlaces = [
  'src/database/migrations',
  'src/app/checkout/public',
  'src/features/integration/api-docs/assets',
  'src/features/integration/api-docs/guide',
  'src/features/integration/api-docs/examples/recorded.json',
  'dist/web',
  'dist/checkout',
  'LICENSE',
];

/** Dependencies of package.json that build the pages at the first start of a checkout: no part of the product. */
const buildTools = ['@vitejs/plugin-react', 'vite'];

interface LockedPackage {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  dev?: boolean;
  devOptional?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
}
type LockedPackages = Record<string, LockedPackage>;

/**
 * Writes the product as a package: JavaScript, since Node reads no TypeScript below node_modules, and the built pages.
 * Without the database for images, which run on a server of their own. The pages must be built.
 */
export async function buildPackage(folder: string, { withDatabase = true } = {}): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const packages = await writeCode(folder);
  for (const place of dataPlaces) {
    await cp(join(root, place), join(folder, place), {
      recursive: true,
      // Fingerprints of the build.
      filter: (path) => !/[\\/]\.(?:sources|vite)$/.test(path),
    });
  }
  await mkdir(join(folder, 'bin'));
  await cp(join(root, 'scripts/command.mjs'), join(folder, 'bin/countinghouse.mjs'));
  await writeFile(join(folder, 'README.md'), readme);
  await writeManifest(folder, packages, withDatabase);
  await setModes(folder);
}

/** The same for every umask of a checkout. The user of an image reads files of root. */
async function setModes(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const isProgram = entry.isDirectory() || entry.parentPath === join(folder, 'bin');
    await chmod(join(entry.parentPath, entry.name), isProgram ? 0o755 : 0o644);
  }
}

/** The names of the packages that the files import, and what these import. `onFile` gets the code of each as JavaScript. */
export async function listPackages(
  from: readonly string[],
  onFile?: (file: string, code: string) => Promise<void>,
): Promise<Set<string>> {
  const packages = new Set<string>();
  const files = new Set(from);
  for (const file of files) {
    const code = stripTypeScriptTypes(await readFile(join(root, file), 'utf8'));
    for (const specifier of listImports(code)) {
      if (specifier.startsWith('#')) files.add(`src/${specifier.slice(1)}`);
      else if (specifier.startsWith('.')) files.add(normalize(join(dirname(file), specifier)));
      else packages.add(/^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier);
    }
    await onFile?.(file, code);
  }
  for (const name of builtinModules) packages.delete(name);
  return packages;
}

/** Returns the names of the packages that the code imports. */
function writeCode(folder: string): Promise<Set<string>> {
  return listPackages(entries, async (file, code) => {
    const target = join(folder, file.replace(/\.ts$/, '.js'));
    await mkdir(dirname(target), { recursive: true });
    await writeFile(
      target,
      code.replace(importPattern, (whole) => whole.replace(/\.ts'$/, ".js'")),
    );
  });
}

/** Static and dynamic imports, at the beginning of a line or in an expression: texts quote the word too. */
const importPattern = /(?:^(?:import|\} from|export .* from|import .* from)|\bimport\()\s*'[^']+'/gm;

function listImports(code: string): string[] {
  return [...code.matchAll(importPattern)]
    .map(([whole]) => /'([^']+)'$/.exec(whole)?.[1] ?? '')
    .filter((specifier) => !specifier.startsWith('node:'));
}

async function writeManifest(folder: string, packages: Set<string>, withDatabase: boolean): Promise<void> {
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  const { name, version, description, license, type, imports, engines } = manifest;
  const unknown = [...packages].filter((one) => !Object.hasOwn(manifest.dependencies, one));
  if (unknown.length > 0) throw new Error(`No dependencies of package.json: ${unknown.join(', ')}.`);
  const dependencies = Object.fromEntries(
    Object.entries(manifest.dependencies).filter(([one]) => packages.has(one)),
  );
  const optionalDependencies = withDatabase ? manifest.optionalDependencies : {};
  const bin = { countinghouse: 'bin/countinghouse.mjs' };
  const needs = { dependencies, optionalDependencies, engines, bin };
  // Never sent to the npm registry, where another project has the name.
  const packed = { name, version, private: true, description, license, type, imports, ...needs };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(packed, null, 2)}\n`);
  const names = [...Object.keys(dependencies), ...Object.keys(optionalDependencies)];
  const locked = {
    name,
    version,
    lockfileVersion: lock.lockfileVersion,
    requires: true,
    packages: {
      '': { name, version, license, ...needs },
      ...reachablePackages(lock.packages as LockedPackages, names),
    },
  };
  // Packed, unlike package-lock.json: images are installed from it.
  await writeFile(join(folder, 'npm-shrinkwrap.json'), `${JSON.stringify(locked, null, 2)}\n`);
}

/** The entries of a lock file that `names` need, themselves included, in its order. */
function reachablePackages(packages: LockedPackages, names: readonly string[]): LockedPackages {
  const found = new Set<string>();
  const add = (from: string, name: string): void => {
    for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/')))) {
      const path = `${place === '' ? '' : `${place}/`}node_modules/${name}`;
      const entry = packages[path];
      if (entry && !found.has(path)) {
        found.add(path);
        const { dependencies, optionalDependencies, peerDependencies } = entry;
        for (const next of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
          add(path, next);
      }
      if (entry || place === '') return;
    }
  };
  for (const name of names) add('', name);
  return Object.fromEntries(Object.entries(packages).filter(([path]) => found.has(path)));
}

/**
 * The software bill of materials: CycloneDX, the same text for the same package. It has what programs import and what is built
 * into the pages. Without the database, as in images: only what this machine installs.
 */
export function listComponents({ withDatabase = true } = {}): { version: string; text: string } {
  const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));
  const manifest = read('package.json');
  const { name, version, license, description } = manifest;
  const dependencies = { ...manifest.dependencies };
  for (const tool of buildTools) delete dependencies[tool];
  const optionalDependencies = withDatabase ? manifest.optionalDependencies : {};
  const about = { name, version, private: true, license, description, dependencies, optionalDependencies };
  const { packages, lockfileVersion } = read('package-lock.json');
  const names = Object.keys({ ...dependencies, ...optionalDependencies });
  const needed = Object.entries(reachablePackages(packages as LockedPackages, names));
  const kept = withDatabase ? needed : needed.filter(([, entry]) => isInstalledHere(entry));
  const locked = { name, version, lockfileVersion, packages: { '': about, ...Object.fromEntries(kept) } };
  // Beside development packages, npm leaves out what they share with the product.
  const place = mkdtempSync(join(tmpdir(), 'countinghouse-components-'));
  try {
    writeFileSync(join(place, 'package.json'), JSON.stringify(about));
    writeFileSync(join(place, 'package-lock.json'), JSON.stringify(locked));
    const options = ['--sbom-format', 'cyclonedx', '--package-lock-only'];
    const bill = JSON.parse(execFileSync('npm', ['sbom', ...options], { cwd: place, encoding: 'utf8' }));
    // npm names the package after its folder.
    bill.metadata.component.name = name;
    delete bill.metadata.timestamp;
    delete bill.serialNumber;
    return { version, text: `${JSON.stringify(bill, null, 2)}\n` };
  } finally {
    rmSync(place, { recursive: true });
  }
}

/** False for optional packages of other machines. */
function isInstalledHere({ optional, os, cpu, libc }: LockedPackage): boolean {
  if (!optional) return true;
  const { header } = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  const ownLibc = header?.glibcVersionRuntime === undefined ? 'musl' : 'glibc';
  return (
    os?.includes(process.platform) !== false &&
    cpu?.includes(process.arch) !== false &&
    libc?.includes(ownLibc) !== false
  );
}

/** Names of files for tests, with `/` between folders. */
export async function listPackage(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

const readme = `# Countinghouse

An open-source back office that a payment provider offers its merchants. In an empty folder:

    npx ./countinghouse-<version>.tgz

creates \`.data\` in this folder with an embedded PostgreSQL, fills it with two years of demo payments, and prints an address and
the users of the demo. Ctrl-C stops everything. Another start keeps the data. It needs Node 24 or newer.

| command                            | does                                            |
| ---------------------------------- | ----------------------------------------------- |
| \`countinghouse --port 9000\`        | starts with options                             |
| \`countinghouse --demo none\`        | starts without a demo                           |
| \`countinghouse --version\`          | prints the version                              |
| \`countinghouse admin …\`            | imports lists, applies files, writes links      |
| \`countinghouse audit-verify\`       | verifies the audit log's integrity              |
| \`countinghouse schedule-clear …\`   | resumes schedules that the system suspended     |

Licence: Apache-2.0.
`;
