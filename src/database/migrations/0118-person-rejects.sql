-- The reviewer whose reject has not succeeded yet: the clock repeats the release and never captures.
alter table queue_task add column rejected_by text;
update queue_task q set rejected_by = e.actor
from (
  select distinct on (company_id, task_id) company_id, task_id, actor
  from queue_event where kind = 'REJECT_FAILED' and actor <> 'system' order by company_id, task_id, event_id desc
) e
where q.company_id = e.company_id and q.task_id = e.task_id and q.status = 'REJECT_FAILED';
