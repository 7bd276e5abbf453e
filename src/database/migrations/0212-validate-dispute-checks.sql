-- Apart from the migration that adds them, so that the tables are read without locking out payments.
alter table payment validate constraint payment_charged_back_minor_check;
alter table payment validate constraint payment_dispute_hold;
alter table payment validate constraint payment_refundable;
alter table ledger_entry validate constraint ledger_entry_kind_check;

-- A database that had 0210 before the key was built apart has its key already.
drop index if exists ledger_entry_key;
