-- The tasks that were closed in a range of days (docs/domain.md#figures-of-the-queue).
create index queue_task_decided on queue_task (company_id, decided_at, task_id) where decided_at is not null;
