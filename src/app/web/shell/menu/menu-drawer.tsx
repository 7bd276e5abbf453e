import { Drawer } from '@mantine/core';
import { MenuFooter, MenuList, OrganisationButton } from './menu-list.tsx';
import classes from './menu.module.css';
import { useLateOpen } from '#ui/overlay/use-late-open.ts';
import type { MenuEntry } from '#web/session/menu-rules.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

interface Props {
  isOpen: boolean;
  onClose: () => void;
  entries: readonly MenuEntry[];
  path: string;
}

/** The same menu on a narrow screen. */
export function MenuDrawer(props: Props) {
  const { t } = useTranslation();
  return (
    <Drawer
      opened={useLateOpen(props.isOpen)}
      onClose={props.onClose}
      size={280}
      withCloseButton={false}
      padding={0}
      attributes={{ content: { 'aria-label': t('shell.menu') } }}
    >
      <div className={classes.drawer}>
        <OrganisationButton onOpen={props.onClose} />
        <MenuList entries={props.entries} path={props.path} onFollow={props.onClose} />
        <MenuFooter />
      </div>
    </Drawer>
  );
}
