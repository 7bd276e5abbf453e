-- Installations set the checks of their payments; an authorisation that fails it is reversed; cards can be removed.

create table risk_controls (
  company_id integer not null,
  installation_id integer not null references installation (installation_id),
  three_d_secure boolean not null,
  liability_shift text check (liability_shift in ('NONE', 'PARTIAL', 'FULL')),
  override_with_3ds boolean not null,
  address_match text not null check (address_match in ('NONE', 'MATCHED', 'NOT_WRONG')),
  postcode_match text not null check (postcode_match in ('NONE', 'MATCHED', 'NOT_WRONG')),
  cv2_match text not null check (cv2_match in ('NONE', 'MATCHED', 'NOT_WRONG')),
  -- At most one a type, in the wire's form: type, disabled, velocity, timePeriod.
  velocity_rules jsonb not null,
  version integer not null default 1,
  updated_at timestamptz not null,
  primary key (company_id, installation_id),
  check ((liability_shift is null) = (not three_d_secure))
);
alter table risk_controls enable row level security;
create policy own_companies on risk_controls to countinghouse_app using (
  (select coalesce(current_setting('app.companies', true), '') = '*')
  or company_id = any (
    (select string_to_array(nullif(nullif(current_setting('app.companies', true), '*'), ''), ','))::integer[]
  )
);
grant select, insert, update, delete on risk_controls to countinghouse_app;

-- An approved authorisation that fails the controls is released before the response.
alter table processor_intent drop constraint processor_intent_state_check;
alter table processor_intent add constraint processor_intent_state_check
  check (state in ('PENDING', 'DEFERRED', 'REVERSING', 'DONE'));
-- The required results of the checks, as they were when the payment began.
alter table processor_intent add column requirements jsonb;
-- Each attempt to reverse has a reference of its own at the processor.
alter table processor_intent add column reversals smallint not null default 0;

-- Velocity counts by it, newest first, and it serves the searches that the plain one served; by address it counts by
-- txn_ip_merchant (0024).
create index txn_card_time on txn (card_correlation_id, txn_datetime desc) where card_correlation_id is not null;
drop index txn_card;

-- A card that a customer removed keeps its row: transactions point to it.
alter table card_token add column deleted_at timestamptz;
alter table card_token add column is_default boolean not null default false;
alter table card_token add column nickname text;
create index card_token_customer on card_token (company_id, customer_id) where customer_id is not null;
create unique index card_token_default on card_token (company_id, customer_id) where is_default;
