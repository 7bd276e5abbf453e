-- Bulk work sends links (docs/domain.md#bulk-work).
alter table bulk_job drop constraint bulk_job_action_check;
alter table bulk_job add constraint bulk_job_action_check
  check (action in ('REFUND', 'CAPTURE', 'CANCEL', 'RESEND_EVENTS', 'CANCEL_LINKS', 'SEND_LINKS'));
