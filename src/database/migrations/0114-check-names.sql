-- Names of the trade, as processor_intent has them: when the worker checks a row next, and failures since the last success.
alter table queue_task rename column look_at to next_check_at;
alter table queue_decision rename column look_at to next_check_at;
alter table schedule_episode rename column look_at to next_check_at;
alter table schedule rename column failed_in_row to consecutive_failures;
