-- Organisations that administrators create, change, move and deactivate (docs/domain.md#managing-organisations).

alter table organisation
  -- False: it and everything below it take no new payments.
  add column active boolean not null default true,
  -- The version that a change must name.
  add column version integer not null default 1,
  -- Of a company: raised with each change of its tree, so that copies of the tree in memory are read again.
  add column tree_version integer not null default 1;

-- Each payment looks for deactivated organisations above its installation. This index has those only.
create index organisation_inactive on organisation (id) where not active;

-- Above the ids of the demo and of installations that were inserted by hand.
create sequence organisation_id as integer start 10000001;
select setval('organisation_id', greatest(10000000, (select max(id) from organisation)));
grant usage, select on sequence organisation_id to countinghouse_app;

insert into role_permission (role_id, permission)
select role_id, 'P_MANAGE_ORGANISATION' from role where role_id = 'administrator'
on conflict do nothing;
