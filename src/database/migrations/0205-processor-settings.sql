-- Connections and routes are set up in the portal (docs/processors.md).
insert into role_permission (role_id, permission)
select role_id, unnest(array['P_VIEW_PROCESSORS', 'P_MANAGE_PROCESSORS']) from role where role_id = 'administrator'
on conflict do nothing;

alter table approval_rule drop constraint approval_rule_action_check;
alter table approval_rule add constraint approval_rule_action_check
  check (action in ('refund', 'payout', 'activateRule', 'grantRole', 'changeProcessors'));
alter table approval_request drop constraint approval_request_action_check;
alter table approval_request add constraint approval_request_action_check check (
  action in ('refund', 'payout', 'activateRule', 'grantRole', 'changeProcessors', 'changePolicy', 'exemptKey')
);

-- One name an owner; closed connections give theirs back.
create unique index processor_connection_name on processor_connection (organisation_id, lower(name))
  nulls not distinct where state <> 'CLOSED';
alter table processor_route add column version integer not null default 1;
