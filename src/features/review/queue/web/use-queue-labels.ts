import { numberFormat } from '#shared/text/intl-formats.ts';
import { useMemo } from 'react';
import { explainDecline } from '#shared/payments/declines.ts';
import { getCountries } from '#features/reports/transaction-details/endpoints.ts';
import { useCall } from '#web/call/use-call.ts';
import { useMoney } from '#web/format/use-money.ts';
import { type Times, useTimes } from '#web/format/use-times.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { type sumByCurrency, isFailed } from '../review.ts';
import { busyStatuses } from '#shared/payments/review-task.ts';
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
      /** "12.00 GBP (2 tasks) and 5.00 EUR (1 task)"; of one task the amount alone. */
      sums: (sums: ReturnType<typeof sumByCurrency>): string => {
        const isOne = sums.length === 1 && sums[0]?.tasks === 1;
        const texts = sums.map(({ amount, currency, tasks }) =>
          isOne
            ? money(amount, currency)
            : t('queue.sum', { money: money(amount, currency), tasks: t('queue.tasks', { count: tasks }) }),
        );
        return new Intl.ListFormat(locale).format(texts);
      },
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
      decides: (task: TaskView): string => {
        const { kind, at } = nextDecision(task, Date.now());
        return t(`queue.decides.${kind}`, { time: formatWait(at - Date.now(), locale) });
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

interface NextDecision {
  kind: 'sent' | 'person' | 'due' | 'retry' | 'release_again' | 'capture' | 'payout' | 'decline';
  /** Milliseconds. */
  at: number;
}

/**
 * What happens to a task without a reviewer. A failed one is retried by the clock until it gives up (`nextCheckAt` is null),
 * also long after the end of its deferral.
 */
export function nextDecision(task: TaskView, now: number): NextDecision {
  const { status, nextCheckAt, finalAction, decidesAt } = task;
  if ((busyStatuses as readonly string[]).includes(status)) return { kind: 'sent', at: now };
  if (nextCheckAt === null) return { kind: 'person', at: now };
  // While a worker has a due task that did not fail yet, its next check is the end of the lease.
  const at = Date.parse(isFailed(task) ? nextCheckAt : decidesAt);
  if (at <= now) return { kind: 'due', at };
  if (finalAction === 'release') return { kind: 'release_again', at };
  if (isFailed(task) && Date.parse(decidesAt) <= now) return { kind: 'retry', at };
  const isPayout = finalAction === 'capture' && task.transactionTypeCategory === 'PAYOUT';
  return { kind: isPayout ? 'payout' : finalAction, at };
}

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
