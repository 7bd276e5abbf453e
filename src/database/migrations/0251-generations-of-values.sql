-- The generation of the root secret that each stored value was made under (docs/decisions/0250). Sealed values name it themselves.
alter table api_secret add column key_generation integer not null default 1;
alter table scim_token add column key_generation integer not null default 1;
alter table recovery_code add column key_generation integer not null default 1;
alter table audit_seal add column key_generation integer not null default 1;

-- Signing secrets are derived from it and from the version. They change when they are rotated, never by themselves.
alter table webhook_endpoint add column key_generation integer not null default 1;
alter table webhook_endpoint add column previous_generation integer not null default 1;
alter table notification_secret add column key_generation integer not null default 1;
alter table notification_secret add column previous_generation integer not null default 1;
