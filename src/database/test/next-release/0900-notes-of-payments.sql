-- A release in tests and drills: it adds, and removes nothing (src/database/test/upgrade.test.ts).
create table payment_note (
  company_id integer not null,
  txn_id bigint not null,
  note text not null,
  primary key (company_id, txn_id)
);
select enable_tenant_isolation('payment_note');
grant select, insert on payment_note to countinghouse_app;
