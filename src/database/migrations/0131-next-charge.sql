-- The day of a schedule's next charge, which may be a retry: lists filter and sort by it (docs/domain.md#schedules).
-- The database keeps it, because every step of an episode can change it.
alter table schedule add column next_charge_on date;

create function next_charge_of(company integer, id text) returns date language sql stable as $$
  select due_on from schedule_episode
  where company_id = company and schedule_id = id and state in ('DUE', 'HELD', 'RUNNING') and state <> 'RUNNING'
  order by state = 'HELD', due_on, episode_index, retry_index limit 1
$$;

create function keep_next_charge_of_episode() returns trigger language plpgsql as $$
declare
  episode record := coalesce(new, old);
begin
  update schedule s set next_charge_on = next.due_on
  from (select next_charge_of(episode.company_id, episode.schedule_id) as due_on) next
  where s.company_id = episode.company_id and s.schedule_id = episode.schedule_id and s.status = 'ACTIVE'
    and s.next_charge_on is distinct from next.due_on;
  return null;
end $$;
create trigger next_charge_of_new after insert or delete on schedule_episode
  for each row execute function keep_next_charge_of_episode();
create trigger next_charge_of_changed after update of state, due_on on schedule_episode
  for each row when (old.state is distinct from new.state or old.due_on is distinct from new.due_on)
  execute function keep_next_charge_of_episode();

create function keep_next_charge_of_schedule() returns trigger language plpgsql as $$
begin
  new.next_charge_on := case when new.status = 'ACTIVE' then next_charge_of(new.company_id, new.schedule_id) end;
  return new;
end $$;
create trigger next_charge_of_status before update of status on schedule
  for each row when (old.status is distinct from new.status) execute function keep_next_charge_of_schedule();
