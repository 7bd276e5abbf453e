-- Responses to disputes (docs/domain.md#responding-to-disputes). A response is stored before the processor is called, and sent again
-- under the same key until its result is certain.
create table dispute_answer (
  company_id integer not null,
  dispute_id bigint not null,
  answer_id uuid not null,
  kind text not null check (kind in ('ACCEPT', 'SUBMIT')),
  -- The chosen reason and the texts by field.
  content jsonb not null default '{}',
  state text not null default 'PENDING' check (state in ('PENDING', 'DONE', 'REFUSED')),
  requested_by text not null,
  requested_by_name text not null,
  created_at timestamptz not null,
  -- The first attempt, and the number of attempts.
  sent_at timestamptz,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  ended_at timestamptz,
  -- The processor's reason for refusing it.
  refusal text,
  primary key (company_id, dispute_id, answer_id),
  foreign key (company_id, dispute_id) references dispute,
  check ((state = 'PENDING') = (ended_at is null))
);
-- A dispute has at most one pending response.
create unique index dispute_answer_open on dispute_answer (company_id, dispute_id) where state = 'PENDING';
create index dispute_answer_due on dispute_answer (next_attempt_at) where state = 'PENDING';

create table dispute_file (
  company_id integer not null,
  dispute_id bigint not null,
  file_id bigint generated always as identity,
  -- The processor's name of the document.
  item text not null check (char_length(item) between 1 and 100),
  name text not null check (char_length(name) <= 120),
  content_type text not null check (content_type in ('image/png', 'image/jpeg', 'application/pdf')),
  size integer not null check (size between 1 and 5242880),
  added_at timestamptz not null,
  added_by text not null,
  body bytea not null check (octet_length(body) = size),
  primary key (company_id, dispute_id, file_id),
  foreign key (company_id, dispute_id) references dispute
);
-- Images and documents are compressed already.
alter table dispute_file alter column body set storage external;

select enable_tenant_isolation('dispute_answer');
select enable_tenant_isolation('dispute_file');
grant select, insert, update on dispute_answer to countinghouse_app;
grant select, insert, delete on dispute_file to countinghouse_app;

alter table approval_rule drop constraint approval_rule_action_check;
alter table approval_rule add constraint approval_rule_action_check
  check (action in ('refund', 'payout', 'activateRule', 'grantRole', 'changeProcessors', 'answerDispute'));
alter table approval_request drop constraint approval_request_action_check;
alter table approval_request add constraint approval_request_action_check check (action in
  ('refund', 'payout', 'activateRule', 'grantRole', 'changeProcessors', 'answerDispute', 'changePolicy', 'exemptKey'));
