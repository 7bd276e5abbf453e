import { ActionIcon, Kbd, useMantineColorScheme } from '@mantine/core';
import {
  IconChecks,
  IconChevronDown,
  IconClock,
  IconDevices,
  IconKey,
  IconKeyboard,
  IconLogout,
  IconMenu2,
  IconSearch,
  IconShieldLock,
  IconDeviceDesktop,
  IconMoon,
  IconSun,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { countApprovals } from '#features/access/approvals/endpoints.ts';
import { useCall } from '#web/call/use-call.ts';
import { isAllowed } from '#web/session/allowed.tsx';
import { ModeChip } from './mode-banner.tsx';
import classes from './shell.module.css';
import { useTranslation } from '#web/translate/use-translation.ts';
import { logout } from '#features/access/session/endpoints.ts';
import { DropMenu, DropMenuHeading, DropMenuItem, DropMenuIcons } from '#ui/overlay/drop-menu.tsx';
import { call } from '#web/call/call.ts';
import { paths } from '#web/paths.ts';
import { switchSingleKeys, useSingleKeys, chooseDensity, useDensity } from '#web/preferences.ts';
import { signOutKeepingPreferences } from '#web/session/client-storage.ts';
import { endSession, useSignedIn } from '#web/session/session-store.ts';
import { mayLeave } from '#web/form/unsaved-forms.ts';
import { useCurrentZone } from '#web/format/current-zone.ts';
import { zoneName, offsetName } from '#web/format/use-times.ts';
import { Suspense, lazy, useState } from 'react';
import { useIsPhone } from '#ui/layout/use-is-phone.ts';
import { useDensityChoices } from '#ui/grid/use-density-choices.ts';
import { useUiTexts } from '#ui/ui-texts.ts';
import { chooseZone, resolveZone, useZoneChoice, zoneChoices } from '#web/session/zone-choice.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { changeLanguage, chosenLanguage, languages } from '#web/translate/translate.ts';

// Not part of the first load.
const TrayButtons = lazy(async () => ({
  default: (await import('#features/setup/bell/web/tray-buttons.tsx')).TrayButtons,
}));

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
        <ModeChip />
        <WaitingCount />
        <ZoneName />
        <Suspense fallback={<span className={classes.bellRoom} />}>
          <TrayButtons />
        </Suspense>
        <UserMenu onKeys={props.onKeys} />
      </div>
    </header>
  );
}

/** Requests that wait for the user's approval, while there are some. */
function WaitingCount() {
  const session = useSignedIn();
  return isAllowed(session, { anyOf: ['P_APPROVE'] }) ? <WaitingLink /> : null;
}

function WaitingLink() {
  const { t } = useTranslation();
  const orgId = useSignedIn().organisation.selectedParentOrgId;
  const { data } = useCall(
    countApprovals,
    { path: { orgId } },
    { handlesOwnErrors: true, staleTime: 60_000 },
  );
  const waiting = data?.waiting ?? 0;
  if (waiting === 0) return null;
  const label = `${t('home.needs.approvals.title')}: ${waiting}`;
  return (
    <Link {...paths.approvals()} className={classes.waiting} title={label} aria-label={label}>
      <IconChecks size={18} aria-hidden />
      <span className="number">{waiting}</span>
    </Link>
  );
}

/** The user and their organisation, account screens, preferences and sign-out. */
function UserMenu({ onKeys }: { onKeys: () => void }) {
  const { t } = useTranslation();
  const router = useRouter();
  const queries = useQueryClient();
  const { fullName, organisation } = useSignedIn();
  const hasSingleKeys = useSingleKeys();

  async function signOut(): Promise<void> {
    if (!(await mayLeave())) return;
    // Signing out never fails for the person, even when the server does not respond (docs/domain.md#sign-in).
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
            {buildInitials(fullName)}
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

function buildInitials(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '');
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.slice(0, 1) ?? '')
    .join('')
    .toLocaleUpperCase();
}

/** The zone that every time of the page is shown in. The user menu has the choice. */
function ZoneName() {
  const { t } = useTranslation();
  const name = zoneName(useCurrentZone());
  const label = t('shell.time_zone', { zone: name });
  return (
    <span className={classes.zone} title={label}>
      <IconClock size={18} aria-hidden />
      <span className="visually-hidden">{label}</span>
      <span className={classes.zoneName} aria-hidden>
        {name}
      </span>
    </span>
  );
}

const themes = [
  { value: 'light', Icon: IconSun },
  { value: 'dark', Icon: IconMoon },
  { value: 'auto', Icon: IconDeviceDesktop },
] as const;

/** Theme, row height, time zone and language, as entries of the user menu. */
function PreferenceItems() {
  const { t, language } = useTranslation();
  // Otherwise the kit writes a style element while it switches, which the content security policy forbids.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const isPhone = useIsPhone();
  const chosen = chosenLanguage(language);
  return (
    <>
      <DropMenuIcons
        title={t('shell.theme')}
        value={colorScheme}
        choices={themes.map((theme) => ({ ...theme, label: t(`theme.${theme.value}`) }))}
        onChoose={setColorScheme}
      />
      {!isPhone && <DensityItems />}
      <ZoneItems />
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

/** The reader's zone, UTC, or the zone of the selected organisation, each with its name and offset. */
function ZoneItems() {
  const { t, language } = useTranslation();
  const session = useSignedIn();
  const choice = useZoneChoice();
  const [now] = useState(() => new Date());
  return (
    <>
      <DropMenuHeading>{t('zone.title')}</DropMenuHeading>
      {zoneChoices.map((value) => {
        const zone = resolveZone(value, session);
        const hint = [zoneName(zone), offsetName(now, browserLocale(language), zone)];
        return (
          <DropMenuItem key={value} isChosen={value === choice} onChoose={() => chooseZone(value, session)}>
            {t(`zone.${value}`, { organisation: session.organisation.selectedOrgName })}{' '}
            <span className={classes.zoneHint}>{hint.filter((text) => text !== 'UTC').join(', ')}</span>
          </DropMenuItem>
        );
      })}
    </>
  );
}

/** The row height of grids. Cards have none. */
function DensityItems() {
  const texts = useUiTexts();
  return (
    <DropMenuIcons
      title={texts.density}
      value={useDensity()}
      choices={useDensityChoices()}
      onChoose={chooseDensity}
    />
  );
}
