import { MenuFooter } from '#app/web/shell/menu/menu-footer.tsx';
import { MenuList } from '#app/web/shell/menu/menu-list.tsx';
import { OrganisationButton } from '#app/web/shell/menu/organisation-button.tsx';
import classes from '#app/web/shell/menu/menu.module.css';
import type { MenuEntry } from '#web/session/menu-rules.ts';

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
