import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import {
  IconChevronDown,
  IconDevices,
  IconKey,
  IconKeyboard,
  IconLogout,
  IconDeviceDesktop,
  IconMoon,
  IconShieldLock,
  IconSun,
} from '@tabler/icons-react';
import classes from '#app/web/shell/shell.module.css';
import { logout } from '#features/session/endpoints.ts';
import { DropMenu } from '#ui/overlay/drop-menu.tsx';
import { DropMenuHeading } from '#ui/overlay/drop-menu-heading.tsx';
import { DropMenuItem } from '#ui/overlay/drop-menu-item.tsx';
import { call } from '#web/call/call.ts';
import { paths } from '#web/paths.ts';
import { switchSingleKeys, useSingleKeys } from '#web/preferences/single-keys.ts';
import { signOutKeepingPreferences } from '#web/session/client-storage.ts';
import { endSession, useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { mayLeave } from '#web/unsaved-forms.ts';
import { useMantineColorScheme } from '@mantine/core';
import { changeLanguage, chosenLanguage, languages } from '#web/translate/translate.ts';

/** The user and their organisation, account screens, preferences and sign-out. */
export function UserMenu({ onKeys }: { onKeys: () => void }) {
  const { t } = useTranslation();
  const router = useRouter();
  const queries = useQueryClient();
  const { fullName, organisation } = useSignedIn();
  const hasSingleKeys = useSingleKeys();

  async function signOut(): Promise<void> {
    if (!(await mayLeave())) return;
    // Signing out never fails for the person, even when the server does not answer (docs/domain.md#sign-in).
    await signOutKeepingPreferences(() => call(logout).catch(() => {}));
    endSession('logged-out');
    queries.clear();
    await router.navigate(paths.login());
  }
  return (
    <DropMenu
      isWide
      target={
        <button type="button" className={classes.user}>
          <span className={classes.avatar} aria-hidden>
            {initialsOf(fullName)}
          </span>
          <span className={classes.userName}>{fullName}</span>
          <IconChevronDown size={16} aria-hidden />
        </button>
      }
    >
      <DropMenuHeading>
        <span className={classes.menuName}>{fullName}</span>
        <br />
        {organisation.selectedOrgName}
      </DropMenuHeading>
      <DropMenuItem
        isNewGroup
        icon={<IconDevices size={16} aria-hidden />}
        onChoose={() => void router.navigate(paths.sessions())}
      >
        {t('shell.sessions')}
      </DropMenuItem>
      <DropMenuItem
        icon={<IconKey size={16} aria-hidden />}
        onChoose={() => void router.navigate(paths.changePassword())}
      >
        {t('screen.changePassword')}
      </DropMenuItem>
      <DropMenuItem
        icon={<IconShieldLock size={16} aria-hidden />}
        onChoose={() => void router.navigate(paths.mySecurity())}
      >
        {t('screen.mySecurity')}
      </DropMenuItem>
      <PreferenceItems />
      <DropMenuItem isNewGroup icon={<IconKeyboard size={16} aria-hidden />} onChoose={onKeys}>
        {t('keys.title')}
      </DropMenuItem>
      <DropMenuItem isSwitch isChosen={hasSingleKeys} onChoose={() => switchSingleKeys(!hasSingleKeys)}>
        {t('keys.single')}
      </DropMenuItem>
      <DropMenuItem icon={<IconLogout size={16} aria-hidden />} onChoose={() => void signOut()}>
        {t('shell.logout')}
      </DropMenuItem>
    </DropMenu>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '');
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.slice(0, 1) ?? '')
    .join('')
    .toLocaleUpperCase();
}

const themes = [
  { value: 'light', Icon: IconSun },
  { value: 'dark', Icon: IconMoon },
  { value: 'auto', Icon: IconDeviceDesktop },
] as const;

/** Theme and language, as entries of the user menu. */
function PreferenceItems() {
  const { t, language } = useTranslation();
  // Otherwise the kit writes a style element while it switches, which the content security policy forbids.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const chosen = chosenLanguage(language);
  return (
    <>
      <DropMenuHeading>{t('shell.theme')}</DropMenuHeading>
      {themes.map(({ value, Icon }) => (
        <DropMenuItem
          key={value}
          isChosen={value === colorScheme}
          end={<Icon size={16} aria-hidden />}
          onChoose={() => setColorScheme(value)}
        >
          {t(`theme.${value}`)}
        </DropMenuItem>
      ))}
      <DropMenuHeading>{t('shell.language')}</DropMenuHeading>
      {languages.map((value) => (
        <DropMenuItem
          key={value}
          lang={value}
          isChosen={value === chosen}
          // Without the texts of a language the page keeps the current one.
          onChoose={() => void changeLanguage(value).catch(() => {})}
        >
          {t(`language.${value}`)}
        </DropMenuItem>
      ))}
    </>
  );
}
