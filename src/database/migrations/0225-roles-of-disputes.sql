-- Roles that refund see disputes and respond to them. Roles that see statements, with the fraud analyst, see payouts to the bank.
insert into role_permission (role_id, permission)
select role_id, unnest(array['P_VIEW_DISPUTES', 'P_MANAGE_DISPUTES']) from role
where role_id in ('cashier', 'shop-manager', 'refund-agent')
on conflict do nothing;
insert into role_permission (role_id, permission)
select role_id, 'P_VIEW_PAYOUTS' from role
where role_id in ('viewer', 'cashier', 'shop-manager', 'user-administrator', 'fraud-analyst')
on conflict do nothing;
insert into role_permission (role_id, permission)
select role_id, 'P_VIEW_DISPUTES' from role where role_id = 'fraud-analyst'
on conflict do nothing;
update role set description = 'Sees transactions and payouts, refunds, captures, repeats, pays out, responds to disputes'
where role_id = 'cashier' and description = 'Sees transactions, refunds, captures, repeats and pays out';
update role set description = 'Sees transactions, refunds them and responds to disputes'
where role_id = 'refund-agent' and description = 'Sees transactions and refunds them';
update role set description = 'Sees transactions, payouts and schedules; moves nothing'
where role_id = 'viewer' and description = 'Sees transactions and schedules; moves nothing';
update role set description = 'Creates and changes users; sees transactions and payouts'
where role_id = 'user-administrator' and description = 'Creates and changes users; sees transactions';
update role set description = 'All of a shop: transactions, disputes, payouts, terminal, links, schedules and its users'
where role_id = 'shop-manager' and description = 'All of a shop: transactions, terminal, links, schedules and its users';
