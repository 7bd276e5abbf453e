-- Retention by kind of data (docs/running.md#retention).

-- How far a job has come through the payments, in their order of time. Payments before it are erased, or wait in the table below.
create table retention_progress (
  kind text primary key,
  reached timestamptz not null,
  txn_id bigint not null
);
grant select, insert, update on retention_progress to countinghouse_app;

-- Payments that are old enough and that something else keeps: a legal hold, a dispute, a schedule.
create table retention_waiting (
  company_id integer not null,
  root_id bigint not null,
  next_at timestamptz not null,
  primary key (company_id, root_id)
);
create index retention_waiting_due on retention_waiting (next_at);
grant select, insert, update, delete on retention_waiting to countinghouse_app;
select enable_tenant_isolation('retention_waiting');

-- The legal holds that a transaction is under at a time: on its payment, its customer, a case that it is in, or an organisation
-- above it. Deletion jobs of every feature ask it.
create function legal_holds_of(company integer, transaction bigint, at timestamptz) returns setof uuid language sql stable
as $function$
  select h.hold_id from legal_hold h join txn t on t.company_id = h.company_id and t.txn_id = transaction
  where h.company_id = company and h.released_at is null and (h.ends_at is null or h.ends_at > at) and (
    (h.kind = 'TRANSACTION' and h.object_id = t.root_id)
    or (h.kind = 'CASE' and exists (
      select from fraud_case_transaction c
      where c.company_id = t.company_id and c.case_id = h.object_id and c.txn_id in (t.txn_id, t.root_id)))
    or (h.kind = 'CUSTOMER' and exists (
      select from known_customer k
      where k.company_id = t.company_id and k.known_customer_id = h.object_id and k.merchant_id = t.merchant_id
        and k.customer_key = case
          when t.customer_id is not null then 'c:' || t.customer_id
          when t.customer_email is not null then 'e:' || t.customer_email
          else 'n:' || coalesce(t.customer_name, t.card_holder_name) end))
    or (h.kind = 'ORGANISATION' and exists (
      select from organisation held join organisation m on m.id = t.merchant_id
      where held.id = h.organisation_id and (m.path = held.path or starts_with(m.path, held.path || '/')))))
$function$;

-- The email with which a session was opened. A column, because row-level security keeps an expression of JSON from its index; by a
-- trigger, because a generated column would rewrite the table, and so that programs of the version before fill it too.
alter table hosted_session add column payer_email text;
create function keep_payer_email() returns trigger language plpgsql as $function$
begin
  new.payer_email := lower(new.request #>> '{customer,details,emailAddress}');
  return new;
end
$function$;
create trigger hosted_session_payer_email before insert or update of request on hosted_session
for each row execute function keep_payer_email();
update hosted_session set payer_email = lower(request #>> '{customer,details,emailAddress}')
where request #>> '{customer,details,emailAddress}' is not null;
