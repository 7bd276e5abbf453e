import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { projectRoot } from '#server/config.ts';
import { buildWeb } from '../build-web.ts';
import type { Figure } from './statistics.ts';

/** Screens by the chunks that they load beyond the entry, with what their JavaScript should weigh at most, kB. */
const budgets: readonly (readonly [name: string, budgetKb: number, chunks: readonly string[]])[] = [
  ['sign-in', 110, ['login-screen']],
  ['shell and home', 190, ['shell', 'home-screen']],
  ['search with grid', 240, ['shell', 'search-screen']],
];

/** JavaScript of the pages as it travels, compressed: each screen with everything it imports. */
export async function measurePages(): Promise<Figure[]> {
  await buildWeb();
  const pages = join(projectRoot, 'dist', 'web');
  const entryPage = readFileSync(join(pages, 'index.html'), 'utf8');
  const folder = join(pages, 'assets');
  const files = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const entry = files.filter((name) => entryPage.includes(`/assets/${name}`));
  return budgets.map(([name, budgetKb, chunks]) => {
    const own = chunks.map((chunk) => chunkFile(files, chunk));
    const kb = weigh(folder, withImports(folder, [...entry, ...own]));
    return { name: `page JS of ${name}, gzip`, unit: 'kB', ours: kb, floor: budgetKb, ratio: kb / budgetKb };
  });
}

function chunkFile(files: readonly string[], chunk: string): string {
  const found = files.find((name) => name.replace(/-[\w-]{8}\.js$/, '') === chunk);
  if (found === undefined) throw new Error(`the build has no chunk ${chunk}`);
  return found;
}

function withImports(folder: string, first: readonly string[]): string[] {
  const seen = new Set(first);
  // A set also walks what is added to it on the way.
  for (const name of seen) {
    const code = readFileSync(join(folder, name), 'utf8');
    for (const [, imported = ''] of code.matchAll(/(?:from|import) ?["']\.\/([^"']+\.js)["']/g))
      seen.add(imported);
  }
  return [...seen];
}

function weigh(folder: string, names: readonly string[]): number {
  const bytes = names.map((name) => gzipSync(readFileSync(join(folder, name)), { level: 9 }).length);
  return bytes.reduce((sum, one) => sum + one, 0) / 1000;
}
