import { useMantineColorScheme } from '@mantine/core';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTimes } from '#web/format/use-times.ts';
import { pageActions } from '#web/palette/page-actions.ts';
import {
  paletteGroups,
  type PaletteContext,
  type PaletteEntry,
  type PaletteGroup,
  type PaletteSource,
} from '#web/palette/palette-source.ts';
import { type MenuEntry, flatMenu } from '#web/session/menu-rules.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { casePalette } from '#features/review/cases/web/case-palette.tsx';
import { listPalette } from '#features/fraud/fraud-lists/web/list-palette.tsx';
import { rulePalette, territoryPalette } from '#features/fraud/fraud-rules/web/rule-palette.tsx';
import { installationPalette } from '#features/company/installations/web/installation-palette.tsx';
import { linkPalette } from '#features/payments/smart-links/web/link-palette.tsx';
import { schedulePalette } from '#features/payments/schedules/web/schedule-palette.tsx';
import { userPalette } from '#features/access/users/web/user-palette.tsx';
import { webhookPalette } from '#features/outbound/webhooks/web/webhook-palette.tsx';
import { customerPalette } from '#features/reports/customers/web/customer-palette.tsx';
import { transactionPalette } from '#features/reports/transactions/web/transaction-palette.tsx';
import {
  IconBook,
  IconClock,
  IconHistory,
  IconLanguage,
  IconShieldLock,
  IconPlus,
  IconDeviceDesktop,
  IconDevices,
  IconKey,
  IconKeyboard,
  IconMoon,
  IconSun,
  IconSwitchHorizontal,
} from '@tabler/icons-react';
import { MenuIcon } from './menu/menu-icon.tsx';
import { screens } from '../screens.tsx';
import { recentPlaces } from '#web/palette/recent-places.ts';
import { paths } from '#web/paths.ts';
import { apiDocsUrl } from '#web/startup-config.ts';
import { isAtOwnDomain, mayPass } from '#web/session/session.ts';
import { chooseZone, resolveZone, zoneChoices } from '#web/session/zone-choice.ts';
import { changeLanguage, languages } from '#web/translate/translate.ts';
import { openOrganisationChoice } from '#features/company/organisations/web/organisation-choice.ts';

/**
 * Typing pauses this long before a call is made. Customers and transactions are asked first, so that the other calls do not delay them,
 * and at once after a key that comes alone: only keys that follow each other faster are gathered.
 */
const findDelayMs = { first: 40, other: 140 };

let lastText = { typed: '', at: Number.NEGATIVE_INFINITY, isAlone: true };

/** No key came within the pause before this text. */
function isTypedAlone(typed: string): boolean {
  const now = performance.now();
  if (lastText.typed !== typed)
    lastText = { typed, at: now, isAlone: now - lastText.at >= findDelayMs.first };
  return lastText.isAlone;
}

interface PaletteSection {
  group: PaletteGroup;
  entries: readonly PaletteEntry[];
}

/** The palette's entries for the typed text, by group. */
export function usePaletteEntries(typed: string, menu: readonly MenuEntry[], openKeys: () => void) {
  const { t, language } = useTranslation();
  const session = useSignedIn();
  const times = useTimes();
  const queries = useQueryClient();
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const context = useMemo<PaletteContext>(
    () => ({ session, t, times, queries, locale: browserLocale(language) }),
    [session, t, times, queries, language],
  );
  const found = useFound(typed, context);
  const fixed: Record<'page' | 'recent' | 'actions' | 'screens', readonly PaletteEntry[]> = {
    page: pageActions(),
    recent: recentEntries(),
    actions: [
      ...screenActions(context),
      ...paletteSources.flatMap((source) => source.actions?.(context) ?? []),
      // Seldom used: found by their names only.
      ...(typed === '' ? [] : shellActions(context, setColorScheme, openKeys)),
    ],
    screens: screenEntries(menu, context),
  };
  const byGroup: Record<PaletteGroup, readonly PaletteEntry[]> = {
    page: matching(fixed.page, typed),
    recent: matching(fixed.recent, typed),
    actions: matching(fixed.actions, typed),
    screens: matching(fixed.screens, typed),
    found: found.entries,
    search: typed === '' ? [] : paletteSources.flatMap((source) => source.searches?.(typed, context) ?? []),
  };
  const sections: PaletteSection[] = paletteGroups
    .map((group) => ({ group, entries: byGroup[group] }))
    .filter(({ entries }) => entries.length > 0);
  return { sections, isFinding: found.isFinding };
}

/** Every typed word is in the entry's words. */
export function matching(entries: readonly PaletteEntry[], typed: string): readonly PaletteEntry[] {
  const words = typed.toLocaleLowerCase().split(/\s+/);
  return entries.filter(({ label, detail = '', keywords = '' }) => {
    const text = `${detail} ${label} ${keywords}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
}

function useFound(typed: string, context: PaletteContext) {
  const { organisation } = context.session;
  const searched = paletteSources.filter(({ canFind }) => typed !== '' && canFind?.(typed, context) === true);
  const results = useQueries({
    queries: searched.map((source) => ({
      queryKey: ['palette', source.name, typed, organisation.selectedParentOrgId, context.times.zone],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const { first, other } = findDelayMs;
        if (!askedFirst.has(source)) await pause(signal, other);
        else if (!isTypedAlone(typed)) await pause(signal, first);
        return (await source.find?.(typed, context, signal)) ?? [];
      },
      // A search that fails finds nothing: the searches below still lead to its screen.
      meta: { handlesOwnErrors: true },
      retry: false,
      staleTime: 30_000,
    })),
  });
  return {
    entries: results.flatMap(({ data }) => data ?? []),
    isFinding: results.some(({ isPending }) => isPending),
  };
}

function pause(signal: AbortSignal, ms: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new DOMException('The text has changed.', 'AbortError'));
    });
  });
}

/** The sources that features add to the palette, in the order of their results. A new source is one entry here. */
export const paletteSources: readonly PaletteSource[] = [
  customerPalette,
  transactionPalette,
  schedulePalette,
  linkPalette,
  casePalette,
  userPalette,
  rulePalette,
  territoryPalette,
  listPalette,
  installationPalette,
  webhookPalette,
];

const askedFirst: ReadonlySet<PaletteSource> = new Set([customerPalette, transactionPalette]);

/** The screens of the menu; one in a group is named with its group. */
export function screenEntries(menu: readonly MenuEntry[], { t }: PaletteContext): PaletteEntry[] {
  return flatMenu(menu).map(({ entry, groups: [group] }) => ({
    id: `screen ${entry.name}`,
    icon: <MenuIcon name={group ?? entry.name} />,
    label: t(`menu.${entry.name}`),
    detail: group === undefined ? undefined : t(`menu.${group}`),
    keywords: t(`palette.words.${entry.name}`, { defaultValue: '' }),
    go: { href: entry.path ?? paths.home().to },
  }));
}

/** Screens whose opening is itself an action. */
const actions = ['smartLinkCreate', 'virtualTerminal', 'createUser', 'transactionExport'] as const;

/** The actions that have a separate screen, if the user may open it. */
export function screenActions({ session, t }: PaletteContext): PaletteEntry[] {
  return actions.flatMap((name) => {
    const screen = screens.find((candidate) => candidate.name === name);
    if (screen === undefined) return [];
    const isOpen = screen.permission === undefined || mayPass(session, screen.permission);
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
function recentEntries(): PaletteEntry[] {
  return recentPlaces().map(({ label, href }) => ({
    id: `recent ${href}`,
    icon: <IconHistory size={18} aria-hidden />,
    label,
    go: { href },
  }));
}

type Theme = 'light' | 'dark' | 'auto';
const themes = [
  { theme: 'light', Icon: IconSun },
  { theme: 'dark', Icon: IconMoon },
  { theme: 'auto', Icon: IconDeviceDesktop },
] as const satisfies { theme: Theme; Icon: unknown }[];

/** Actions that belong to no feature: organisation, theme, account, keys. */
function shellActions(
  { session, t, times }: PaletteContext,
  setTheme: (theme: Theme) => void,
  openKeys: () => void,
): PaletteEntry[] {
  const change: PaletteEntry = {
    id: 'change organisation',
    icon: <IconSwitchHorizontal size={18} aria-hidden />,
    label: t('organisation.change'),
    go: () => openOrganisationChoice(),
  };
  return [
    ...(session.tree.length > 1 ? [change] : []),
    ...themes.map(({ theme, Icon }) => ({
      id: `theme ${theme}`,
      icon: <Icon size={18} aria-hidden />,
      label: t('palette.theme', { theme: t(`theme.${theme}`) }),
      go: () => setTheme(theme),
    })),
    ...zoneChoices
      .map((choice) => ({ choice, zone: resolveZone(choice, session) }))
      .filter(({ zone }) => zone !== times.zone)
      .map(({ choice }) => ({
        id: `zone ${choice}`,
        icon: <IconClock size={18} aria-hidden />,
        label: t('palette.zone', {
          zone: t(`zone.${choice}`, { organisation: session.organisation.selectedOrgName }),
        }),
        keywords: t('palette.words.zone'),
        go: () => chooseZone(choice, session),
      })),
    ...languages.map((language) => ({
      id: `language ${language}`,
      icon: <IconLanguage size={18} aria-hidden />,
      label: t('palette.language', { language: t(`language.${language}`) }),
      // Without the texts of a language the page keeps the current one.
      go: () => void changeLanguage(language).catch(() => {}),
    })),
    {
      id: 'api docs',
      icon: <IconBook size={18} aria-hidden />,
      label: t('menu.apiDocs'),
      keywords: t('palette.words.apiDocs'),
      go: () => void window.open(apiDocsUrl(), '_blank', 'noopener'),
    },
    {
      id: 'security',
      icon: <IconShieldLock size={18} aria-hidden />,
      label: t('screen.mySecurity'),
      keywords: t('palette.words.mySecurity'),
      go: paths.mySecurity(),
    },
    {
      id: 'sessions',
      icon: <IconDevices size={18} aria-hidden />,
      label: t('screen.sessions'),
      go: paths.sessions(),
    },
    {
      id: 'password',
      icon: <IconKey size={18} aria-hidden />,
      label: t('screen.changePassword'),
      go: paths.changePassword(),
    },
    {
      id: 'keys',
      icon: <IconKeyboard size={18} aria-hidden />,
      label: t('keys.title'),
      go: openKeys,
    },
  ];
}
