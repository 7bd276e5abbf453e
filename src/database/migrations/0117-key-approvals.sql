-- A key made, extended or rotated under an approval policy is not exempt from it before a second person has agreed.
alter table api_credential add column needs_approval boolean not null default false;
alter table approval_request drop constraint approval_request_action_check;
alter table approval_request add constraint approval_request_action_check
  check (action in ('refund', 'payout', 'activateRule', 'grantRole', 'changePolicy', 'exemptKey'));
