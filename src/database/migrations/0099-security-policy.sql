-- Sign-in rules of a company, or of the provider's own organisation (docs/domain.md#security-policy). They are read at
-- sign-in, so they have no row-level security (docs/decisions/0106). Every statement names the organisation.

create table security_policy (
  organisation_id integer primary key references organisation (id) on delete cascade,
  second_factor text not null check (second_factor in ('OFF', 'OFFERED', 'REQUIRED')),
  -- From when REQUIRED and the permissions count; null: at once.
  required_from timestamptz,
  -- Holders of one of these permissions need a second factor, whatever second_factor is.
  required_for text[] not null,
  -- 0: devices are not remembered.
  device_days integer not null check (device_days between 0 and 90),
  -- 0: no step-up.
  step_up_minutes integer not null check (step_up_minutes between 0 and 720),
  -- Whether the password confirms for users without a second factor.
  step_up_with_password boolean not null,
  -- Refunds above this amount, and all in other currencies, need step-up; null: none.
  refund_above_minor bigint check (refund_above_minor >= 0),
  refund_currency text,
  version integer not null,
  check ((refund_above_minor is null) = (refund_currency is null))
);

-- An operator lets a user sign in with the password alone for a while.
create table break_glass (
  user_id uuid primary key references app_user (user_id) on delete cascade,
  granted_by text not null,
  ends_at timestamptz not null
);

grant select, insert, update, delete on security_policy, break_glass to countinghouse_app;

insert into role_permission (role_id, permission)
select role_id, 'P_MANAGE_SECURITY' from role where role_id = 'administrator'
on conflict do nothing;
