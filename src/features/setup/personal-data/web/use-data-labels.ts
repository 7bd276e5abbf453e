import { numberFormat } from '#shared/text/intl-formats.ts';
import type { Detail } from '#ui/layout/details-list.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { dataKinds } from '../data-kinds.ts';
import type { PersonRequest } from '../schemas.ts';

/** The texts of kinds and of what a payment waits for. */
export function useDataLabels() {
  const { t, language } = useTranslation();
  const times = useTimes();
  const number = numberFormat(browserLocale(language), { maximumFractionDigits: 0 });
  return {
    kindsOf: (counts: Readonly<Record<string, number>>): Detail[] =>
      dataKinds.flatMap((kind) => {
        const count = counts[kind];
        if (count === undefined) return [];
        return [{ label: t(`personal_data.kind.${kind}`), value: number.format(count), isNumeric: true }];
      }),
    waitTextOf: ({ reason, payments, until }: PersonRequest['waiting'][number]): string => {
      const what = t(`personal_data.wait.${reason}`, { count: payments, number: number.format(payments) });
      return until === null ? what : `${what} ${t('personal_data.until', { day: times.date(until) })}`;
    },
  };
}
