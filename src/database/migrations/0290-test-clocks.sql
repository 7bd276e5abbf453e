-- Test clocks of companies (docs/domain.md#test-clocks). A company without a row has real time.
create table test_clock (
  company_id integer primary key references organisation,
  -- How far the clock is ahead while it runs.
  ahead_ms bigint not null check (ahead_ms >= 0),
  -- While it moves: the time that it has reached, where it began, and where it ends.
  frozen_at timestamptz,
  moved_from timestamptz,
  target timestamptz,
  steps integer not null default 0,
  -- Back to real time: requests have it already, the worker removes the row.
  is_ending boolean not null default false,
  set_at timestamptz not null,
  set_by text not null,
  -- The worker that runs the jobs of the company; it comes again after `next_run_at`.
  worker uuid,
  next_run_at timestamptz not null,
  check ((frozen_at is null) = (target is null) and (frozen_at is null) = (moved_from is null)),
  check (frozen_at <= target)
);
-- Not isolated, as api_credential: it is read before the company of a request is known.
grant select, insert, update, delete on test_clock to countinghouse_app;

-- What is live for a company: connections of its own or on a route that it can take, and keys that work.
create function live_reach(company integer) returns table (kind text, name text)
language sql stable security definer set search_path = pg_catalog, public as $$
  with place as (select path from organisation where id = company)
  select 'CONNECTION', c.name from processor_connection c
  where c.mode = 'LIVE' and c.state <> 'CLOSED' and (
    exists (
      select from organisation o, place p
      where o.id = c.organisation_id and (o.path = p.path or starts_with(o.path, p.path || '/')))
    or exists (
      select from place p, processor_route r left join organisation o on o.id = r.organisation_id
      where r.connection_id = c.connection_id and (
        r.organisation_id is null or o.path = p.path
        or starts_with(o.path, p.path || '/') or starts_with(p.path, o.path || '/'))))
  union all
  select 'API_KEY', k.name from api_credential k
  where k.company_id = company and k.mode = 'LIVE' and k.active
    and (k.expires_at is null or k.expires_at > clock_timestamp())
$$;
revoke execute on function live_reach from public;
grant execute on function live_reach to countinghouse_app;

-- Setting a clock takes the lock exclusively, so that of two concurrent changes the second one sees the first.
create function refuse_live_reach() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  reached record;
begin
  perform pg_advisory_xact_lock_shared(7310290);
  select o.name as company, l.name into reached
  from test_clock t
  join organisation o on o.id = t.company_id
  cross join lateral (select r.name from live_reach(t.company_id) r limit 1) l
  limit 1;
  if found then
    raise exception '"%" has a test clock and would reach "%", which is live', reached.company, reached.name
      using errcode = 'TC409', detail = reached.company;
  end if;
  return null;
end $$;
create trigger refuse_live_reach after insert or update on processor_connection
  for each statement execute function refuse_live_reach();
create trigger refuse_live_reach after insert or update on processor_route
  for each statement execute function refuse_live_reach();
create trigger refuse_live_reach after insert or update on api_credential
  for each statement execute function refuse_live_reach();
