import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { allCalls, handlerFile, testFile } from './endpoints.ts';
import { clientComplaints } from './client-rules.ts';
import { checkoutComplaints } from './checkout-words.ts';
import { citationComplaints } from './citations.ts';
import { englishTextComplaints } from './english-words.ts';
import { mapDocument } from './map.ts';
import { readImports } from './read-imports.ts';
import { companyKeyComplaints } from './company-keys.ts';
import { tableOwnerComplaints } from './table-owners.ts';
import { translationComplaints } from './translations.ts';
import { unusedClasses } from './unused-styles.ts';
import { unusedExports } from './unused.ts';
import { featureCircles, featureImports, findZone, goesUp, isContract, zoneArrows } from './zones.ts';

const root = join(import.meta.dirname, '..');
const forbiddenNames = /^(index|utils?|helpers?|common|misc|shared|types|constants|lib)\./;
const freeFolders = /(^|\/)(test|migrations|public|locales|icons|e2e|decisions)(\/|$)/;
const maxFileLines = 500;
/** Generated. */
const longTables = new Set(['src/database/schema.ts']);
const maxFolderEntries = 24;
/** Guards against a check that reads no files. */
const minFiles = 60;

/** Checks the rules of ARCHITECTURE.md and returns the violations. */
export async function checkArchitecture(): Promise<string[]> {
  const files = listFiles(join(root, 'src')).map((file) => relative(root, file));
  const code = files.filter((file) => /\.tsx?$/.test(file));
  const imports = new Map(code.map((file) => [file, readImports(file, read(file))]));
  const complaints = [
    ...(code.length < minFiles
      ? [`only ${code.length} source files found: is the check looking in the right place?`]
      : []),
    ...code.flatMap(sizeAndName),
    ...code.flatMap(listAbsoluteOwnImports),
    ...folders(files),
    ...[...imports].flatMap(([file, targets]) => targets.flatMap((target) => importRule(file, target))),
    ...circles(imports),
    ...featureCircles(featureImports(imports)).map((circle) => `circle of features: ${circle.join(' → ')}`),
    ...unusedExports(root, code, outsideSource()),
    ...unusedClasses(root, files),
    ...translationComplaints(root, code),
    ...checkoutComplaints(root, code),
    ...citationComplaints(root),
    ...tableOwnerComplaints(root, code),
    ...companyKeyComplaints(root, code),
    ...clientComplaints(root, code),
    ...englishTextComplaints(root),
  ];
  for (const { call, feature } of await allCalls()) {
    if (handlerFile(call.name, feature) === undefined)
      complaints.push(`${call.name}: no handler in src/features/${feature}/server`);
    if (testFile(call.name, feature) === undefined)
      complaints.push(`${call.name}: no test of src/features/${feature} names it`);
  }
  const map = existsSync(join(root, 'docs/map.md')) ? read('docs/map.md') : '';
  if (map !== (await mapDocument())) complaints.push('docs/map.md is stale: npm run map');
  return complaints;
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? listFiles(join(folder, entry.name)) : [join(folder, entry.name)],
  );
}

/** Lists the files outside src, which may import the product's files. */
function outsideSource(): string[] {
  return ['e2e', 'scripts']
    .flatMap((folder) => listFiles(join(root, folder)))
    .concat(['vite.config.ts', 'vite.checkout.config.ts', 'vitest.config.ts'].map((file) => join(root, file)))
    .filter((file) => /\.(?:ts|tsx|mjs)$/.test(file))
    .map((file) => relative(root, file));
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

function sizeAndName(file: string): string[] {
  const name = file.split('/').pop() ?? '';
  const lines = read(file).split('\n').length - 1;
  const found: string[] = [];
  if (forbiddenNames.test(name)) found.push(`${file}: name the file after the one thing it exports`);
  if (!/^[a-z0-9]+(-[a-z0-9]+)*(\.test|\.module)?\.tsx?$/.test(name))
    found.push(`${file}: file names are kebab-case`);
  if (lines > maxFileLines && !freeFolders.test(file) && !longTables.has(file))
    found.push(`${file}: ${lines} lines; split what it does (at most ${maxFileLines})`);
  return found;
}

function folders(files: readonly string[]): string[] {
  const entries = new Map<string, Set<string>>();
  for (const file of files) {
    const parts = file.split('/');
    for (let depth = 1; depth < parts.length; depth += 1) {
      const folder = parts.slice(0, depth).join('/');
      entries.set(folder, (entries.get(folder) ?? new Set()).add(parts[depth] ?? ''));
    }
  }
  return [...entries].flatMap(([folder, names]) => {
    // A flat list of small values, each in the file of its name.
    const limit = folder === 'src/shared' ? 48 : maxFolderEntries;
    return names.size > limit && !freeFolders.test(folder)
      ? [`${folder}: ${names.size} entries; give part of it a folder of its own (at most ${limit})`]
      : [];
  });
}

/** Files of one feature, or of one zone beside the features, import each other relatively. */
function listAbsoluteOwnImports(file: string): string[] {
  const [, ownFolder = ''] = /^src\/(features\/[^/]+\/[^/]+\/|app\/[^/]+\/|[^/]+\/)/.exec(file) ?? [];
  return [...read(file).matchAll(/(?:from|import)\s*\(?\s*'#([^']+)'/g)]
    .filter(([, path = '']) => path.startsWith(ownFolder))
    .map(([, path]) => `${file}: import ${path} relatively, as a file of ${ownFolder}`);
}

function importRule(file: string, target: string): string[] {
  const [from, to] = [findZone(file), findZone(target)];
  if (!from || !to) return [`${file}: belongs to no zone; see scripts/zones.ts`];
  if (from.zone === 'test' || from.zone === 'testing') return [];
  if (to.zone === 'test' || to.zone === 'testing') return [`${file}: only tests import ${target}`];
  if (target.endsWith('/schemas.ts') && isForBrowser(file) && !importsTypesOnly(file))
    return [`${file}: import ${target} with \`import type\`: schemas stay on the server`];
  if (isContract(target)) return [];
  const allowed = zoneArrows[from.zone] ?? [];
  if (from.zone !== to.zone && !allowed.includes(to.zone)) {
    return [`${file}: ${from.zone} must not import ${to.zone} (${target})`];
  }
  if (from.feature && to.feature && goesUp(from.feature, to.feature)) {
    return [
      `${file}: ${from.feature} must not import ${target}, which lies above it in scripts/zones.ts; import its endpoints.ts or schemas.ts, move what both need below, or register it in src/app/server`,
    ];
  }
  return [];
}

const isForBrowser = (file: string): boolean =>
  /\/web\/|^src\/ui\/|^src\/app\/checkout\/|\/endpoints\.ts$/.test(file);

const importsTypesOnly = (file: string): boolean =>
  !/^import (?!type)[^;]*'[^']*\/schemas\.ts'/m.test(read(file));

function circles(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const found: string[] = [];
  const state = new Map<string, 'open' | 'done'>();
  const visit = (file: string, trail: readonly string[]): void => {
    if (state.get(file) === 'done') return;
    if (state.get(file) === 'open') {
      found.push(`circle: ${[...trail.slice(trail.indexOf(file)), file].join(' → ')}`);
      return;
    }
    state.set(file, 'open');
    for (const target of imports.get(file) ?? []) {
      visit(target, [...trail, file]);
    }
    state.set(file, 'done');
  };
  for (const file of imports.keys()) visit(file, []);
  return found;
}
