import { MenuFooter, MenuList, OrganisationButton } from './menu-list.tsx';
import classes from './menu.module.css';
import type { MenuEntry } from '#web/session/menu-rules.ts';
import type { Screen } from '../../screen.ts';

interface Props {
  entries: readonly MenuEntry[];
  path: string;
  isCollapsed: boolean;
}

/** The menu at the left: the organisation at its top, the year at its foot. Collapsed, only the icons stay. */
export function SideMenu(props: Props) {
  return (
    <aside className={classes.side} data-collapsed={props.isCollapsed || undefined}>
      <OrganisationButton isSmall={props.isCollapsed} />
      <MenuList entries={props.entries} path={props.path} isSmall={props.isCollapsed} />
      <MenuFooter isSmall={props.isCollapsed} />
    </aside>
  );
}

/**
 * The menu as a tree, made from the table of screens: a group takes the place of its first screen. A group with the name of a
 * screen is that screen's entry: its page lists the others.
 */
export function menuEntries(screens: readonly Screen[]): MenuEntry[] {
  const top: Growing = { name: '', children: [] };
  for (const { name, path, menu, ...screen } of screens) {
    if (menu === undefined) continue;
    let place = top;
    for (const group of menu) {
      let next = place.children.find((child) => child.name === group);
      if (next === undefined) {
        next = { name: group };
        place.children.push(next);
      }
      next.children ??= [];
      place = next as Growing;
    }
    const permission = screen.menuPermission ?? screen.permission;
    const childPaths = screens
      .filter(({ menuUnder }) => menuUnder === name)
      .map((screen) => fixedPart(screen.path));
    place.children.push({
      name,
      path,
      permission,
      remembered: screen.remembered,
      also: childPaths.length === 0 ? undefined : childPaths,
    });
  }
  return top.children;
}

/** '/user/$id/edit' begins with '/user' for every user. */
const fixedPart = (path: string): string => path.replace(/\/\$.*$/, '');

interface Growing extends Omit<MenuEntry, 'children'> {
  children: GrowingEntry[];
}

interface GrowingEntry extends Omit<MenuEntry, 'children'> {
  children?: GrowingEntry[];
}
