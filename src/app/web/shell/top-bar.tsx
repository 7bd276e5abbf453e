import { ActionIcon, Kbd } from '@mantine/core';
import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { ZoneMenu } from '#app/web/shell/preferences/zone-menu.tsx';
import classes from '#app/web/shell/shell.module.css';
import { UserMenu } from '#app/web/shell/user-menu.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';

interface Props {
  isMenuOpen: boolean;
  onMenu: () => void;
  onDrawer: () => void;
  onPalette: () => void;
  onKeys: () => void;
}

/** Menu button, search, time zone, user. */
export function TopBar(props: Props) {
  const { t } = useTranslation();
  const modifier = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : t('keys.cap.ctrl');
  return (
    <header className={classes.topBar}>
      <ActionIcon
        className={classes.onlyWide}
        variant="subtle"
        aria-label={t('shell.toggle_menu')}
        aria-expanded={props.isMenuOpen}
        onClick={props.onMenu}
      >
        <IconMenu2 size={18} />
      </ActionIcon>
      <ActionIcon
        className={classes.onlyNarrow}
        variant="subtle"
        aria-label={t('shell.open_menu')}
        onClick={props.onDrawer}
      >
        <IconMenu2 size={18} />
      </ActionIcon>
      <button
        type="button"
        className={classes.palette}
        onClick={props.onPalette}
        aria-keyshortcuts="Control+K"
      >
        <IconSearch size={16} aria-hidden />
        <span>{t('shell.search_or_jump')}</span>
        <Kbd size="xs" className={classes.paletteKey}>
          {modifier} K
        </Kbd>
      </button>
      <div className={classes.topRight}>
        <ZoneMenu />
        <UserMenu onKeys={props.onKeys} />
      </div>
    </header>
  );
}
