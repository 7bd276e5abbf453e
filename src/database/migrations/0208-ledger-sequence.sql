-- A payment can be charged back more than once, so its entries of one kind are numbered.
alter table ledger_entry add column if not exists sequence smallint not null default 0;
