import { join } from 'node:path';

const at = (path: string): string => join(import.meta.dirname, '..', path);

/** The screens whose code theme.js preloads, by the first part of their address. */
export const preloadedScreens = {
  home: 'src/features/setup/home/web/home-screen.tsx',
  search: 'src/features/reports/views/web/viewed-search-screen.tsx',
  statements: 'src/features/reports/transactions/web/statements-screen.tsx',
  transactionDetails: 'src/features/reports/transaction-details/web/details-screen.tsx',
} as const;

/** The part of the bundler's context with the imports of a module. */
export interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}
const closures = new Map<string, ReadonlySet<string>>();

/**
 * Our modules that a page loads with `entry`: all that it imports statically, and what these import. Without the entry
 * itself: a file that it shares must not wait for it, because it waits for that file.
 */
function loadedWith(entry: string, modules: Modules): ReadonlySet<string> {
  const known = closures.get(entry);
  if (known) return known;
  const found = new Set([at(entry)]);
  // Iterating a set includes members added on the way.
  for (const id of found) {
    const imported = modules.getModuleInfo(id)?.importedIds ?? [];
    for (const one of imported) if (one.startsWith(at('src/'))) found.add(one);
  }
  found.delete(at(entry));
  closures.set(entry, found);
  return found;
}

/** One file for what pages load with at least `least` of the entries: each file is a round trip, and what only one needs waits. */
export const chunkOf =
  (name: string, least: number, ...entries: readonly string[]) =>
  (id: string, modules: Modules): string | null =>
    entries.filter((entry) => loadedWith(entry, modules).has(id)).length >= least ? name : null;
