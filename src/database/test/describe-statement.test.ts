import { expect, test } from 'vitest';
import { describeStatement } from '../driver/describe-statement.ts';

test.each([
  ['select * from txn where txn_id = $1', 'select txn'],
  ["\n  insert into audit_event (act) values ('secret')", 'insert audit_event'],
  ["update mail_outbox set recipient = 'ada@x.example'", 'update mail_outbox'],
  ['with due as (select 1 from notification) update notification set state = $1', 'update notification'],
  ["set local app.companies = '1100'", 'set'],
  ['savepoint s1', 'savepoint'],
  ["select 'from 4929000000006'", 'select'],
  ['select pg_try_advisory_xact_lock(7310443)', 'select'],
  ["notify canary, 'secret'", 'statement'],
  ['copy (select 1) to stdout', 'copy'],
])('names %j without its values', (text, name) => {
  expect(describeStatement(text)).toBe(name);
});
