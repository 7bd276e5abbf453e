import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const pages = join(import.meta.dirname, '..', 'dist', 'web');

/** Screens with the chunks that they load beyond the entry, and their maximum JavaScript in kB. */
const budgets: readonly (readonly [screen: string, budget: number, chunks: readonly string[]])[] = [
  ['sign-in', 115, []],
  ['shell and home', 200, ['portal', 'shell', 'home-screen']],
  ['search with grid', 240, ['portal', 'shell', 'viewed-search-screen']],
];

/** In kB of 1,000 bytes; `files` lists the chunks. */
interface PageWeight {
  screen: string;
  budget: number;
  weight: number;
  files: Record<string, number>;
}

/** JavaScript of the built pages in compressed form: what each screen needs to become usable. */
export function pageWeights(): PageWeight[] {
  const entryPage = readFileSync(join(pages, 'index.html'), 'utf8');
  const folder = join(pages, 'assets');
  const names = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const entry = names.filter((name) => new RegExp(`(?:src|href)="/assets/${name}"`).test(entryPage));
  const head = gzipped(join(pages, 'theme.js'));
  return budgets.map(([screen, budget, chunks]) => {
    const chunkFiles = chunks.map((chunk) => chunkFile(names, chunk));
    const files: Record<string, number> = { 'theme.js': head };
    for (const name of withImports(folder, [...entry, ...chunkFiles]))
      files[name] = gzipped(join(folder, name));
    const weight = Object.values(files).reduce((sum, file) => sum + file, 0);
    return { screen, budget, weight, files };
  });
}

/** The JavaScript files that each screen needs, with their weight in kB of 1,000 bytes. */
export function screenFiles(): { screen: string; count: number; weight: number }[] {
  const folder = join(pages, 'assets');
  const names = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const entryPage = readFileSync(join(pages, 'index.html'), 'utf8');
  const first = names.filter(
    (name) => entryPage.includes(`/assets/${name}"`) || /^(portal|shell)-/.test(name),
  );
  return names
    .filter((name) => /-screen-[\w-]{8}\.js$/.test(name))
    .map((name) => {
      const files = [...withImports(folder, [...first, name])];
      const weight = files.reduce((sum, file) => sum + gzipped(join(folder, file)), 0);
      return { screen: name.slice(0, -12), count: files.length, weight };
    });
}

/** The files that theme.js preloads for signed-in users. */
export function portalChunks(): string[] {
  const entryPage = readFileSync(join(pages, 'index.html'), 'utf8');
  return (/data-portal="([^"]*)"/.exec(entryPage)?.[1] ?? '').split(' ');
}

/** Whether the build has the file of this address. */
export const isBuilt = (url: string): boolean => existsSync(join(pages, url));

function chunkFile(names: readonly string[], chunk: string): string {
  const found = names.find((name) => name.replace(/-[\w-]{8}\.js$/, '') === chunk);
  if (found === undefined) throw new Error(`the build has no chunk ${chunk}`);
  return found;
}

function withImports(folder: string, first: readonly string[]): Set<string> {
  const visited = new Set(first);
  // Iterating a set includes members added on the way.
  for (const name of visited) {
    const code = readFileSync(join(folder, name), 'utf8');
    for (const [, imported = ''] of code.matchAll(/(?:from|import) ?["']\.\/([^"']+\.js)["']/g))
      visited.add(imported);
  }
  return visited;
}

const gzipped = (path: string): number => gzipSync(readFileSync(path), { level: 9 }).length / 1000;
