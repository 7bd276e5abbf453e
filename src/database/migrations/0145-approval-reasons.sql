-- Why a refund that waits for a second person is asked for.
alter table approval_request add column refund_reason text, add column refund_note text;
