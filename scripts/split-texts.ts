import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { sourceTexts } from './source-texts.ts';

/** A locale file: texts, and groups of them. */
export interface Texts {
  readonly [key: string]: string | Texts;
}

const root = join(import.meta.dirname, '..');

/** What loads before any other screen: the sign-in, the frame, and the screens whose code the page preloads. */
const firstFiles = [
  'src/app/web/main.tsx',
  'src/app/web/start/portal.tsx',
  'src/app/web/shell/shell.tsx',
  'src/features/setup/home/web/home-screen.tsx',
  // Parts of these screens that load late and are seen at once.
  'src/features/setup/home/web/activity-panel.tsx',
  'src/features/setup/bell/web/tray-buttons.tsx',
  'src/features/reports/views/web/pinned-views.tsx',
  'src/features/reports/views/web/view-menu.tsx',
  'src/features/reports/transactions/web/search-screen.tsx',
  'src/features/reports/views/web/viewed-search-screen.tsx',
  'src/features/reports/transactions/web/statements-screen.tsx',
  'src/features/reports/transaction-details/web/details-screen.tsx',
];

/**
 * Whether the first screens use a text: their files, and those that these import, name its key or build it from a template.
 * Every page load waits for these texts. All others come afterwards (decision 0120).
 */
export function usedByFirstScreens(): (key: string) => boolean {
  const literals = new Set<string>();
  const patterns: RegExp[] = [];
  const files = new Set(firstFiles);
  // Iterating a set includes members added on the way.
  for (const file of files) {
    const code = readFileSync(join(root, file), 'utf8');
    const texts = sourceTexts(file, code);
    for (const literal of texts.literals) literals.add(literal);
    patterns.push(...texts.patterns);
    const imported = [...code.matchAll(/^(?:import|export)\s(?!type\b)[^;]*?'([^']+\.tsx?)';/gm)];
    // Dialogs of the frame can be open before the other texts have come.
    if (file.startsWith('src/app/web/')) imported.push(...code.matchAll(/import\('(\.[^']+\.tsx?)'\)/g));
    for (const [, path = ''] of imported) {
      const target = path.startsWith('#') ? `src/${path.slice(1)}` : normalize(join(dirname(file), path));
      if (existsSync(join(root, target))) files.add(target);
    }
  }
  return (key) => {
    const used = key.replace(/_(?:zero|one|two|few|many|other)$/, '');
    return [key, used].some((name) => literals.has(name) || patterns.some((pattern) => pattern.test(name)));
  };
}

/** A locale file in two parts with the same structure. */
export function splitTexts(
  texts: Texts,
  isFirst: (key: string) => boolean,
  path = '',
): { first: Texts; more: Texts } {
  const first: Record<string, string | Texts> = {};
  const more: Record<string, string | Texts> = {};
  for (const [name, entry] of Object.entries(texts)) {
    const key = `${path}${name}`;
    if (typeof entry === 'string') {
      (isFirst(key) ? first : more)[name] = entry;
      continue;
    }
    const parts = splitTexts(entry, isFirst, `${key}.`);
    if (Object.keys(parts.first).length > 0) first[name] = parts.first;
    if (Object.keys(parts.more).length > 0) more[name] = parts.more;
  }
  return { first, more };
}
