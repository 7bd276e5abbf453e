import { ActionIcon, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconLanguage, IconMoon, IconSun } from '@tabler/icons-react';
import { ChoiceMenu } from '#app/web/shell/preferences/choice-menu.tsx';
import { ZoneMenu } from '#app/web/shell/preferences/zone-menu.tsx';
import { productVersion } from '#web/product-version.ts';
import { changeLanguage, chosenLanguage, languages } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

const themes = [
  { value: 'light', Icon: IconSun },
  { value: 'dark', Icon: IconMoon },
  { value: 'auto', Icon: IconDeviceDesktop },
] as const;

/** Time zone, language and theme. */
export function PreferenceMenus() {
  const { t, language } = useTranslation();
  // Otherwise the kit writes a style element while it switches, which the content security policy forbids.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const Current = themes.find((theme) => theme.value === colorScheme)?.Icon ?? IconDeviceDesktop;
  return (
    <>
      <ZoneMenu />
      <ChoiceMenu
        target={
          <ActionIcon variant="subtle" aria-label={t('shell.language')} title={t('shell.language')}>
            <IconLanguage size={18} />
          </ActionIcon>
        }
        value={chosenLanguage(language)}
        // Without the words of a language the page stays in the one it has.
        onChoose={(language) => void changeLanguage(language, productVersion).catch(() => {})}
        choices={languages.map((value) => ({ value, label: t(`language.${value}`), lang: value }))}
      />
      <ChoiceMenu
        target={
          <ActionIcon variant="subtle" aria-label={t('shell.theme')} title={t('shell.theme')}>
            <Current size={18} />
          </ActionIcon>
        }
        value={colorScheme}
        onChoose={setColorScheme}
        choices={themes.map(({ value, Icon }) => ({
          value,
          label: t(`theme.${value}`),
          icon: <Icon size={16} aria-hidden />,
        }))}
      />
    </>
  );
}
