-- Schedules of an installation, newest first: the merchant API lists them by keyset (docs/domain.md#schedule-calls).
create index schedule_by_installation on schedule (installation_id, created_at desc, schedule_id desc);
