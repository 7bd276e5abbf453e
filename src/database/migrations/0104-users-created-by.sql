-- Who created a user and when: such a user approves nothing of their maker for a day (docs/domain.md#approvals).

alter table app_user add column created_by uuid;
