import type { TenantSql } from '#database/tenant.ts';
import { formatMinor } from '#shared/money.ts';
import type { TransactionRecord } from '#features/payments/server/pipeline/store/payment-store.ts';
import { reasonText } from '#features/payments/reason-codes.ts';
import type { ReasonCode } from '#features/payments/reason-codes.ts';
import type { TimelineEvent } from '../detail-parts.ts';

/** A subscription of years is a long family. The timeline shows its last movements. */
const max = 200;

interface Line {
  txnId: number;
  type: string;
  status: string;
  reasonCode: ReasonCode | null;
  minor: number;
  currency: string;
  at: Date;
  actor: string | null;
}

/** Events of every movement of the family, oldest first; with `withActors`, their actors. */
export async function loadTimeline(
  sql: TenantSql,
  row: TransactionRecord,
  withActors: boolean,
): Promise<TimelineEvent[]> {
  const lines = await sql<Line[]>`
    with lines as (
      select t.txn_id, t.txn_type, t.direction * t.requested_minor as minor, t.ccy_code, h.status, h.reason_code,
             h.at, h.sequence, h.company_id
      from txn t join txn_history h on h.txn_id = t.txn_id and h.company_id = t.company_id
      where t.root_id = ${row.rootId} and t.company_id = ${row.companyId}
      order by h.at desc, t.txn_id desc, h.sequence desc limit ${max}
    )
    select l.txn_id, l.txn_type as type, l.status, l.reason_code, l.minor::float8 as minor,
           l.ccy_code as currency, l.at, a.actor
    from lines l
    left join lateral (
      select coalesce(u.given_name || ' ' || u.family_name, e.actor) as actor
      from audit_event e left join app_user u
        on u.user_id = case when e.actor_kind = 'user' then e.actor::uuid end
      where ${withActors} and l.sequence = 1 and e.object_kind = 'transaction' and e.object_id = l.txn_id::text
        and e.company_id = l.company_id
      order by e.at limit 1
    ) a on true
    order by l.at, l.txn_id, l.sequence`;
  return lines.map(({ txnId, type, status, reasonCode, minor, currency, at, actor }) => ({
    transactionId: String(txnId),
    type,
    status,
    reasonCode,
    reasonMessage: reasonCode === null ? null : reasonText(reasonCode),
    requestedAmount: formatMinor(minor, currency),
    timeStamp: at.toISOString(),
    orderedBy: actor,
  }));
}
