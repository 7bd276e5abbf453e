-- Scheduled files have a name, can be changed and paused (docs/domain.md#scheduled-files).
alter table view_subscription
  -- Null: the name of the view.
  add column name text,
  add column paused_at timestamptz,
  add column version integer not null default 1;
drop index view_subscription_due;
create index view_subscription_due on view_subscription (next_due_at) where ended_at is null and paused_at is null;
create index view_subscription_view on view_subscription (company_id, view_id);
