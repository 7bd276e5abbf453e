-- Files of views on a schedule (docs/domain.md#scheduled-files, docs/decisions/0168).
create table view_subscription (
  company_id integer not null,
  subscription_id bigint not null generated always as identity (start with 101),
  -- No foreign key: the history of a deleted view stays for its 30 days.
  view_id bigint not null,
  view_name text not null,
  user_id uuid not null,
  -- The rows are of this organisation.
  organisation_id integer not null,
  frequency text not null check (frequency in ('DAILY', 'WEEKLY', 'MONTHLY')),
  -- Weekly: 1 (Monday) to 7. Monthly: 1 to 31; a shorter month uses its last day.
  day smallint check (case frequency when 'DAILY' then day is null when 'WEEKLY' then day between 1 and 7
                      else day between 1 and 31 end),
  hour smallint not null check (hour between 0 and 23),
  time_zone text not null,
  period text not null check (period in ('VIEW', 'YESTERDAY', 'LAST_7_DAYS', 'LAST_MONTH')),
  format text not null check (format in ('CSV', 'XLSX')),
  locale text not null,
  created_at timestamptz not null,
  next_due_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  primary key (company_id, subscription_id),
  check ((ended_at is null) = (end_reason is null))
);
create index view_subscription_due on view_subscription (next_due_at) where ended_at is null;
create index view_subscription_user on view_subscription (company_id, user_id);
grant select, insert, update, delete on view_subscription to countinghouse_app;
select enable_tenant_isolation('view_subscription');

-- One file of a subscription for each time at which it is due.
create table view_file (
  company_id integer not null,
  file_id bigint not null generated always as identity (start with 1001),
  subscription_id bigint not null,
  user_id uuid not null,
  due_at timestamptz not null,
  state text not null check (state in ('QUEUED', 'RUNNING', 'READY', 'FAILED')),
  attempts smallint not null default 0,
  next_attempt_at timestamptz not null,
  failure text,
  made_at timestamptz,
  file_name text,
  bytes bigint,
  manifest jsonb,
  -- The request and the merchants of its rows: with them, a download checks the rights again.
  request jsonb,
  scope jsonb,
  primary key (company_id, file_id),
  unique (company_id, subscription_id, due_at),
  foreign key (company_id, subscription_id) references view_subscription (company_id, subscription_id) on delete cascade,
  check ((state = 'READY') = (manifest is not null)),
  check ((state = 'FAILED') = (failure is not null))
);
create index view_file_open on view_file (next_attempt_at) where state in ('QUEUED', 'RUNNING');
create index view_file_due on view_file (due_at);
create index view_file_user on view_file (company_id, user_id, due_at desc);
grant select, insert, update, delete on view_file to countinghouse_app;
select enable_tenant_isolation('view_file');

create table view_file_part (
  company_id integer not null,
  file_id bigint not null,
  position integer not null,
  content bytea not null check (octet_length(content) between 1 and 1048576),
  primary key (company_id, file_id, position),
  foreign key (company_id, file_id) references view_file (company_id, file_id) on delete cascade
);
alter table view_file_part alter column content set storage external;
grant select, insert, delete on view_file_part to countinghouse_app;
select enable_tenant_isolation('view_file_part');
