import { IconHistory, IconPlus } from '@tabler/icons-react';
import { MenuIcon } from '#app/web/shell/menu/menu-icon.tsx';
import { screens } from '#app/web/screens.tsx';
import type { PaletteContext, PaletteEntry } from '#web/palette/palette-source.ts';
import { recentPlaces } from '#web/palette/recent-places.ts';
import { paths } from '#web/paths.ts';
import { flatMenu, type MenuEntry } from '#web/session/menu-rules.ts';
import { isAtOwnDomain, mayPass } from '#web/session/session.ts';

/** The screens of the menu; one in a group is named with its group. */
export function screenEntries(menu: readonly MenuEntry[], { t }: PaletteContext): PaletteEntry[] {
  return flatMenu(menu).map(({ entry, groups: [group] }) => ({
    id: `screen ${entry.name}`,
    icon: <MenuIcon name={group ?? entry.name} />,
    label: t(`menu.${entry.name}`),
    ...(group === undefined ? {} : { detail: t(`menu.${group}`) }),
    go: { href: entry.path ?? paths.home().to },
  }));
}

/** Screens whose opening is itself an action. */
const actions = ['smartLinkCreate', 'virtualTerminal', 'createUser', 'transactionExport'] as const;

/** The actions that are a screen of their own, as far as the person may open it. */
export function screenActions({ session, t }: PaletteContext): PaletteEntry[] {
  return actions.flatMap((name) => {
    const screen = screens.find((one) => one.name === name);
    if (screen === undefined) return [];
    const isOpen = screen.needs === undefined || mayPass(session, screen.needs);
    if (!isOpen || (screen.isRestricted === true && isAtOwnDomain(session))) return [];
    return [
      {
        id: `action ${name}`,
        icon: <IconPlus size={18} aria-hidden />,
        label: t(`palette.action.${name}`),
        go: { href: screen.path },
      },
    ];
  });
}

/** The objects opened last in this tab. */
export function recentEntries(): PaletteEntry[] {
  return recentPlaces().map(({ label, href }) => ({
    id: `recent ${href}`,
    icon: <IconHistory size={18} aria-hidden />,
    label,
    go: { href },
  }));
}
