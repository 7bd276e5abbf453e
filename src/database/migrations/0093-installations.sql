-- Installations that administrators create and change (docs/domain.md#installations).

alter table installation
  -- The version that a change must name.
  add column version integer not null default 1,
  -- The skin of payment pages whose session names none.
  add column default_skin text not null default '1' check (default_skin ~ '^[1-9][0-9]?$'),
  add column logo bytea,
  add column logo_type text check (logo_type in ('image/png', 'image/jpeg', 'image/webp')),
  -- The name and the address for replies in receipts; null: ours.
  add column receipt_name text,
  add column receipt_reply_to text,
  add constraint installation_logo check ((logo is null) = (logo_type is null) and octet_length(logo) <= 65536);

insert into role_permission (role_id, permission)
select role_id, 'P_MANAGE_INSTALLATION' from role where role_id = 'administrator'
on conflict do nothing;
