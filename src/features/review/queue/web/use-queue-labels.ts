import { numberFormat } from '#shared/text/intl-formats.ts';
import { useMemo } from 'react';
import { explainDecline } from '#shared/payments/declines.ts';
import { getCountries } from '#features/reports/transaction-details/endpoints.ts';
import { useCall } from '#web/call/use-call.ts';
import { useMoney } from '#web/format/use-money.ts';
import { type Times, useTimes } from '#web/format/use-times.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { sumByCurrency } from '../review.ts';
import type { LastEvent, TaskView } from '../schemas.ts';
import { useQueueUsers } from './use-queue.ts';

/** The processor's code for a declined capture or release. */
type Response = Pick<TaskView, 'statusCode' | 'scheme'>;

/** How the queue writes its tasks in the current language. */
export function useQueueLabels() {
  const { t, language } = useTranslation();
  const locale = browserLocale(language);
  const times: Times = useTimes();
  const money = useMoney();
  const { users } = useQueueUsers();
  const countries = useCall(getCountries, {}, { handlesOwnErrors: true, staleTime: Infinity }).data;
  const userNames = useMemo(() => new Map(users.map(({ email, name }) => [email, name])), [users]);
  return useMemo(() => {
    const regions = new Intl.DisplayNames([locale], { type: 'region' });
    const countryNames = new Map(
      (countries ?? []).map(({ alpha3Code, alpha2Code, countryName }) => [
        alpha3Code,
        regions.of(alpha2Code) ?? countryName,
      ]),
    );
    const user = (email: string): string =>
      email === 'system' ? t('queue.system') : (userNames.get(email) ?? email);
    return {
      t,
      locale,
      times,
      countryNames,
      user,
      number: (number: number): string => numberFormat(locale).format(number),
      amount: (amount: string): string => money(amount, ''),
      /** "12.00 GBP and 5.00 EUR". */
      sums: (sums: ReturnType<typeof sumByCurrency>): string =>
        new Intl.ListFormat(locale).format(sums.map(({ amount, currency }) => money(amount, currency))),
      /** The amount of one task, or how many there are. */
      what: (tasks: readonly TaskView[]): string => {
        const [firstTask] = tasks;
        return firstTask !== undefined && tasks.length === 1
          ? money(firstTask.transactionAmount, firstTask.transactionCurrencyCode)
          : t('queue.tasks', { count: tasks.length });
      },
      list: (items: readonly string[]): string => new Intl.ListFormat(locale).format(items),
      status: (status: string): string => t(`queue.status.${status}`),
      type: (type: string): string => t(`queue.type.${type}`),
      source: (source: string | null): string =>
        source === null ? t('queue.not_available') : t(`details.word.${source}`, { defaultValue: source }),
      /** "Captures in 6 hours". */
      decides: ({ finalAction, decidesAt, transactionTypeCategory: type }: TaskView): string => {
        if (finalAction === 'release') return t('queue.decides.release');
        const waitMs = new Date(decidesAt).getTime() - Date.now();
        if (waitMs <= 0) return t('queue.decides.due');
        const action = finalAction === 'capture' && type === 'PAYOUT' ? 'payout' : finalAction;
        return t(`queue.decides.${action}`, { time: formatWait(waitMs, locale) });
      },
      /** Why an attempt failed, as a sentence. */
      reason: (reasonCode: string | null, response: Partial<Response> = {}): string =>
        t(`declines.${explainDecline({ ...response, reasonCode: reasonCode ?? '' })}`),
      /** "Accepted by Maria Lopez, 22 Nov, 14:05". */
      event: ({ kind, by, at }: LastEvent): string =>
        t(at === null ? 'queue.by_now' : 'queue.by', {
          what: t(`queue.event.${kind}`),
          who: user(by),
          at: at === null ? '' : times.short(at),
        }),
    };
  }, [t, locale, times, money, userNames, countries]);
}

export type QueueLabels = ReturnType<typeof useQueueLabels>;

const minuteMs = 60_000;

/** "2 days 23 hr", "6 hr 12 min", "1 min": two units at most, so that a day more or less is visible. */
export function formatWait(ms: number, locale: string): string {
  const minutes = Math.max(1, Math.floor(ms / minuteMs));
  const [days, hours, restMinutes] = [
    Math.floor(minutes / 1440),
    Math.floor((minutes % 1440) / 60),
    minutes % 60,
  ];
  const units: [number, 'day' | 'hour' | 'minute'][] =
    days > 0
      ? [
          [days, 'day'],
          [hours, 'hour'],
        ]
      : [
          [hours, 'hour'],
          [restMinutes, 'minute'],
        ];
  return units
    .filter(([number]) => number > 0)
    .map(([number, unit]) =>
      numberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(number),
    )
    .join(' ');
}
