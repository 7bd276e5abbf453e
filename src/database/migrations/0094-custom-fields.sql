-- Custom fields that administrators create and hide (docs/domain.md#custom-fields).

alter table custom_field
  -- The version that a change must name.
  add column version integer not null default 1,
  -- Not offered any more. Payments, stored rules and older values keep it.
  add column hidden boolean not null default false;
