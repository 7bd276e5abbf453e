-- What was paid through a smart link, and searches in the list of links.

-- Rewritten once: the list is searched by these, and read in the order of creation.
alter table smart_link
  add column paid_count integer not null default 0,
  -- In ccy_code; gross, refunds are shown with their transactions.
  add column paid_minor bigint not null default 0,
  add column last_paid_at timestamptz,
  add column reference_key text generated always as (lower(request #>> '{transaction,merchantReference}')) stored,
  add column email_key text generated always as (lower(request #>> '{customer,details,emailAddress}')) stored,
  -- Of the link, or what was paid through a SINGLE one whose amount the customer chose.
  add column search_minor bigint generated always as (
    coalesce(amount_minor, case when link_usage = 'SINGLE' and paid_count > 0 then paid_minor end)) stored;

update smart_link l set paid_count = p.n, paid_minor = p.minor, last_paid_at = p.last_at
from (
  select s.company_id, s.link_id, count(*)::integer as n, sum(t.requested_minor) as minor, max(t.updated_at) as last_at
  from hosted_session s
  join hosted_session_attempt a on a.session_id = s.session_id and a.company_id = s.company_id
  join txn t on t.txn_id = a.txn_id and t.company_id = a.company_id
  where s.link_id is not null and t.txn_type in ('PAYMENT', 'PREAUTH', 'PAYOUT', 'PAYOUT_INITIALIZE')
    and t.txn_status in ('SUCCESS', 'VOIDED', 'EXPIRED')
    and (t.authoriser_status = 'AUTHORISED' or t.txn_type = 'PAYOUT_INITIALIZE')
  group by s.company_id, s.link_id
) p
where l.company_id = p.company_id and l.link_id = p.link_id;
update smart_link set last_paid_at = used_at where used_at is not null;

-- Payments of MULTIPLE links that are under way: their settlement counts them.
update txn t set detail = jsonb_set(t.detail, '{linkId}', to_jsonb(l.link_id::text))
from hosted_session_attempt a
join hosted_session s on s.session_id = a.session_id and s.company_id = a.company_id
join smart_link l on l.link_id = s.link_id and l.company_id = s.company_id and l.link_usage = 'MULTIPLE'
where t.txn_id = a.txn_id and t.company_id = a.company_id and t.txn_status like 'SUSPENDED%' and t.root_id = t.txn_id;

create index smart_link_reference on smart_link (company_id, reference_key, created_at desc, link_id)
  where reference_key is not null;
create index smart_link_email on smart_link (company_id, email_key, created_at desc, link_id)
  where email_key is not null;
-- Amounts are shared by many: the index also holds the installation.
create index smart_link_amount on smart_link (company_id, search_minor, created_at desc, link_id, installation_id)
  where search_minor is not null;
