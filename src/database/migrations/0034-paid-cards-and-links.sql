-- Which cards have paid a company (payouts go to no other), and which links are used; both found by an index.

create table paid_card (
  company_id integer not null,
  -- Keyed, as in card_token.
  fingerprint text not null,
  primary key (company_id, fingerprint)
);

grant select, insert on paid_card to countinghouse_app;

alter table paid_card enable row level security;
create policy own_companies on paid_card to countinghouse_app using (
  (select coalesce(current_setting('app.companies', true), '') = '*')
  or company_id = any (
    (select string_to_array(
       nullif(nullif(current_setting('app.companies', true), '*'), ''), ','))::integer[]
  )
);

-- Reads txn once and locks none of its rows: payments go on meanwhile.
insert into paid_card
select distinct company_id, card_correlation_id from txn
where txn_type in ('PAYMENT', 'PREAUTH', 'REPEAT') and txn_status in ('SUCCESS', 'VOIDED', 'EXPIRED')
  and authoriser_status = 'AUTHORISED' and card_correlation_id is not null;

-- When a SINGLE link was paid; written by the transaction that settles its payment.
alter table smart_link add column used_at timestamptz;
update smart_link l set used_at = t.updated_at
from txn t
where t.txn_id = l.txn_id and t.company_id = l.company_id and l.link_usage = 'SINGLE'
  and t.txn_type in ('PAYMENT', 'PREAUTH', 'PAYOUT', 'PAYOUT_INITIALIZE')
  and t.txn_status in ('SUCCESS', 'VOIDED', 'EXPIRED')
  and (t.authoriser_status = 'AUTHORISED' or t.txn_type = 'PAYOUT_INITIALIZE');

-- Payments of links that are under way: their settlement marks the link.
update txn t set detail = jsonb_set(t.detail, '{linkId}', to_jsonb(l.link_id::text))
from smart_link l
where l.txn_id = t.txn_id and l.company_id = t.company_id and l.link_usage = 'SINGLE'
  and t.txn_status like 'SUSPENDED%' and t.root_id = t.txn_id;

-- A page of each status, the newest first; those that time decides are bounded by it instead.
create index smart_link_used on smart_link (company_id, created_at desc, link_id) where used_at is not null;
create index smart_link_cancelled on smart_link (company_id, created_at desc, link_id) where cancelled_at is not null;
create index smart_link_tried on smart_link (company_id, created_at desc, link_id)
  where link_usage = 'SINGLE' and attempts >= 15 and used_at is null;
create index smart_link_ending on smart_link (company_id, expires_at)
  where used_at is null and cancelled_at is null;
create index smart_link_open on smart_link (company_id, expires_at)
  where used_at is null and cancelled_at is null and not (link_usage = 'SINGLE' and attempts >= 15);
