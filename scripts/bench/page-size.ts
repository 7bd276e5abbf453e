import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { projectRoot } from '#server/config.ts';
import { buildWeb } from '../build-web.ts';
import type { Figure } from './statistics.ts';

/** JavaScript of the pages as it travels; the design allows 285 kB (docs/decisions). */
const budgetKb = 285;

export async function measurePages(): Promise<Figure[]> {
  await buildWeb();
  const pages = join(projectRoot, 'dist', 'web');
  const entry = readFileSync(join(pages, 'index.html'), 'utf8');
  const files = readdirSync(pages, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js'),
  );
  const first = files.filter((name) => entry.includes(name.replaceAll('\\', '/')));
  const weigh = (names: readonly string[]) =>
    names.reduce((sum, name) => sum + gzipSync(readFileSync(join(pages, name)), { level: 9 }).length, 0) /
    1000;
  const figure = (name: string, kb: number): Figure => ({
    name,
    unit: 'kB',
    ours: kb,
    floor: budgetKb,
    ratio: kb / budgetKb,
  });
  return [figure('page JS at entry, gzip', weigh(first)), figure('page JS in all, gzip', weigh(files))];
}
