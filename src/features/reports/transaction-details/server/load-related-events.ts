import { actorName } from '#features/record/audit/server/actor-name.ts';
import type { TenantSql } from '#database/tenant.ts';
import { maskEmail } from '#shared/email-address.ts';
import { maskTelephone } from '#shared/telephone.ts';
import type { TransactionRecord } from '#features/payments/payments/server/db/transactions.ts';
import type { RelatedEvent } from '../detail-parts.ts';

/** A subscription of years has many notifications; the timeline shows the last ones. */
const max = 100;

interface Reader {
  seesAudit: boolean;
  seesLinks: boolean;
  seesSchedule: boolean;
  seesDisputes: boolean;
}

/** Events around the family besides its own movements, the earliest first. */
export async function loadRelatedEvents(
  sql: TenantSql,
  row: TransactionRecord,
  { seesAudit, seesLinks, seesSchedule, seesDisputes }: Reader,
): Promise<RelatedEvent[]> {
  const lines = await sql<(Omit<RelatedEvent, 'timeStamp'> & { at: Date })[]>`
    with family as materialized (
      select txn_id from txn where root_id = ${row.rootId} and company_id = ${row.companyId}
      order by txn_id desc limit ${max}
    ), page as materialized (
      select s.session_id, s.link_id, s.created_via, s.created_at, a.txn_id,
             case when s.wants_receipt and s.txn_id = a.txn_id then s.receipt_at end as receipt_at,
             s.request #>> '{customer,details,emailAddress}' as email
      from family f
      join hosted_session_attempt a on a.txn_id = f.txn_id and a.company_id = ${row.companyId}
      join hosted_session s on s.session_id = a.session_id and s.company_id = a.company_id
    ), event as (
      select 'NOTIFICATION' as kind, n.queued_at as at, n.state,
             jsonb_build_object('type', n.kind, 'attempts', n.attempts, 'result', n.last_result) as detail,
             null as actor, f.txn_id, null as object_id
      from family f join notification n on n.txn_id = f.txn_id and n.company_id = ${row.companyId}
      union all
      select 'PAGE_OPENED', p.created_at, p.created_via, '{}', null, p.txn_id, null from page p
      union all
      select 'LINK_CREATED', l.created_at, l.kind, '{}', l.created_by, p.txn_id, l.link_id::text
      from page p join smart_link l on l.link_id = p.link_id and l.company_id = ${row.companyId}
      where ${seesLinks}
      union all
      select case when m.is_reminder then 'LINK_REMINDED' when m.address like '%@%' then 'LINK_SENT' else 'LINK_TEXTED' end,
             m.sent_at, '', jsonb_build_object('to', m.address), sent.by, p.txn_id, p.link_id::text
      from page p
      join smart_link_mail m on m.link_id = p.link_id and m.company_id = ${row.companyId}
      left join lateral (
        select ${actorName(sql)} as by from audit_event e
        where ${seesAudit} and not m.is_reminder and e.object_kind = 'smartLink' and e.object_id = p.link_id::text
          and e.company_id = m.company_id and e.act in ('sendSmartLink', 'textSmartLink') and not e.refused
          and e.at = m.sent_at limit 1
      ) sent on true
      where ${seesLinks}
      union all
      select 'RECEIPT_SENT', p.receipt_at, 'PAYMENT', jsonb_build_object('to', p.email), null, p.txn_id, null
      from page p where p.receipt_at is not null
      union all
      select case e.act when 'textReceipt' then 'RECEIPT_TEXTED' else 'RECEIPT_SENT' end, e.at, e.detail ->> 'kind',
             jsonb_build_object('to', e.detail ->> 'to'),
             case when ${seesAudit} then ${actorName(sql)} end, f.txn_id, null
      from family f
      join audit_event e on e.object_kind = 'transaction' and e.object_id = f.txn_id::text
        and e.act in ('sendReceipt', 'textReceipt') and not e.refused and e.company_id = ${row.companyId}
      union all
      select 'SCHEDULE', a.at, a.code, a.detail, changed.by, s.root_id, s.schedule_id
      from schedule s join schedule_audit a on a.schedule_id = s.schedule_id and a.company_id = s.company_id
      left join lateral (
        select ${actorName(sql)} as by from audit_event e
        where ${seesAudit} and e.object_kind = 'schedule' and e.object_id = s.schedule_id
          and e.company_id = s.company_id and e.actor_kind <> 'system' and not e.refused
          and e.at between a.at - interval '2 seconds' and a.at + interval '2 seconds'
        order by abs(extract(epoch from e.at - a.at)) limit 1
      ) changed on true
      where ${seesSchedule} and s.root_id = ${row.rootId} and s.company_id = ${row.companyId}
      union all
      select 'DISPUTE', e.at, e.report ->> 'status', jsonb_build_object('stage', d.stage), e.actor_name, d.txn_id,
             d.dispute_id::text
      from family f
      join dispute d on d.txn_id = f.txn_id and d.company_id = ${row.companyId}
      join dispute_event e on e.company_id = d.company_id and e.dispute_id = d.dispute_id
      where ${seesDisputes} and e.report ->> 'status' is not null
    )
    select kind, at, state, detail, actor, txn_id::text as transaction_id, object_id
    from event order by at desc limit ${max}`;
  return lines.toReversed().map(({ at, ...event }) => ({
    ...event,
    detail: /^(?:LINK|RECEIPT)_/.test(event.kind) ? maskRecipient(event.detail) : event.detail,
    timeStamp: at.toISOString(),
  }));
}

/** The audit has them masked already. */
function maskRecipient({ to }: RelatedEvent['detail']): RelatedEvent['detail'] {
  if (typeof to !== 'string') return {};
  return { to: to.includes('•') ? to : to.includes('@') ? maskEmail(to) : maskTelephone(to) };
}
