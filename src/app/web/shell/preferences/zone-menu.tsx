import { IconClock } from '@tabler/icons-react';
import { useState } from 'react';
import { ChoiceMenu } from '#app/web/shell/preferences/choice-menu.tsx';
import classes from '#app/web/shell/shell.module.css';
import { useCurrentZone } from '#web/format/current-zone.ts';
import { offsetName, zoneName } from '#web/format/date-format.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { chooseZone, useZoneChoice, zoneChoices, resolveZone } from '#web/session/zone-choice.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

/** The zone that every time of the page is shown in; the top bar names it once. */
export function ZoneMenu() {
  const { t, language } = useTranslation();
  const session = useSignedIn();
  const choice = useZoneChoice();
  const [now] = useState(() => new Date());
  const name = zoneName(useCurrentZone());
  const label = t('shell.time_zone', { zone: name });
  const locale = browserLocale(language);
  return (
    <ChoiceMenu
      target={
        <button type="button" className={classes.zone} aria-label={label} title={label}>
          <IconClock size={18} aria-hidden />
          <span className={classes.onlyWide}>{name}</span>
        </button>
      }
      value={choice}
      onChoose={(next) => chooseZone(next, session)}
      choices={zoneChoices.map((value) => {
        const zone = resolveZone(value, session);
        const hint = [zoneName(zone), offsetName(now, locale, zone)].filter((text) => text !== 'UTC');
        return {
          value,
          label: (
            <>
              {t(`zone.${value}`, { organisation: session.organisation.selectedOrgName })}{' '}
              <span className={classes.zoneHint}>{hint.join(', ')}</span>
            </>
          ),
        };
      })}
    />
  );
}
