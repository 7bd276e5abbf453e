-- A person's data: exports and erasures (docs/domain.md#a-persons-data), and legal holds (docs/domain.md#legal-holds).

-- Nothing under a hold is erased or deleted by retention.
create table legal_hold (
  company_id integer not null,
  hold_id uuid not null,
  kind text not null check (kind in ('ORGANISATION', 'CUSTOMER', 'TRANSACTION', 'CASE')),
  -- The organisation itself, or the merchant of the object.
  organisation_id integer not null,
  -- The customer, the first transaction of the payment, or the case; null for an organisation.
  object_id bigint,
  reason text not null check (char_length(reason) between 1 and 500),
  -- The hold ends by itself then; null: when a user ends it.
  ends_at timestamptz,
  created_at timestamptz not null,
  created_by text not null,
  created_by_name text not null,
  released_at timestamptz,
  released_by text,
  released_by_name text,
  primary key (company_id, hold_id),
  check ((kind = 'ORGANISATION') = (object_id is null)),
  check ((released_at is null) = (released_by is null))
);
create index legal_hold_object on legal_hold (company_id, kind, object_id) where released_at is null;
create index legal_hold_newest on legal_hold (company_id, created_at desc, hold_id desc);
grant select, insert, update on legal_hold to countinghouse_app;
select enable_tenant_isolation('legal_hold');

create table person_request (
  company_id integer not null,
  request_id uuid not null,
  kind text not null check (kind in ('EXPORT', 'ERASURE')),
  organisation_id integer not null,
  -- The merchants at and below the organisation when it was requested.
  merchant_ids integer[] not null,
  -- The customers that were chosen (known_customer). Numbers only: an erasure deletes their rows.
  customer_ids bigint[] not null,
  -- Emails, telephone numbers and names by which the rest is found. Null once it is no longer needed.
  subject jsonb,
  keeps_lists boolean not null default true,
  reason text not null check (char_length(reason) between 1 and 500),
  requested_at timestamptz not null,
  requested_by text not null,
  requested_by_name text not null,
  requested_from text not null,
  state text not null default 'QUEUED' check (state in ('QUEUED', 'RUNNING', 'WAITING', 'DONE', 'FAILED')),
  -- COLLECT, PERSON, REQUESTS, PAYMENTS, in this order; each can be repeated.
  step text not null default 'COLLECT' check (step in ('COLLECT', 'PERSON', 'REQUESTS', 'PAYMENTS')),
  -- Of the request log: the last request that was looked at.
  position bigint,
  attempts integer not null default 0,
  next_at timestamptz,
  ended_at timestamptz,
  -- Rows by kind that were exported or erased.
  counts jsonb not null default '{}',
  file_bytes bigint,
  failure text,
  primary key (company_id, request_id),
  check ((state in ('DONE', 'FAILED')) = (ended_at is not null)),
  check ((state in ('DONE', 'FAILED')) = (next_at is null))
);
create index person_request_due on person_request (next_at) where next_at is not null;
create index person_request_newest on person_request (company_id, requested_at desc, request_id desc);
create index person_request_ended on person_request (ended_at) where file_bytes is not null;
grant select, insert, update on person_request to countinghouse_app;
select enable_tenant_isolation('person_request');

-- Payments of an erasure that are not erased yet. A row is deleted with the erasure of its payment, so that nothing
-- shows afterwards which payments one person made.
create table person_payment (
  company_id integer not null,
  request_id uuid not null,
  root_id bigint not null,
  next_at timestamptz not null,
  -- Why it waits; null: it was not looked at.
  reason text,
  -- Until when, where that is known.
  until timestamptz,
  primary key (company_id, request_id, root_id),
  foreign key (company_id, request_id) references person_request
);
create index person_payment_due on person_payment (company_id, request_id, next_at, root_id);
grant select, insert, update, delete on person_payment to countinghouse_app;
select enable_tenant_isolation('person_payment');

-- The file of an export, in parts, for seven days.
create table person_file_part (
  company_id integer not null,
  request_id uuid not null,
  position integer not null,
  content bytea not null check (octet_length(content) between 1 and 4194304),
  primary key (company_id, request_id, position),
  foreign key (company_id, request_id) references person_request
);
grant select, insert, delete on person_file_part to countinghouse_app;
select enable_tenant_isolation('person_file_part');

-- Audit events with erased values. The seal has the hash of the event as it was; `proof` is made with a key
-- that is not in the database, so only the product can replace the event by the one with `new_hash` (docs/decisions/0300).
create table audit_erasure (
  seq bigint primary key,
  company_id integer not null,
  request_id uuid not null,
  erased_at timestamptz not null,
  old_hash bytea not null check (octet_length(old_hash) = 32),
  new_hash bytea not null check (octet_length(new_hash) = 32),
  key_generation integer not null,
  proof bytea not null
);
grant select, insert, update on audit_erasure to countinghouse_app;
select enable_tenant_isolation('audit_erasure');

-- The application's role changes no event itself. Only sealed ones, and only what can name a person.
create function erase_audit_values(
  event bigint, company integer, new_ip text, new_agent text, new_before jsonb, new_after jsonb, new_detail jsonb
) returns boolean language plpgsql security definer set search_path = public, pg_temp
as $function$
declare
  -- Not by SET of the function: an owner that is no superuser may not name this setting there.
  companies text := current_setting('app.companies', true);
  changed boolean;
begin
  perform set_config('app.companies', '', true);
  update audit_event
  set ip = new_ip, user_agent = new_agent, before = new_before, after = new_after, detail = new_detail
  where seq = event and company_id = company and seq <= (select max(last_seq) from audit_seal);
  changed := found;
  perform set_config('app.companies', coalesce(companies, ''), true);
  return changed;
end
$function$;
revoke execute on function erase_audit_values from public;
grant execute on function erase_audit_values to countinghouse_app;

-- The words of a customer go with the customer.
create function delete_customer_words() returns trigger language plpgsql security definer set search_path = public, pg_temp
as $function$
begin
  delete from customer_words where known_customer_id = old.known_customer_id;
  return null;
end
$function$;
revoke execute on function delete_customer_words from public;
create trigger known_customer_no_words after delete on known_customer
for each row execute function delete_customer_words();

grant delete on known_card, known_customer, customer_note, smart_link_mail, webhook_event to countinghouse_app;
grant update on fraud_case_transaction, fraud_case_event, queue_event to countinghouse_app;
grant update (request_body, response_body, path) on api_request to countinghouse_app;

insert into role_permission (role_id, permission)
select role_id, unnest(array['P_MANAGE_PERSONAL_DATA', 'P_MANAGE_LEGAL_HOLDS']) from role where role_id = 'administrator'
on conflict do nothing;

alter table approval_rule drop constraint approval_rule_action_check;
alter table approval_rule add constraint approval_rule_action_check check (action in
  ('refund', 'payout', 'activateRule', 'grantRole', 'changeProcessors', 'answerDispute', 'erasePerson'));
alter table approval_request drop constraint approval_request_action_check;
alter table approval_request add constraint approval_request_action_check check (action in
  ('refund', 'payout', 'activateRule', 'grantRole', 'changeProcessors', 'answerDispute', 'erasePerson', 'changePolicy',
   'exemptKey'));
