import { createContext, use } from 'react';
import type { Remembered } from './remembered-address.ts';
import { mayShowInMenu, type Check, type Session } from './session.ts';

/** One place in the menu: a screen, a group with screens below it, or a screen that lists those below it. */
export interface MenuEntry {
  /** Names the translation (`menu.{name}`) and the icon. */
  name: string;
  path?: string;
  /** Paths of screens that have no menu entry and belong to this one. */
  also?: readonly string[];
  permission?: Check;
  remembered?: Remembered | undefined;
  children?: readonly MenuEntry[];
}

/** The menu of a user: a parent is shown if one of its children is (docs/domain.md#menu). */
export function menuFor(entries: readonly MenuEntry[], session: Session): MenuEntry[] {
  return entries.flatMap((entry) => {
    if (entry.children !== undefined) {
      const children = menuFor(entry.children, session);
      return children.length === 0 ? [] : [{ ...entry, children }];
    }
    return entry.permission === undefined || mayShowInMenu(session, entry.permission) ? [entry] : [];
  });
}

/** The names from the top down to the entry of this route: the open groups and the marked entry. */
export function activeNames(entries: readonly MenuEntry[], path: string): string[] {
  // The longest path wins: '/rules/new' is its own entry, not a part of '/rules'.
  const candidates = flatMenu(entries)
    .map((candidate) => ({ ...candidate, length: matchLength(candidate.entry, path) }))
    .filter(({ length }) => length > 0)
    .sort((a, b) => b.length - a.length);
  const best = candidates[0];
  return best === undefined ? [] : [...best.groups, best.entry.name];
}

/** Characters of the longest path of the entry that `path` is, or lies below. */
function matchLength(entry: MenuEntry, path: string): number {
  const paths = entry.path === undefined ? [] : [entry.path];
  const matching = [...paths, ...(entry.also ?? [])].filter(
    (pagePath) => path === pagePath || path.startsWith(`${pagePath}/`),
  );
  return Math.max(0, ...matching.map(({ length }) => length));
}

/** All screens of the menu with the groups above them, for the command palette. */
export function flatMenu(
  entries: readonly MenuEntry[],
  groups: string[] = [],
): { entry: MenuEntry; groups: string[] }[] {
  return entries.flatMap((entry) =>
    entry.children === undefined
      ? [{ entry, groups }]
      : [
          ...(entry.path === undefined ? [] : [{ entry, groups }]),
          ...flatMenu(entry.children, [...groups, entry.name]),
        ],
  );
}

/** The menu of the person signed in, for screens that list a part of it. */
export const MenuContext = createContext<readonly MenuEntry[]>([]);

export function useMenu(): readonly MenuEntry[] {
  return use(MenuContext);
}
