-- Mail goes through an outbox; passwords have a history; links are rows without their secret.

alter table app_user
  -- The language of the mails to this person.
  add column locale text not null default 'en' check (locale in ('en', 'de', 'es', 'fr', 'pl', 'cy')),
  -- What 'last login' shows: the sign-in before the present one.
  add column previous_logon_at timestamptz,
  -- Inactivity is counted from here too, or an unlocked account would be locked again at once.
  add column unlocked_at timestamptz;

-- Passwords that were replaced; the current one is in app_user.
create table password_history (
  history_id bigint generated always as identity primary key,
  user_id uuid not null references app_user (user_id) on delete cascade,
  password_hash text not null,
  replaced_at timestamptz not null
);
create index password_history_user on password_history (user_id, history_id desc);

-- Links to a password (reset, invitation) and to the first administrator. The secret in a link is a keyed
-- hash of token_id: nothing in these rows, leaked or forged, opens anything without the server's key.
create table account_token (
  token_id uuid primary key,
  purpose text not null check (purpose in ('invitation', 'password-reset', 'first-administrator')),
  user_id uuid references app_user (user_id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  cancelled_at timestamptz,
  check (user_id is not null or purpose = 'first-administrator')
);
-- At most one open link a person.
create unique index account_token_open on account_token (user_id) where used_at is null and cancelled_at is null;
create index account_token_user on account_token (user_id, created_at desc);
drop table one_time_token;

-- Requested at sign-in, processed by a worker: sign-in does the same for unknown user names.
create table reset_request (
  request_id uuid primary key,
  user_name_key text not null,
  requested_at timestamptz not null
);

-- Browsers that a person has signed in from, by the hash of a cookie.
create table known_device (
  user_id uuid not null references app_user (user_id) on delete cascade,
  device_hash bytea not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (user_id, device_hash)
);

-- The session's id in its owner's list; the hash of the token identifies requests.
alter table user_session add column session_id uuid not null default gen_random_uuid() unique;

create table mail_outbox (
  mail_id uuid primary key,
  -- The same occasion never queues a second mail.
  mail_key text not null unique,
  template text not null,
  locale text not null,
  recipient text not null,
  -- The values of the template; of links only the token's id.
  contents jsonb not null,
  state text not null check (state in ('queued', 'sending', 'sent', 'failed', 'in-doubt')),
  queued_at timestamptz not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  claimed_at timestamptz,
  sent_at timestamptz,
  last_error text
);
create index mail_outbox_due on mail_outbox (next_attempt_at) where state = 'queued';
create index mail_outbox_sending on mail_outbox (claimed_at) where state = 'sending';
create index mail_outbox_age on mail_outbox (queued_at desc);

grant select, insert, update, delete on password_history, account_token, reset_request, known_device, mail_outbox to countinghouse_app;
grant usage, select on all sequences in schema public to countinghouse_app;
