import { mayShowInMenu, type Check, type Session } from '#web/session/session.ts';

/** One place in the menu: a screen, or a group with screens below it. */
export type MenuEntry = {
  /** Names the translation (`menu.{name}`) and the icon. */
  name: string;
  path?: string;
  needs?: Check;
  children?: readonly MenuEntry[];
};

/** What this person sees: a parent is there if a child is (spec 1 §4). */
export function menuFor(entries: readonly MenuEntry[], session: Session): MenuEntry[] {
  return entries.flatMap((entry) => {
    if (entry.children != null) {
      const children = menuFor(entry.children, session);
      return children.length === 0 ? [] : [{ ...entry, children }];
    }
    return entry.needs == null || mayShowInMenu(session, entry.needs) ? [entry] : [];
  });
}

/** The names from the top down to the entry of this route: what is open and what is marked. */
export function activeNames(entries: readonly MenuEntry[], path: string): string[] {
  // The longest path wins: '/rules/new' is its own entry, not a part of '/rules'.
  const candidates = flatMenu(entries)
    .filter(({ entry }) => entry.path != null && (path === entry.path || path.startsWith(`${entry.path}/`)))
    .sort((a, b) => (b.entry.path?.length ?? 0) - (a.entry.path?.length ?? 0));
  const best = candidates[0];
  return best == null ? [] : [...best.groups, best.entry.name];
}

/** All screens of the menu with the groups above them, for the command palette. */
export function flatMenu(
  entries: readonly MenuEntry[],
  groups: string[] = [],
): { entry: MenuEntry; groups: string[] }[] {
  return entries.flatMap((entry) =>
    entry.children == null ? [{ entry, groups }] : flatMenu(entry.children, [...groups, entry.name]),
  );
}
