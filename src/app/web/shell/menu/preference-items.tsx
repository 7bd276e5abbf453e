import { useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { useState } from 'react';
import classes from '../shell.module.css';
import { useIsPhone } from '#ui/layout/use-is-phone.ts';
import { DropMenuHeading } from '#ui/overlay/drop-menu.tsx';
import { DropMenuIcons, DropMenuItem } from '#ui/overlay/drop-menu-item.tsx';
import { useDensityChoices } from '#ui/grid/use-density-choices.ts';
import { useUiTexts } from '#ui/ui-texts.ts';
import { offsetName, zoneName } from '#web/format/date-format.ts';
import { chooseDensity, useDensity } from '#web/preferences/density.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { chooseZone, resolveZone, useZoneChoice, zoneChoices } from '#web/session/zone-choice.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { changeLanguage, chosenLanguage, languages } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

const themes = [
  { value: 'light', Icon: IconSun },
  { value: 'dark', Icon: IconMoon },
  { value: 'auto', Icon: IconDeviceDesktop },
] as const;

/** Theme, row height, time zone and language, as entries of the user menu. */
export function PreferenceItems() {
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
