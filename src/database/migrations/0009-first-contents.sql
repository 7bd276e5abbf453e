-- What a first start fills in, and whether it got to its end: a start that was killed in the middle begins again.

create table first_contents (
  part text primary key,
  finished_at timestamptz
);
grant select, insert, update on first_contents to countinghouse_app;

insert into first_contents (part, finished_at)
select 'organisations', now() from organisation where id = 1100 and name = 'Harbour Group';
insert into first_contents (part, finished_at)
select 'story', now()
where exists (select from first_contents) and exists (select from audit_event where object_kind = 'transaction');
