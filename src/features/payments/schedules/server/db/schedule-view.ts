import { formatMinor } from '#shared/money.ts';
import type { TenantSql } from '#database/tenant.ts';
import { type ScheduleChange, scheduleFailures } from '../../schedule-change.ts';
import type { ScheduleView } from '../../schemas.ts';
import { episodeAmount } from '../../schedule-definition.ts';
import { listOpenEpisodes } from './episode.ts';
import { type ScheduleRow, readSchedule } from './schedule.ts';

interface ViewColumns {
  ownerName: string;
  lastOn: string | null;
  lastMinor: number | null;
  lastState: 'SUCCESS' | 'FAILED' | null;
  customerMerchantRef: string | null;
  customerEmail: string | null;
  customerName: string | null;
  maskedPan: string | null;
  lastFour: string | null;
}

/** A schedule under the API's names (docs/domain.md#schedules). */
export async function viewSchedule(
  sql: TenantSql,
  companyId: number,
  scheduleId: string,
): Promise<ScheduleView> {
  const schedule = await readSchedule(sql, companyId, scheduleId);
  const [columns] = await sql<ViewColumns[]>`
    select m.name as owner_name, s.last_episode_on::text as last_on, s.last_minor, s.last_state,
           s.customer_ref as customer_merchant_ref, s.customer_email,
           s.customer_name, s.masked_pan, s.last_four
    from schedule s join organisation m on m.id = s.merchant_id
    where s.company_id = ${companyId} and s.schedule_id = ${scheduleId}`;
  if (!schedule || !columns) throw new Error(`schedule ${scheduleId} vanished`);
  const { ownerName, lastOn, lastMinor, lastState, ...metaData } = columns;
  const money = (minor: number) => formatMinor(minor, schedule.currency);
  const { amountsMinor, currency: _currency, ...dates } = schedule.definition;
  return {
    id: schedule.scheduleId,
    owner: `merchant:${schedule.merchantId}`,
    ownerName,
    merchantId: schedule.merchantId,
    installationId: schedule.installationId,
    status: schedule.status as ScheduleView['status'],
    type: schedule.type,
    creationDate: schedule.createdAt.toISOString(),
    transactionId: String(schedule.txnId),
    currencyCode: schedule.currency,
    definition: {
      ...dates,
      // Every episode repeats the root transaction.
      episodeData: amountsMinor.map((minor) => ({
        transactionId: String(schedule.rootId),
        amount: money(minor),
      })),
    },
    metaData,
    lastEpisode:
      lastOn === null || lastMinor === null
        ? null
        : { episodeDue: lastOn, episodeData: { amount: money(lastMinor) }, state: lastState },
    nextEpisode: (await listUpcomingAttempts(sql, schedule))[0] ?? null,
    failure: await loadFailure(sql, schedule),
  };
}

interface ChargeLine {
  at: Date;
  code: ScheduleChange['code'];
  detail: Partial<Record<'reason' | 'statusCode' | 'scheme' | 'adviceCode' | 'transactionId', string>>;
}

/** Changes after which an earlier failure no longer counts. */
const settlingCodes: readonly ScheduleChange['code'][] = [
  'CHARGED',
  'REPLACED',
  'RESUMED',
  'CLEARED',
  'CANCELLED',
];

/** The last failed charge, unless the schedule was charged, resumed or cancelled since. */
async function loadFailure(
  sql: TenantSql,
  { companyId, scheduleId }: ScheduleRow,
): Promise<ScheduleView['failure']> {
  const codes = [...settlingCodes, ...scheduleFailures];
  const [last, before] = await sql<ChargeLine[]>`
    select at, code, detail from schedule_audit
    where company_id = ${companyId} and schedule_id = ${scheduleId} and code = any (${codes})
    order by sequence desc limit 2`;
  const code = scheduleFailures.find((failureCode) => failureCode === last?.code);
  if (last === undefined || code === undefined) return null;
  const { reason = '', statusCode, scheme, adviceCode, transactionId } = last.detail;
  return {
    code,
    date: last.at.toISOString(),
    reasonCode: reason,
    statusCode: statusCode ?? null,
    scheme: scheme ?? null,
    adviceCode: adviceCode ?? null,
    // A suspension follows the line of its charge.
    transactionId: transactionId ?? (before?.code === 'FAILED' ? before.detail.transactionId : null) ?? null,
  };
}

/** Retries and the next episode, in the order in which they are charged. Held attempts come last. */
export async function listUpcomingAttempts(
  sql: TenantSql,
  schedule: ScheduleRow,
): Promise<NonNullable<ScheduleView['nextEpisode']>[]> {
  if (schedule.status !== 'ACTIVE') return [];
  const { definition, currency } = schedule;
  const waitingAttempts = (await listOpenEpisodes(sql, schedule)).filter(({ state }) => state !== 'RUNNING');
  return waitingAttempts
    .toSorted(
      (a, b) =>
        Number(a.state === 'HELD') - Number(b.state === 'HELD') ||
        a.dueOn.localeCompare(b.dueOn) ||
        a.index - b.index,
    )
    .map(({ index, retryIndex, dueOn }) => ({
      episodeIndex: index,
      retryIndex,
      episodeDue: dueOn,
      episodeData: { amount: formatMinor(episodeAmount(definition, index), currency), currency },
    }));
}

/** The next regular episode of an active schedule, which a manual repeat can replace. */
export function nextEpisodeFor(schedule: ScheduleRow): ScheduleView['nextEpisode'] {
  const { status, nextIndex, nextOn, definition, currency } = schedule;
  if (status !== 'ACTIVE' || nextIndex === null || nextOn === null) return null;
  const amount = formatMinor(episodeAmount(definition, nextIndex), currency);
  return { episodeIndex: nextIndex, retryIndex: 0, episodeDue: nextOn, episodeData: { amount, currency } };
}
