import { useMemo } from 'react';
import { useCurrentZone } from '#web/format/current-zone.ts';
import { formatDate, formatDateTime, offsetName, zoneName } from '#web/format/date-format.ts';
import { formatShort } from '#web/format/day-time.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

type Moment = Date | number | string;

/** How a screen writes times in the chosen zone; a new object whenever zone or language change. */
export type Times = {
  /** IANA name. */
  zone: string;
  /** For the header above a column of times. */
  zoneName: string;
  /** dd/MM/yyyy HH:mm:ss, for columns whose header names the zone. */
  dateTime: (at: Moment) => string;
  /** dd/MM/yyyy. */
  date: (at: Moment) => string;
  /** The same with the zone beside it, for a time that stands alone. */
  moment: (at: Moment) => string;
  /** "22 Nov, 00:32", the year only when it is another: for lists. */
  short: (at: Moment) => string;
  /** As the language writes it, with the zone: for sentences. */
  long: (at: Moment) => string;
};

export function useTimes(): Times {
  const { language } = useTranslation();
  const zone = useCurrentZone();
  return useMemo(() => timesIn(zone, browserLocale(language)), [zone, language]);
}

/** Exported for tests and for code that is no component. */
export function timesIn(zone: string, locale: string): Times {
  const long = new Intl.DateTimeFormat(locale, { timeZone: zone, dateStyle: 'medium', timeStyle: 'short' });
  return {
    zone,
    zoneName: zoneName(zone),
    dateTime: (at) => formatDateTime(at, zone),
    date: (at) => formatDate(at, zone),
    short: (at) => formatShort(at, locale, zone),
    moment: (at) => `${formatDateTime(at, zone)} ${offsetName(at, locale, zone)}`,
    long: (at) => `${long.format(new Date(at))} ${offsetName(at, locale, zone)}`,
  };
}
