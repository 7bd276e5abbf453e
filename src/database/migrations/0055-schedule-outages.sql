-- Outages of a processor postpone an attempt instead of ending it; why and since when a schedule is suspended.

alter table schedule_episode
  -- The processor's or issuer's response to this attempt, beside reason_code.
  add column response_code text,
  -- Consecutive outages met by this attempt, since when, the latest, and whose.
  add column outages smallint not null default 0,
  add column outage_since timestamptz,
  add column outage_at timestamptz,
  add column outage_of text;
-- What alerts and metrics read.
create index schedule_episode_outage on schedule_episode (outage_at) where outages > 0;

alter table schedule
  add column suspended_at timestamptz,
  add column suspended_reason text,
  -- Of the last episode: SUCCESS or FAILED.
  add column last_state text check (last_state in ('SUCCESS', 'FAILED'));
update schedule s set suspended_at = a.at, suspended_reason = a.detail ->> 'reason'
from schedule_audit a
where s.status in ('SUSPENDED', 'TECH_SUSPENDED') and a.company_id = s.company_id and a.schedule_id = s.schedule_id
  and a.sequence = (
    select max(b.sequence) from schedule_audit b
    where b.company_id = s.company_id and b.schedule_id = s.schedule_id and b.code = s.status);
update schedule s set last_state = e.state
from (
  select distinct on (company_id, schedule_id) company_id, schedule_id, state from schedule_episode
  where state in ('SUCCESS', 'FAILED') order by company_id, schedule_id, ended_at desc
) e
where s.last_episode_on is not null and e.company_id = s.company_id and e.schedule_id = s.schedule_id;
-- The attempts to come of one schedule, without all that are over.
create index schedule_episode_open on schedule_episode (company_id, schedule_id) where state in ('DUE', 'HELD', 'RUNNING');
-- Bulk resume.
create index schedule_suspended on schedule (merchant_id, suspended_at) where suspended_at is not null;
