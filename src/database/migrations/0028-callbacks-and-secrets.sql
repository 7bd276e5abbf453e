-- Shops are asked before and after an authorisation; secrets of notifications can be renewed; cards keep their start date.

-- ASKING_BEFORE: the processor has not been asked yet. ASKING_AFTER: it has approved, and the shop decides.
alter table processor_intent drop constraint processor_intent_state_check;
alter table processor_intent add constraint processor_intent_state_check
  check (state in ('PENDING', 'DEFERRED', 'ASKING_BEFORE', 'ASKING_AFTER', 'REVERSING', 'DONE'));
-- Why an approved answer is being reversed; null: the risk controls.
alter table processor_intent add column refusal text;

-- Version 0 has no row. Until `previous_until` messages are signed with the version before as well.
create table notification_secret (
  company_id integer not null,
  installation_id integer not null references installation (installation_id),
  version integer not null check (version > 0),
  rotated_at timestamptz not null,
  previous_until timestamptz not null,
  primary key (company_id, installation_id)
);
alter table notification_secret enable row level security;
create policy own_companies on notification_secret to countinghouse_app using (
  (select coalesce(current_setting('app.companies', true), '') = '*')
  or company_id = any (
    (select string_to_array(nullif(nullif(current_setting('app.companies', true), '*'), ''), ','))::integer[]
  )
);
grant select, insert, update, delete on notification_secret to countinghouse_app;

-- Some debit cards have both; neither is secret.
alter table card_token add column valid_date text;
alter table card_token add column issue_number text;
