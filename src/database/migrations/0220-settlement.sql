-- What processors have settled and paid out (docs/processors.md#settlement).

-- A report of a processor, or one of its payouts. Lines can be read once it is IMPORTED.
create table settlement_report (
  report_id bigint primary key generated always as identity,
  connection_id integer not null references processor_connection,
  name text not null check (length(name) between 1 and 200),
  -- Where the processor announced it.
  address text,
  -- REFUSED: the file is wrong. FAILED: it could not be fetched. DUPLICATE: the same file was imported under another name.
  state text not null check (state in ('WAITING', 'IMPORTING', 'IMPORTED', 'REFUSED', 'FAILED', 'DUPLICATE')),
  sha256 text,
  lines integer not null default 0,
  -- Why it was refused, by line and column; or why it could not be fetched.
  refusal jsonb,
  -- Also shows a worker that another one has taken over.
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  announced_at timestamptz not null,
  imported_at timestamptz,
  -- The payments of its lines up to this one have their settlement date.
  dated_to integer not null default 0,
  version integer not null default 1,
  unique (connection_id, name)
);
create unique index settlement_report_file on settlement_report (connection_id, sha256) where state = 'IMPORTED';
create index settlement_report_due on settlement_report (next_attempt_at) where state in ('WAITING', 'IMPORTING');
create index settlement_report_undated on settlement_report (report_id) where state = 'IMPORTED' and dated_to < lines;
grant select, insert, update on settlement_report to countinghouse_app;

-- A line as it was read. Company 0: of no payment of ours.
create table settlement_line (
  report_id bigint not null references settlement_report,
  line_number integer not null,
  company_id integer not null,
  txn_id bigint,
  merchant_id integer,
  installation_id integer,
  batch text not null,
  kind text not null check (kind in (
    'PAYMENT', 'REFUND', 'REFUND_REVERSAL', 'CHARGEBACK', 'CHARGEBACK_REVERSAL', 'CARD_PAYOUT', 'FEE', 'BANK_PAYOUT', 'OTHER'
  )),
  type text not null,
  booked_at timestamptz not null,
  reference text,
  payment_reference text,
  gateway_reference text,
  -- Both amounts of an exchange; positive towards the merchant.
  gross_minor bigint not null,
  gross_currency text not null,
  net_minor bigint not null,
  net_currency text not null,
  exchange_rate numeric,
  -- What the processor kept, by kind, in the net currency: apart from the ledger of the payers' money.
  commission_minor bigint not null,
  markup_minor bigint not null,
  scheme_fees_minor bigint not null,
  interchange_minor bigint not null,
  paid_on date,
  -- What does not fit our books, as it was matched.
  finding text check (finding in ('UNKNOWN', 'AMOUNT', 'CURRENCY', 'TWICE', 'LATE_APPROVAL')),
  as_read text not null,
  primary key (report_id, line_number, company_id)
);
create index settlement_line_txn on settlement_line (txn_id) where txn_id is not null;
create index settlement_line_installation on settlement_line (report_id, installation_id, line_number)
  where installation_id is not null;
select enable_tenant_isolation('settlement_line');
grant select, insert, delete on settlement_line to countinghouse_app;

-- What the processor reported to have sent to the bank for a report. It may come before the report.
create table settlement_bank_payout (
  connection_id integer not null references processor_connection,
  report_name text not null,
  currency text not null,
  amount_minor bigint not null,
  paid_on date not null,
  primary key (connection_id, report_name, currency)
);
grant select, insert, update on settlement_bank_payout to countinghouse_app;

-- Lines that are paid out together, in one currency.
create table settlement_batch (
  batch_id bigint primary key generated always as identity,
  report_id bigint not null references settlement_report,
  batch text not null,
  currency text not null,
  net_minor bigint not null,
  -- What went to the bank; null until it is known.
  paid_minor bigint,
  paid_on date,
  state text not null check (state in ('OPEN', 'RECONCILED', 'DIFFERENT')),
  unique (report_id, batch, currency)
);
grant select, insert, update on settlement_batch to countinghouse_app;

-- The part of a batch that belongs to an installation, with its sums in the currency of the payout.
create table merchant_payout (
  payout_id bigint generated always as identity,
  company_id integer not null,
  batch_id bigint not null references settlement_batch,
  merchant_id integer not null,
  installation_id integer not null,
  currency text not null,
  paid_on date not null,
  payments_minor bigint not null,
  payments integer not null,
  refunds_minor bigint not null,
  refunds integer not null,
  chargebacks_minor bigint not null,
  chargebacks integer not null,
  other_minor bigint not null,
  other integer not null,
  -- Positive: what was kept.
  commission_minor bigint not null,
  markup_minor bigint not null,
  scheme_fees_minor bigint not null,
  interchange_minor bigint not null,
  net_minor bigint not null,
  primary key (payout_id, company_id),
  unique (batch_id, installation_id, company_id)
);
create index merchant_payout_merchant on merchant_payout (merchant_id, paid_on desc, payout_id desc);
create index merchant_payout_company on merchant_payout (company_id, paid_on desc, payout_id desc);
select enable_tenant_isolation('merchant_payout');
grant select, insert, update on merchant_payout to countinghouse_app;

-- What does not fit, until a person has closed it. Company 0: of no payment of ours. Nothing here changes the ledger.
create table settlement_difference (
  difference_id bigint generated always as identity,
  company_id integer not null,
  connection_id integer not null references processor_connection,
  kind text not null check (kind in ('MISSING', 'UNKNOWN', 'AMOUNT', 'CURRENCY', 'TWICE', 'LATE_APPROVAL', 'PAYOUT')),
  report_id bigint references settlement_report,
  line_number integer,
  batch_id bigint references settlement_batch,
  txn_id bigint,
  merchant_id integer,
  -- What the report calls it, where it is no payment of ours.
  reference text,
  ours_minor bigint,
  ours_currency text,
  theirs_minor bigint,
  theirs_currency text,
  state text not null default 'OPEN' check (state in ('OPEN', 'CLOSED')),
  owner_id text,
  owner_name text,
  note text,
  found_at timestamptz not null,
  closed_at timestamptz,
  closed_by text,
  version integer not null default 1,
  primary key (difference_id, company_id)
);
create unique index settlement_difference_line on settlement_difference (report_id, line_number, kind)
  where line_number is not null;
create unique index settlement_difference_batch on settlement_difference (batch_id) where batch_id is not null;
create unique index settlement_difference_missing on settlement_difference (txn_id) where kind = 'MISSING';
create index settlement_difference_list on settlement_difference (connection_id, found_at desc, difference_id desc);
create index settlement_difference_txn on settlement_difference (txn_id) where txn_id is not null;
select enable_tenant_isolation('settlement_difference');
grant select, insert, update on settlement_difference to countinghouse_app;

-- How far the reports of a connection have been listed and compared.
create table settlement_progress (
  connection_id integer primary key references processor_connection,
  list_cursor text,
  listed_at timestamptz,
  -- When the first line of its reports was booked: what moved before is not missing.
  covers_from timestamptz,
  -- Money that moved until then has been looked for.
  checked_until timestamptz
);
grant select, insert, update on settlement_progress to countinghouse_app;

insert into role_permission (role_id, permission)
select role_id, unnest(array['P_VIEW_PAYOUTS', 'P_VIEW_SETTLEMENTS', 'P_MANAGE_SETTLEMENTS']) from role
where role_id = 'administrator'
on conflict do nothing;
