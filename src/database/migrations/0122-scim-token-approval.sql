-- A token created under a policy for roles gives none before a second person has agreed to it.
alter table scim_token add column needs_approval boolean not null default false;
