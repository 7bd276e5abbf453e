import { formatMinor } from '#shared/money.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { FollowUpDetails } from '#features/payments/request/parse-payment.ts';
import type { ReasonCode } from '#features/payments/reason-codes.ts';
import type { FollowUpBody } from '#features/payments/request/request-schemas.ts';
import {
  type ClaimedEpisode,
  claimEpisode,
  replaceNext,
} from '#features/schedules/server/store/claim-episode.ts';
import type { SchedulePlan } from '#features/schedules/server/store/plan-schedule.ts';
import type { PaymentContext } from '../payment-context.ts';
import { planFor } from './plan-for.ts';
import type { Installation } from './installation-store.ts';
import { type TransactionRecord, toRootState } from './payment-store.ts';

/**
 * The attempt that the schedule's worker orders this repeat for. 'none': it is no longer due, or the charge is busy,
 * which is no attempt at all.
 */
export async function claimedEpisodeFor(
  sql: TenantSql,
  { episode, companyId, now }: PaymentContext,
  txnId: number,
  original: TransactionRecord,
): Promise<ClaimedEpisode | undefined | 'none'> {
  if (!episode) return undefined;
  if (toRootState(original).inFlight) return 'none';
  return (await claimEpisode(sql, companyId, episode, txnId, now)) ?? 'none';
}

/** What the schedule says is to be charged, as a shop would ask for it. */
export function buildScheduleOrder({ amountMinor, currency, sequence }: ClaimedEpisode): FollowUpBody {
  const kind = sequence === 'RECURRING' ? { recurring: true } : { instalment: true };
  const transaction = { amount: formatMinor(amountMinor, currency), currency, commerceType: 'CA', ...kind };
  return { transaction } as FollowUpBody;
}

interface Repeat {
  txnId: number;
  amountMinor: number;
  original: TransactionRecord;
  details: FollowUpDetails;
  body: FollowUpBody;
  installation: Installation;
}

/** The episode that a repeat replaces is taken, the schedule it begins is planned; or why neither is possible. */
export async function orderSchedule(
  sql: TenantSql,
  context: PaymentContext,
  repeat: Repeat,
): Promise<{ code?: ReasonCode; field?: string | undefined; plan?: SchedulePlan } | undefined> {
  const { txnId, amountMinor, original, details, body, installation } = repeat;
  if (context.episode) return undefined;
  const { skipNext, schedule } = body;
  if (skipNext && schedule) return { code: 'V100' };
  if (skipNext) {
    const order = { txnId, rootId: original.rootId };
    const taken = await replaceNext(sql, context.companyId, skipNext.scheduleId ?? '', order);
    return taken ? undefined : { code: 'A103' };
  }
  const request = {
    currency: original.ccyCode,
    amountMinor,
    sequence: details.sequence ?? original.continuousAuthorityType ?? undefined,
  };
  const planned = await planFor(sql, context, schedule, request, installation);
  if (!planned) return undefined;
  return planned.ok ? { plan: planned.plan } : planned;
}
