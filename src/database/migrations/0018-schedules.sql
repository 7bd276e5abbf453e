-- Repeated charges of a card: schedules, their episodes (one row an attempt), and what changed about them.

create table schedule (
  company_id integer not null,
  -- 32 lower-case hexadecimal digits.
  schedule_id text not null,
  merchant_id integer not null,
  installation_id integer not null,
  -- The transaction it was made with, and the root that its episodes repeat.
  txn_id bigint not null,
  root_id bigint not null,
  -- PLANNED: waits for its payment and is not shown.
  status text not null
    check (status in ('PLANNED', 'ACTIVE', 'COMPLETE', 'CANCELLED', 'SUSPENDED', 'TECH_SUSPENDED')),
  type text not null check (type in ('fixed', 'frequency', 'pattern')),
  definition jsonb not null,
  sequence text not null check (sequence in ('RECURRING', 'INSTALMENT')),
  ccy_code text not null,
  -- What a frequency is counted from (docs/domain.md#due-dates).
  anchor_on date not null,
  anchor_index integer not null,
  -- The first episode that has not begun; null when none is left.
  next_index integer,
  next_episode_on date,
  next_minor bigint,
  last_episode_on date,
  last_minor bigint,
  failed_in_row integer not null default 0,
  created_at timestamptz not null,
  -- The card and the customer, as lists show them.
  card_correlation_id text,
  masked_pan text,
  last_four text,
  customer_name text,
  customer_email text,
  customer_ref text,
  primary key (company_id, schedule_id)
) with (fillfactor = 80);
create index schedule_merchant on schedule (merchant_id, created_at desc, schedule_id);
create index schedule_company on schedule (company_id, created_at desc, schedule_id);
create unique index schedule_id_alone on schedule (schedule_id);
create index schedule_root on schedule (root_id);
-- One live schedule for each transaction, also with concurrent requests.
create unique index schedule_live on schedule (company_id, txn_id)
  where status in ('PLANNED', 'ACTIVE', 'SUSPENDED', 'TECH_SUSPENDED');

-- The key is what keeps an episode from being charged twice (docs/domain.md#episodes).
create table schedule_episode (
  company_id integer not null,
  schedule_id text not null,
  episode_index integer not null check (episode_index > 0),
  retry_index smallint not null check (retry_index >= 0),
  due_on date not null,
  due_at timestamptz not null,
  -- When a worker may look at it: its time, later while it is leased.
  look_at timestamptz not null,
  amount_minor bigint not null check (amount_minor > 0),
  -- HELD waits for another episode or for the schedule to be resumed; DROPPED went with a cancelled schedule.
  state text not null check (state in ('DUE', 'HELD', 'RUNNING', 'SUCCESS', 'FAILED', 'SKIPPED', 'DROPPED')),
  -- The charge; of one that a repeat by hand replaces, that repeat.
  txn_id bigint,
  replaced boolean not null default false,
  reason_code text,
  card_correlation_id text,
  ended_at timestamptz,
  primary key (company_id, schedule_id, episode_index, retry_index)
) with (fillfactor = 80);
create unique index schedule_episode_txn on schedule_episode (txn_id) where txn_id is not null;
-- All a worker ever reads of the table.
create index schedule_episode_due on schedule_episode (look_at) where state = 'DUE';
create index schedule_episode_declined on schedule_episode (company_id, card_correlation_id, ended_at)
  where state = 'FAILED';

create table schedule_audit (
  company_id integer not null,
  schedule_id text not null,
  sequence integer not null,
  at timestamptz not null,
  before text,
  after text not null,
  code text not null,
  detail jsonb not null,
  primary key (company_id, schedule_id, sequence)
);

create index txn_schedule on txn (schedule_id) where schedule_id is not null;

grant select, insert, update, delete on schedule, schedule_episode to countinghouse_app;
grant select, insert on schedule_audit to countinghouse_app;

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['schedule', 'schedule_episode', 'schedule_audit']
  loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format($policy$
      create policy own_companies on %I to countinghouse_app using (
        (select coalesce(current_setting('app.companies', true), '') = '*')
        or company_id = any (
          (select string_to_array(
             nullif(nullif(current_setting('app.companies', true), '*'), ''), ','))::integer[]
        )
      )
    $policy$, tenant_table);
  end loop;
end
$$;
