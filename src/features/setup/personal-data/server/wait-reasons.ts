import type { TenantSql } from '#database/tenant.ts';
import { findHeldPayments } from '#features/record/legal-holds/server/hold-table.ts';
import { addMs, dayMs, hourMs } from '#server/clock.ts';
import type { WaitReason } from '../data-kinds.ts';

export interface Wait {
  reason: WaitReason;
  /** Undefined: it depends on what users and processors do. */
  until: Date | undefined;
}

/** Idempotency keys live for a day: a repeated request must find the response. */
const recentMs = 25 * hourMs;

const moneyTypes = ['PAYMENT', 'REPEAT', 'CAPTURE', 'REFUND', 'PAYOUT', 'PAYOUT_COMPLETE'];

interface Facts {
  rootId: number;
  newest: Date;
  movedAt: Date | null;
  isUnsettled: boolean;
  isInProgress: boolean;
  isInReview: boolean;
  authorisedUntil: Date | null;
  isDisputed: boolean;
  isScheduled: boolean;
  isInCase: boolean;
}

/**
 * Why the data of each payment must stay for now. Payments without an entry can be erased: nothing of them is open, and no
 * cardholder can dispute them any more.
 */
export async function findWaits(
  sql: TenantSql,
  {
    companyId,
    roots,
    now,
    disputeDays,
  }: { companyId: number; roots: readonly number[]; now: Date; disputeDays: number },
): Promise<Map<number, Wait>> {
  const held = await findHeldPayments(sql, { companyId, roots, now });
  const waits = new Map<number, Wait>();
  for (const facts of await readFacts(sql, companyId, roots, now)) {
    const wait = waitOf(facts, held.has(facts.rootId), now, disputeDays);
    if (wait) waits.set(facts.rootId, wait);
  }
  return waits;
}

function waitOf(facts: Facts, isHeld: boolean, now: Date, disputeDays: number): Wait | undefined {
  const open = (reason: WaitReason, until?: Date): Wait => ({ reason, until });
  if (isHeld) return open('LEGAL_HOLD');
  if (facts.isInProgress) return open('IN_PROGRESS');
  if (facts.isInReview) return open('IN_REVIEW');
  if (facts.authorisedUntil !== null) return open('AUTHORISED', facts.authorisedUntil);
  if (facts.isDisputed) return open('DISPUTED');
  if (facts.isScheduled) return open('SCHEDULED');
  if (facts.isInCase) return open('OPEN_CASE');
  if (facts.isUnsettled) return open('UNSETTLED');
  const disputable = facts.movedAt === null ? undefined : addMs(facts.movedAt, disputeDays * dayMs);
  if (disputable !== undefined && disputable > now) return open('DISPUTE_PERIOD', disputable);
  const repeatable = addMs(facts.newest, recentMs);
  return repeatable > now ? open('RECENT', repeatable) : undefined;
}

/** Each part is read by an index of the transaction. */
const readFacts = (
  sql: TenantSql,
  companyId: number,
  roots: readonly number[],
  now: Date,
): Promise<Facts[]> => sql<Facts[]>`
  with family as materialized (
    select txn_id, root_id, txn_datetime, txn_status, txn_type, gateway_settlement from txn
    where company_id = ${companyId} and root_id = any (${[...roots]}))
  select f.root_id, max(f.txn_datetime) as newest,
    max(f.txn_datetime) filter (where f.txn_status = 'SUCCESS' and f.txn_type = any (${moneyTypes})) as moved_at,
    bool_or(f.txn_status = 'SUCCESS' and f.txn_type = any (${moneyTypes}) and f.gateway_settlement is null) as is_unsettled,
    bool_or(f.txn_status like 'SUSPENDED%' or exists (
      select from processor_intent i where i.txn_id = f.txn_id and i.company_id = ${companyId} and i.state <> 'DONE')
      or exists (select from payment p where p.root_id = f.txn_id and p.company_id = ${companyId} and p.in_progress is not null))
      as is_in_progress,
    bool_or(exists (
      select from queue_task q where q.company_id = ${companyId} and q.txn_id = f.txn_id
        and q.status not in ('ACCEPTED', 'REJECTED', 'FLUSHED', 'EXPIRED'))) as is_in_review,
    max((select p.expires_at from payment p
         where p.root_id = f.txn_id and p.company_id = ${companyId} and f.txn_status = 'SUCCESS' and p.expires_at > ${now}
           and p.captured_minor < p.authorised_minor and p.voided_by is null and p.captured_by is null)) as authorised_until,
    bool_or(exists (
      select from dispute d where d.company_id = ${companyId} and d.txn_id = f.txn_id
        and d.status in ('NEEDS_RESPONSE', 'UNDER_REVIEW'))) as is_disputed,
    bool_or(exists (
      select from schedule s where s.root_id = f.root_id and s.company_id = ${companyId}
        and s.status in ('PLANNED', 'ACTIVE', 'SUSPENDED', 'TECH_SUSPENDED'))) as is_scheduled,
    bool_or(exists (
      select from fraud_case_transaction ct join fraud_case c on c.company_id = ct.company_id and c.case_id = ct.case_id
      where ct.company_id = ${companyId} and ct.txn_id = f.txn_id and c.status = 'OPEN')) as is_in_case
  from family f group by f.root_id`;
