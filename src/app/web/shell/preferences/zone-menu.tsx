import { IconClock } from '@tabler/icons-react';
import { useState, type ReactElement, type ReactNode } from 'react';
import classes from '#app/web/shell/shell.module.css';
import { useCurrentZone } from '#web/format/current-zone.ts';
import { offsetName, zoneName } from '#web/format/date-format.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { chooseZone, useZoneChoice, zoneChoices, resolveZone } from '#web/session/zone-choice.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { DropMenu } from '#ui/overlay/drop-menu.tsx';
import { DropMenuItem } from '#ui/overlay/drop-menu-item.tsx';

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

interface Props<Value extends string> {
  /** The button that opens it, with a name for screen readers. */
  target: ReactElement<object>;
  choices: readonly { value: Value; label: ReactNode; lang?: string; icon?: ReactNode }[];
  value: Value;
  onChoose: (value: Value) => void;
}

/** One of a few: a menu that marks the present choice. */
function ChoiceMenu<Value extends string>(props: Props<Value>) {
  return (
    <DropMenu target={props.target}>
      {props.choices.map(({ value, label, lang, icon }) => (
        <DropMenuItem
          key={value}
          lang={lang}
          end={icon}
          isChosen={value === props.value}
          onChoose={() => props.onChoose(value)}
        >
          {label}
        </DropMenuItem>
      ))}
    </DropMenu>
  );
}
