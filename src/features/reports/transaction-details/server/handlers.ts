import { actorName } from '#features/record/audit/server/actor-name.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import type { Permission } from '#shared/permissions.ts';
import { problems } from '#shared/problem.ts';
import { countryList } from '#shared/countries.ts';
import { formatMinor } from '#shared/money.ts';
import type { TenantSql } from '#database/tenant.ts';
import {
  type TransactionRecord,
  findTransaction,
  toOriginal,
  toRootState,
} from '#features/payments/payments/server/db/transactions.ts';
import { checkState, refundableMinor } from '#features/payments/payments/follow-up.ts';
import { findLinkedSchedules } from '#features/payments/schedules/server/db/schedule.ts';
import type { TransactionStatus } from '#shared/payments/transaction-kind.ts';
import { type ReasonCode, reasonText } from '#shared/payments/reason-codes.ts';
import { busyStatuses } from '#shared/payments/review-task.ts';
import { mayOn } from '#server/auth/caller.ts';
import { listFeatures } from '#server/auth/inherited-state.ts';
import { handle } from '#server/handler.ts';
import type { Services } from '#server/services.ts';
import type { TransactionDetails } from '../schemas.ts';
import { type FraudGuardInformation, type TimelineEvent, rulesServiceResult } from '../detail-parts.ts';
import { loadActions } from './load-actions.ts';
import { buildFacts } from './build-facts.ts';
import { loadSamePayments } from './load-same-payments.ts';
import { loadDisputes } from './load-disputes.ts';
import { loadRelatedEvents } from './load-related-events.ts';
import { pipelined } from '#database/pipelined.ts';
import {
  countFraudFacts,
  fraudBand,
  fraudScore,
  scoredTypes,
  toAttempt,
} from '#features/fraud/fraud-engine/server/fraud-score.ts';
import { findSettlement } from '#features/payments/settlement/server/db/payout-table.ts';
import { loadChosenConnection } from '#features/processing/connections/server/load-chosen-connection.ts';
import { lookUpIpAddress } from '#integrations/place-of-address.ts';

export const getTransaction = handle<typeof endpoints.getTransaction, Services>(
  endpoints.getTransaction,
  schemas.getTransaction,
  async ({ sql, services, caller, resource, now }) => {
    const row = await findTransaction(sql, resource.companyId, resource.transactionId);
    if (!row) throw problems.notFound();
    const { paths } = resource;
    const may = (...names: Permission[]) =>
      names.some((name) => paths.some((path) => mayOn(caller, name, path)));
    const seesRules = may('P_VIEW_FRAUD_RULES', 'P_EDIT_FRAUD_RULES');
    const seesSchedule = may('P_VIEW_SCHEDULE');
    const seesDisputes = may('P_VIEW_DISPUTES', 'P_MANAGE_DISPUTES');
    // Users who may repeat see that an episode is due (docs/domain.md#follow-up-dialogs), and nothing else of
    // the schedule.
    const isWarned = seesSchedule || may('P_REPEAT_TRANSACTION');
    const task = await services.reviewTasks.findOpen(sql, row.companyId, row.rootId);
    const isBusy = task !== undefined && (busyStatuses as readonly string[]).includes(task.status);
    const seesTask =
      may('P_ACCESS_QUEUE_MANAGEMENT') && (await listFeatures(sql, paths[0])).includes('QUEUE');
    const schedule = isWarned ? await loadSchedule(sql, row) : noSchedule;
    return {
      ...buildFacts(row),
      ...schedule,
      scheduleData: seesSchedule ? schedule.scheduleData : null,
      decisionDetails: seesRules ? buildDecision(row) : null,
      rulesServiceResult: seesRules ? await loadRulesResult(sql, row) : null,
      fraudGuardInformation: may('P_VIEW_FRAUDGUARD') ? await loadFraudGuard(sql, row) : null,
      customFields: await loadCustomFields(sql, row),
      authorisationInformation: buildAuthorisation(row, now),
      chargeInformation: buildChargeDetails(row),
      life: await loadTimeline(sql, row, may('P_VIEW_AUDIT')),
      relatedEvents: await loadRelatedEvents(sql, row, {
        seesAudit: may('P_VIEW_AUDIT'),
        seesLinks: may('P_CREATE_SMART_LINK'),
        seesSchedule,
        seesDisputes,
      }),
      ...(await loadDisputes(sql, row, seesDisputes)),
      queueTask:
        task && seesTask
          ? { ...task, transactionId: String(row.rootId), decidesAt: task.decidesAt.toISOString() }
          : null,
      // A follow-up has no route of its own.
      connection: await loadChosenConnection(
        sql,
        row.connectionId,
        row.detail.routing ?? (row.relatedId === null ? undefined : { routeId: null, why: 'ORIGINAL' }),
      ),
      samePayments: await loadSamePayments(sql, row),
      settlement: await loadSettlement(sql, row, may('P_VIEW_PAYOUTS')),
      waitingApprovals: await loadWaiting(services, sql, row, now),
      ...(await loadActions(sql, row, caller, paths, now, isBusy)),
    };
  },
);

async function loadSettlement(
  sql: TenantSql,
  row: TransactionRecord,
  seesPayouts: boolean,
): Promise<TransactionDetails['settlement']> {
  const found = await findSettlement(sql, row);
  if (!found) return null;
  const { payoutId, paidOn, currency, amountMinor, feesMinor, netMinor } = found;
  const money = (minor: number) => formatMinor(minor, currency);
  return {
    settledOn: paidOn,
    payout: seesPayouts
      ? {
          payoutId: String(payoutId),
          currency,
          amount: money(amountMinor),
          fees: money(feesMinor),
          net: money(netMinor),
        }
      : null,
  };
}

async function loadWaiting(
  { approvalGate }: Pick<Services, 'approvalGate'>,
  sql: TenantSql,
  { companyId, txnId, ccyCode }: TransactionRecord,
  now: Date,
): Promise<TransactionDetails['waitingApprovals']> {
  const waiting = await approvalGate.listWaiting(sql, {
    companyId,
    objectId: String(txnId),
    actions: ['refund', 'payout'],
    now,
  });
  return waiting.map(({ approvalId, action, amountMinor, requestedByName, requestedAt, endsAt }) => ({
    approvalId,
    action,
    amount: formatMinor(amountMinor ?? 0, ccyCode),
    requestedBy: requestedByName,
    requestedAt: requestedAt.toISOString(),
    endsAt: endsAt.toISOString(),
  }));
}

type ScheduleParts = Pick<TransactionDetails, 'scheduleData' | 'linkedScheduleId' | 'nextScheduledRepeat'>;
const noSchedule: ScheduleParts = { scheduleData: null, linkedScheduleId: null, nextScheduledRepeat: null };

/** The schedule that created this transaction, else the one of its family; linked while it is live. */
async function loadSchedule(sql: TenantSql, row: TransactionRecord): Promise<ScheduleParts> {
  const linked = await findLinkedSchedules(sql, row.companyId, row.rootId);
  const scheduleId = (row.scheduleId as string | null) ?? linked?.scheduleId;
  if (scheduleId === undefined) return noSchedule;
  const scheduleIds = linked ? [linked.scheduleId, ...linked.previousScheduleIds] : [];
  return {
    scheduleData: {
      scheduleId,
      episodeIndex: row.episodeIndex as number | null,
      remainingEpisodeCount: row.scheduleRemainingEpisodeCount as number | null,
      previousScheduleIds: scheduleIds.filter((id) => id !== scheduleId),
    },
    linkedScheduleId: linked?.isLive ? linked.scheduleId : null,
    nextScheduledRepeat: linked?.nextOn ?? null,
  };
}

function buildDecision(row: TransactionRecord): TransactionDetails['decisionDetails'] {
  const decisionReason = row.decisionReason as string | null;
  return decisionReason === null ? null : { decisionReason };
}

/** The fraud engine's stored result; null for a payment that it did not evaluate. */
async function loadRulesResult(
  sql: TenantSql,
  { companyId, txnId, optimize360Outcome: overallAction }: TransactionRecord,
): Promise<TransactionDetails['rulesServiceResult']> {
  const [decision] = await sql<{ result: unknown }[]>`
    select result from fraud_decision where company_id = ${companyId} and txn_id = ${txnId}`;
  if (decision) return rulesServiceResult.parse(decision.result);
  if (overallAction === null) return null;
  return { overallAction, overallDeferParameter: null, isServiceAvailable: true, triggeredRules: [] };
}

const response = countryList().map(({ alpha2, alpha3, name }) => ({
  alpha2Code: alpha2,
  alpha3Code: alpha3,
  countryName: name,
}));

export const getCountries = handle(endpoints.getCountries, schemas.getCountries, async () => response);

const charges = ['PAYMENT', 'PREAUTH', 'REPEAT', 'CAPTURE'];

/** The amounts of the charge that this transaction is or captures; null for others, and before success. */
function buildChargeDetails(row: TransactionRecord): TransactionDetails['chargeInformation'] {
  const { capturedMinor: captured, refundedMinor: refunded, refundPendingMinor: pending } = row;
  const chargedBack = row.chargedBackMinor ?? 0;
  const isCharge = charges.includes(row.txnType) && row.txnStatus === 'SUCCESS';
  if (!isCharge || captured === null || refunded === null || pending === null) return null;
  const money = (minor: number) => formatMinor(minor, row.ccyCode);
  return {
    capturedAmount: money(captured),
    refundedAmount: money(refunded),
    refundPendingAmount: money(pending),
    chargedBackAmount: money(chargedBack),
    refundableAmount: money(refundableMinor(toRootState(row))),
    netAmount: money(captured - refunded - chargedBack),
  };
}

/** Statuses of an authorisation that was approved. */
const approvedStatuses: readonly TransactionStatus[] = ['SUCCESS', 'VOIDED', 'EXPIRED'];

/** The reserved amount of an authorisation, and what is left of it; null for others, and where nothing was reserved. */
function buildAuthorisation(
  row: TransactionRecord,
  now: Date,
): TransactionDetails['authorisationInformation'] {
  const isReserved = row.authoriserStatus === 'AUTHORISED' && approvedStatuses.includes(row.txnStatus);
  if (row.txnType !== 'PREAUTH' || !isReserved) return null;
  const money = (minor: number) => formatMinor(minor, row.ccyCode);
  const root = toRootState(row);
  const isCapturable = checkState('capture', toOriginal(row), root, now).ok;
  const isOver = root.captured || row.txnStatus !== 'SUCCESS';
  return {
    authorisedAmount: money(row.requestedMinor),
    releasedAmount: money(isOver ? row.requestedMinor - root.capturedMinor : 0),
    capturableAmount: money(isCapturable ? row.requestedMinor : 0),
  };
}

/** The merchant's custom fields under the company's display names; unlisted ones as sent. */
async function loadCustomFields(
  sql: TenantSql,
  row: TransactionRecord,
): Promise<TransactionDetails['customFields']> {
  const sentFields = row.detail.customFields ?? [];
  if (sentFields.length === 0) return [];
  const storedFields = await sql<{ name: string; displayName: string }[]>`
    select descriptive_name as name, display_name from custom_field
    where company_id = ${row.companyId} and in_reporting`;
  const displayNames = new Map(storedFields.map(({ name, displayName }) => [name, displayName]));
  return sentFields.map(({ name, value }) => ({ name, displayName: displayNames.get(name) ?? name, value }));
}

/** A subscription of years is a long family. The timeline shows its last movements. */
const max = 200;

interface Line {
  relatedId: number | null;
  txnId: number;
  type: string;
  status: string;
  reasonCode: ReasonCode | null;
  statusCode: string | null;
  scheme: string | null;
  minor: number;
  currency: string;
  refundReason: string | null;
  refundNote: string | null;
  refundExpectedDate: string | null;
  at: Date;
  actor: string | null;
}

/** Events of every movement of the family, oldest first; with `withActors`, their actors. */
async function loadTimeline(
  sql: TenantSql,
  row: TransactionRecord,
  withActors: boolean,
): Promise<TimelineEvent[]> {
  const lines = await sql<Line[]>`
    with lines as (
      select t.txn_id, t.related_id, t.txn_type, t.direction * t.requested_minor as minor, t.ccy_code, h.status, h.reason_code,
             h.at, h.sequence, h.company_id, t.authoriser_code as status_code, t.card_scheme as scheme,
             case when h.sequence = 1 then t.refund_reason end as refund_reason,
             case when h.sequence = 1 then t.refund_note end as refund_note,
             case when h.status = 'SUCCESS' then t.refund_expected_date end as refund_expected_date
      from txn t join txn_history h on h.txn_id = t.txn_id and h.company_id = t.company_id
      where t.root_id = ${row.rootId} and t.company_id = ${row.companyId}
      order by h.at desc, t.txn_id desc, h.sequence desc limit ${max}
    )
    select l.txn_id, l.related_id, l.txn_type as type, l.status, l.reason_code, l.status_code, l.scheme, l.minor::float8 as minor,
           l.ccy_code as currency, l.refund_reason, l.refund_note, l.refund_expected_date, l.at, a.actor
    from lines l
    left join lateral (
      select ${actorName(sql)} as actor from audit_event e
      where ${withActors} and l.sequence = 1 and e.object_kind = 'transaction' and e.object_id = l.txn_id::text
        and e.company_id = l.company_id
      order by e.at limit 1
    ) a on true
    order by l.at, l.txn_id, l.sequence`;
  return lines.map(({ txnId, relatedId, reasonCode, minor, currency, at, actor, ...line }) => ({
    ...line,
    transactionId: String(txnId),
    relatedTransactionId: relatedId === null ? null : String(relatedId),
    reasonCode,
    reasonMessage: reasonCode === null ? null : reasonText(reasonCode),
    requestedAmount: formatMinor(minor, currency),
    timeStamp: at.toISOString(),
    orderedBy: actor,
  }));
}

/** A bot's card, email or address exceeds this. Counting stops here. */
const maxListed = 500;

/**
 * The stored score with the counts behind it. Transactions older than stored scores are scored when read
 * (docs/decisions/0052). null for follow-ups.
 */
async function loadFraudGuard(sql: TenantSql, row: TransactionRecord): Promise<FraudGuardInformation | null> {
  if (!scoredTypes.includes(row.txnType)) return null;
  const [facts, address] = await pipelined(sql, [
    () => countFraudFacts(sql, toAttempt(row, row.txnId, row.txnDatetime), maxListed),
    () => countCardsAtAddress(sql, row),
  ]);
  const fraudGuardScore = row.fgScore ?? fraudScore(facts);
  const location = lookUpIpAddress(row.ipAddress as string | null);
  return {
    fraudGuardScore,
    fraudGuardMessage: fraudBand(fraudGuardScore),
    activityViaIpLast24Hours: facts.activityViaIp,
    activityOnCardLast24Hours: facts.activityOnCard,
    // Not available: there is no proxy list and no location of billing addresses
    // (docs/domain.md#fraud-score).
    openProxyRisk: null,
    distanceFromIpToBilling: null,
    identityMorphing: { ...facts.morphing, address },
    ispName: location?.provider ?? null,
    ipOrganisation: location?.organisation ?? null,
    ipCity: location?.city ?? null,
  };
}

/**
 * Shown without effect on the score, because many people share an address. No index covers addresses, so the
 * count is limited to a day of one merchant.
 */
async function countCardsAtAddress(sql: TenantSql, row: TransactionRecord): Promise<number> {
  const { companyId: company, txnDatetime: at, txnId: id, merchantId: merchant } = row;
  const { line1 = null, postcode = null } = row.detail.billingAddress ?? {};
  const [found] = await sql<{ cards: number }[]>`
    select count(distinct card_correlation_id)::int as cards from (
      select t.card_correlation_id from txn t
      where t.company_id = ${company} and t.merchant_id = ${merchant} and t.txn_type = any (${scoredTypes})
        and (t.txn_datetime, t.txn_id) <= (${at}::timestamptz, ${id}::bigint)
        and t.txn_datetime > ${at}::timestamptz - interval '1 day'
        and t.detail #>> '{billingAddress,line1}' = ${line1}
        and t.detail #>> '{billingAddress,postcode}' = ${postcode}
      order by t.txn_datetime desc limit ${maxListed}
    ) as seen`;
  return found?.cards ?? 0;
}
