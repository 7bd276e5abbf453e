-- P_MANAGE_WEBHOOKS, for administrators and developers (docs/domain.md#permissions).

insert into role_permission (role_id, permission)
select role_id, 'P_MANAGE_WEBHOOKS' from role where role_id in ('administrator', 'developer')
on conflict do nothing;
update role set description = 'Sees installations, manages API keys and webhooks'
where role_id = 'developer' and description = 'Sees installations, manages API keys';
