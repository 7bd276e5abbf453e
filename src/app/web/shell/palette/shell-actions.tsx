import {
  IconDeviceDesktop,
  IconDevices,
  IconKey,
  IconKeyboard,
  IconMoon,
  IconSun,
  IconSwitchHorizontal,
} from '@tabler/icons-react';
import { askForOrganisation } from '#features/organisations/web/organisation-choice.ts';
import type { PaletteContext, PaletteEntry } from '#web/palette/palette-source.ts';
import { paths } from '#web/paths.ts';

type Theme = 'light' | 'dark' | 'auto';
const themes = [
  { theme: 'light', Icon: IconSun },
  { theme: 'dark', Icon: IconMoon },
  { theme: 'auto', Icon: IconDeviceDesktop },
] as const satisfies { theme: Theme; Icon: unknown }[];

/** Actions that belong to no feature: organisation, theme, account, keys. */
export function shellActions(
  { session, t }: PaletteContext,
  setTheme: (theme: Theme) => void,
  openKeys: () => void,
): PaletteEntry[] {
  const change: PaletteEntry = {
    id: 'change organisation',
    icon: <IconSwitchHorizontal size={18} aria-hidden />,
    label: t('organisation.change'),
    go: () => askForOrganisation(),
  };
  return [
    ...(session.tree.length > 1 ? [change] : []),
    ...themes.map(({ theme, Icon }) => ({
      id: `theme ${theme}`,
      icon: <Icon size={18} aria-hidden />,
      label: t('palette.theme', { theme: t(`theme.${theme}`) }),
      go: () => setTheme(theme),
    })),
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
