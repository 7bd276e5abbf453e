import type { Screen } from '#app/web/screen.ts';
import type { MenuEntry } from '#web/session/menu-rules.ts';

/** The menu as a tree, made from the table of screens: a group takes the place of its first screen. */
export function menuEntries(screens: readonly Screen[]): MenuEntry[] {
  const top: Growing = { name: '', children: [] };
  for (const { name, path, menu, ...screen } of screens) {
    if (menu == null) continue;
    let place = top;
    for (const group of menu) {
      let next = place.children.find((one): one is Growing => 'children' in one && one.name === group);
      if (next == null) {
        next = { name: group, children: [] };
        place.children.push(next);
      }
      place = next;
    }
    const needs = screen.menuNeeds ?? screen.needs;
    const also = screens.filter(({ menuUnder }) => menuUnder === name).map((one) => fixedPart(one.path));
    place.children.push({
      name,
      path,
      ...(needs == null ? {} : { needs }),
      ...(also.length === 0 ? {} : { also }),
    });
  }
  return top.children;
}

/** '/user/$id/edit' begins with '/user' for every user. */
const fixedPart = (path: string): string => path.replace(/\/\$.*$/, '');

interface Growing {
  name: string;
  children: (Growing | MenuEntry)[];
}
