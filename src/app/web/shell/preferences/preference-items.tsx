import { useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { DropMenuHeading } from '#ui/overlay/drop-menu-heading.tsx';
import { DropMenuItem } from '#ui/overlay/drop-menu-item.tsx';
import { productVersion } from '#web/product-version.ts';
import { changeLanguage, chosenLanguage, languages } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

const themes = [
  { value: 'light', Icon: IconSun },
  { value: 'dark', Icon: IconMoon },
  { value: 'auto', Icon: IconDeviceDesktop },
] as const;

/** Theme and language, as entries of the user menu. */
export function PreferenceItems() {
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
          // Without the words of a language the page stays in the one it has.
          onChoose={() => void changeLanguage(value, productVersion).catch(() => {})}
        >
          {t(`language.${value}`)}
        </DropMenuItem>
      ))}
    </>
  );
}
