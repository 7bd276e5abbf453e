-- Who changed the username, the second step or the state of another user last: for a day that user cannot decide for them.
alter table app_user add column identity_changed_by uuid, add column identity_changed_at timestamptz;
create index app_user_identity_changed on app_user (identity_changed_at) where identity_changed_at is not null;

-- The user who allows provisioned users to connect to this provider by their email; null: none.
alter table sso_provider add column connects_by uuid;

-- The claim that has the user's email, within the verified domains.
alter table sso_provider add column email_claim text not null default 'email'
  check (email_claim in ('email', 'preferred_username', 'upn'));
