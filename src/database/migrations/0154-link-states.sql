-- The state of a link follows its transactions (docs/domain.md#smart-links, docs/decisions/0172).
alter table smart_link
  -- Of a SINGLE link: what its transactions have stored. A new attempt and a cancellation clear it.
  add column pay_state text check (pay_state in ('AUTHORISED', 'PAID', 'PARTLY_REFUNDED', 'REFUNDED', 'RELEASED')),
  add column refunded_minor bigint not null default 0,
  -- When a payer first saw the payment page.
  add column opened_at timestamptz;

update smart_link l set refunded_minor = r.minor
from (
  select s.company_id, s.link_id, sum(f.requested_minor) as minor
  from hosted_session s
  join hosted_session_attempt a on a.session_id = s.session_id and a.company_id = s.company_id
  join txn f on f.root_id = a.txn_id and f.company_id = a.company_id and f.txn_type = 'REFUND' and f.txn_status = 'SUCCESS'
  where s.link_id is not null
  group by s.company_id, s.link_id
) r
where l.company_id = r.company_id and l.link_id = r.link_id and l.paid_count > 0;

update smart_link l set opened_at = s.at
from (
  select company_id, link_id, min(last_interaction) as at from hosted_session
  where link_id is not null and state <> 'CREATED' group by company_id, link_id
) s
where l.company_id = s.company_id and l.link_id = s.link_id;

update smart_link l set
  pay_state = case
    when l.paid_count > 0 and l.refunded_minor >= l.paid_minor then 'REFUNDED'
    when l.paid_count > 0 and l.refunded_minor > 0 then 'PARTLY_REFUNDED'
    when l.paid_count > 0 then 'PAID'
    when t.txn_status in ('VOIDED', 'EXPIRED') then 'RELEASED'
    else 'AUTHORISED' end,
  used_at = case when l.paid_count = 0 and t.txn_status in ('VOIDED', 'EXPIRED') then null else l.used_at end
from txn t
where t.txn_id = l.txn_id and t.company_id = l.company_id and l.used_at is not null;

create index smart_link_pay_state on smart_link (company_id, pay_state, created_at desc, link_id)
  where pay_state is not null;
