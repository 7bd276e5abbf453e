import { pipelined } from '#database/pipelined.ts';
import type { TenantSql } from '#database/tenant.ts';
import { formatMinor } from '#shared/money.ts';
import { ok, refuse } from '#shared/result.ts';
import type { PaymentReply } from '../payment-response.ts';
import type { FollowUpBody } from '../request/request-schemas.ts';
import {
  type ClaimedEpisode,
  type EpisodePlace,
  claimEpisode,
  replaceNext,
} from '#features/payments/schedules/server/db/claim-episode.ts';
import {
  type SchedulePlan,
  planSchedule,
  writeSchedule,
} from '#features/payments/schedules/server/plan-schedule.ts';
import { type Evaluated, readEngineState } from '#features/fraud/fraud-engine/server/evaluate-payment.ts';
import { type BlockMatch } from '#features/fraud/fraud-engine/server/standard-lists.ts';
import { insertCharge, startOnCharge } from './db/charges.ts';
import { scoreAttempt, toAttempt } from '#features/fraud/fraud-engine/server/fraud-score.ts';
import { loadInstallation } from './db/installations.ts';
import { continueWith, respondWith } from './run-once.ts';
import { endTransaction } from './end-transaction.ts';
import { insertIntent } from './db/intents.ts';
import { settleSchedules } from './settlement-work.ts';
import {
  type NewTransaction,
  type TransactionRecord,
  insertTransaction,
  toRootState,
} from './db/transactions.ts';
import {
  type DecidedFollowUp,
  auditFollowUp,
  buildFollowUp,
  connectionColumns,
  decide,
  intentOf,
  lockOriginal,
  prepareFollowUp,
  runFollowUp,
} from './follow-up.ts';
import { type PaymentContext, type PaymentResult, refusalReply, refuseFollowUp } from './payment-context.ts';
import { toScheduleOrigin } from './build-transaction.ts';
import { addBlockedValues, evaluateRepeat } from './judge-payment.ts';
import type { Sending } from './processor-client.ts';

/**
 * A repeat charges the card of an earlier payment again: lock the charge → claim the episode → validate → decide → order
 * the schedule → persist → processor → settle (docs/domain.md#repeats).
 */
export function repeatPayment(
  context: PaymentContext,
  originalId: number,
  body: FollowUpBody,
): Promise<PaymentReply> {
  return runFollowUp(context, 'repeat', originalId, async (sql, txnId, setup) => {
    const original = await lockOriginal(sql, context, originalId);
    // Before an episode is claimed: without the card's processor no attempt is made.
    const { cardConnectionId, installationId } = original;
    if (!setup.open(cardConnectionId, { installationId, isNew: true, mode: context.mode }))
      return refuseFollowUp('repeat', original, { code: 'X201' });
    const [claimed, score, engine] = await pipelined(sql, [
      () => claimDueEpisode(sql, context, txnId, original),
      () => scoreAttempt(sql, toAttempt(original, txnId, context.now)),
      () => readEngineState(sql, context),
    ]);
    // The episode is not due, or the charge is busy: no attempt was made, so nothing is recorded.
    if (!claimed.ok) return ok(respondWith(refusalReply(claimed)));
    const episode = claimed.value;
    const request = episode ? buildEpisodeBody(episode) : body;
    const decision = await decide(sql, context, 'repeat', original, request);
    if (!decision.ok) {
      await releaseEpisode(sql, context, txnId, decision.code);
      return decision;
    }
    const prepared = prepareFollowUp(setup, { txnId, mode: context.mode }, decision.value, original);
    if (!prepared.ok) return refuseFollowUp('repeat', original, prepared);
    const ordered = await orderSchedule(sql, context, { txnId, original, body, decision: decision.value });
    if (!ordered.ok) return refuseFollowUp('repeat', original, ordered);
    const scoredRow = {
      ...buildRepeat(context, txnId, decision.value, original),
      ...connectionColumns(prepared.value),
      ...score,
    };
    const { row, block, steps } = await evaluateRepeat(sql, context, scoredRow, engine);
    const { plan, replaced } = ordered.value;
    const place =
      context.episode && episode ? { ...context.episode, remaining: episode.remaining } : replaced;
    if (row.txnStatus === 'FAILED')
      return ok(
        respondWith(await insertBlockedRepeat(sql, context, { row, place, plan: undefined, steps }, block)),
      );
    await insertRepeat(sql, context, original, { row, place, plan, steps }, prepared.value);
    return ok(continueWith(prepared.value));
  });
}

/** Claims the attempt that the schedule's worker charges. A125 when it is no longer due, or the charge is busy. */
async function claimDueEpisode(
  sql: TenantSql,
  { episode, companyId, now }: PaymentContext,
  txnId: number,
  original: TransactionRecord,
): Promise<PaymentResult<ClaimedEpisode | undefined>> {
  if (!episode) return ok(undefined);
  const claimed = toRootState(original).inFlight
    ? undefined
    : await claimEpisode(sql, companyId, episode, txnId, now);
  return claimed ? ok(claimed) : refuseFollowUp('repeat', original, { code: 'A125' });
}

/** The request for an episode's charge, as a merchant would send it. */
function buildEpisodeBody({ amountMinor, currency, sequence }: ClaimedEpisode): FollowUpBody {
  const kind = sequence === 'RECURRING' ? { recurring: true } : { instalment: true };
  const transaction = { amount: formatMinor(amountMinor, currency), currency, commerceType: 'CA', ...kind };
  return { transaction } as FollowUpBody;
}

/** The attempt of an episode failed before anything was written. */
async function releaseEpisode(
  sql: TenantSql,
  { services, companyId, now }: PaymentContext,
  txnId: number,
  reasonCode: string,
): Promise<void> {
  const ended = { services, companyId, txnId, now };
  await settleSchedules(sql, ended, { approved: false, isRefused: true, reasonCode });
}

interface Repeat {
  txnId: number;
  original: TransactionRecord;
  body: FollowUpBody;
  decision: DecidedFollowUp;
}

/** The schedule that a repeat starts, or the episode that it replaces. */
interface OrderedSchedule {
  plan?: SchedulePlan;
  replaced?: EpisodePlace;
}

/** Takes the episode that the repeat replaces, or plans the schedule that starts with it. */
async function orderSchedule(
  sql: TenantSql,
  context: PaymentContext,
  { txnId, original, body, decision }: Repeat,
): Promise<PaymentResult<OrderedSchedule>> {
  const { companyId, merchantId, merchantPath, installationId, episode, now } = context;
  const { skipNext, schedule } = body;
  if (episode || (!skipNext && !schedule)) return ok({});
  if (skipNext && schedule) return refuse('V100');
  if (skipNext) {
    const order = { txnId, rootId: original.rootId };
    const replaced = await replaceNext(sql, companyId, skipNext.scheduleId ?? '', order);
    return replaced ? ok({ replaced }) : refuse('A103');
  }
  if (!schedule) return ok({});
  const planned = await planSchedule(sql, {
    body: schedule,
    merchantId,
    merchantPath,
    currency: original.ccyCode,
    amountMinor: decision.amountMinor,
    sequence: decision.details.sequence ?? original.continuousAuthorityType ?? undefined,
    supports: await loadInstallation(sql, installationId),
    now,
  });
  return planned.ok ? ok({ plan: planned.value }) : planned;
}

/** A repeat is a charge of its own, with the card and the billing address of the original. */
function buildRepeat(
  context: PaymentContext,
  txnId: number,
  decision: DecidedFollowUp,
  original: TransactionRecord,
): NewTransaction {
  const row = buildFollowUp(context, txnId, decision, original);
  const { billingAddress, callbacks, locale } = original.detail;
  return {
    ...row,
    txnStage: 'AUTHORISATION',
    commerceType: decision.details.commerceType ?? 'CA',
    detail: { billingAddress, merchantInitiated: true, callbacks, locale },
  };
}

interface StoredRepeat {
  row: NewTransaction;
  /** The episode that it charges or replaces. */
  place: EpisodePlace | undefined;
  plan: SchedulePlan | undefined;
  /** What the fraud engine stores. */
  steps: Evaluated['steps'];
}

/** The row with its place in schedules. */
const withSchedule = ({ row, place, plan }: StoredRepeat): NewTransaction => ({
  ...row,
  detail: { ...row.detail, scheduleId: plan?.scheduleId },
  scheduleId: place?.scheduleId ?? null,
  episodeIndex: place?.index ?? null,
  scheduleRemainingEpisodeCount: place?.remaining ?? null,
});

/** A repeat that the fraud engine blocks is stored as failed; its episode failed with it. */
async function insertBlockedRepeat(
  sql: TenantSql,
  context: PaymentContext,
  repeat: StoredRepeat,
  block: BlockMatch | undefined,
): Promise<PaymentReply> {
  const { companyId, now, services } = context;
  const row = withSchedule(repeat);
  const { txnId, merchantId, installationId, ccyCode: currency, txnStage: stage, reasonCode } = row;
  await pipelined(sql, [
    ...repeat.steps,
    () => insertTransaction(sql, row, now),
    () => insertCharge(sql, { chargeId: txnId, companyId, merchantId, installationId, currency }),
    () => (block ? addBlockedValues(sql, context, row, block) : undefined),
    () => auditFollowUp(sql, context, 'repeat', row),
  ]);
  return endTransaction(sql, { services, companyId, txnId, now }, { status: 'FAILED', stage, reasonCode });
}

async function insertRepeat(
  sql: TenantSql,
  context: PaymentContext,
  original: TransactionRecord,
  repeat: StoredRepeat,
  sending: Sending | undefined,
): Promise<void> {
  const { now } = context;
  const { plan } = repeat;
  const row = withSchedule(repeat);
  const { txnId, companyId, merchantId, installationId, ccyCode: currency, txnType: type } = row;
  await pipelined(sql, [
    ...repeat.steps,
    () => insertTransaction(sql, row, now),
    () => (plan ? writeSchedule(sql, plan, toScheduleOrigin(row), now) : undefined),
    () => insertCharge(sql, { chargeId: txnId, companyId, merchantId, installationId, currency }),
    () => startOnCharge(sql, original, txnId, 0),
    () => insertIntent(sql, context, { txnId, chargeId: txnId, operation: type, ...intentOf(sending) }),
    () => auditFollowUp(sql, context, 'repeat', row),
  ]);
}
