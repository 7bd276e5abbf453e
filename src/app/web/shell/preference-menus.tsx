import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconLanguage, IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ZoneMenu } from '#app/web/shell/zone-menu.tsx';
import { productVersion } from '#web/product-version.ts';
import { changeLanguage, languages } from '#web/translate/translate.ts';

const themes = [
  { value: 'light', Icon: IconSun },
  { value: 'dark', Icon: IconMoon },
  { value: 'auto', Icon: IconDeviceDesktop },
] as const;

/** Time zone, language and theme. */
export function PreferenceMenus() {
  const { t, i18n } = useTranslation();
  // Otherwise the kit writes a style element while it switches, which the content security policy forbids.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const Current = themes.find((theme) => theme.value === colorScheme)?.Icon ?? IconDeviceDesktop;
  return (
    <>
      <ZoneMenu />
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" aria-label={t('shell.language')} title={t('shell.language')}>
            <IconLanguage size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {languages.map((language) => (
            <Menu.Item
              key={language}
              lang={language}
              role="menuitemradio"
              aria-checked={i18n.language === language}
              rightSection={i18n.language === language ? <IconCheck size={16} aria-hidden /> : undefined}
              // Without the words of a language the page stays in the one it has.
              onClick={() => void changeLanguage(language, productVersion).catch(() => {})}
            >
              {t(`language.${language}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" aria-label={t('shell.theme')} title={t('shell.theme')}>
            <Current size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {themes.map(({ value, Icon }) => (
            <Menu.Item
              key={value}
              role="menuitemradio"
              aria-checked={colorScheme === value}
              leftSection={<Icon size={16} aria-hidden />}
              rightSection={colorScheme === value ? <IconCheck size={16} aria-hidden /> : undefined}
              onClick={() => setColorScheme(value)}
            >
              {t(`theme.${value}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
