import { describe, expect, test } from 'vitest';
import { type TableKeys, keyComplaints, statementsWithoutCompany } from '../company-keys.ts';

const table = (changes: Partial<TableKeys> = {}): TableKeys => ({
  hasCompany: true,
  unique: [['txn_id', 'company_id']],
  references: [],
  ...changes,
});

describe('tables', () => {
  test('of companies have the company in each key', () => {
    const references = [{ columns: ['company_id', 'txn_id'], table: 'txn' }];
    expect(keyComplaints({ txn: table(), note: table({ references }) })).toEqual([]);
  });

  test('may refer to a table that each server has', () => {
    const references = [{ columns: ['organisation_id'], table: 'organisation' }];
    expect(keyComplaints({ note: table({ references }) })).toEqual([]);
  });

  test('are refused without a company', () => {
    expect(keyComplaints({ note: table({ hasCompany: false }) })).toEqual([
      'note: has no company_id; add it, or name the table in scripts/company-keys.ts',
    ]);
  });

  test('are refused with a unique key without the company', () => {
    expect(keyComplaints({ note: table({ unique: [['note_id'], ['company_id', 'name']] }) })).toEqual([
      'note: note_id is unique without company_id',
    ]);
  });

  test('are refused with a reference to another company', () => {
    const references = [{ columns: ['txn_id'], table: 'txn' }];
    expect(keyComplaints({ txn: table(), note: table({ references }) })).toEqual([
      'note: refers to txn without company_id',
    ]);
  });

  test('that companies share may have any key', () => {
    expect(keyComplaints({ throttle: table({ hasCompany: false, unique: [['key']] }) })).toEqual([]);
  });
});

describe('statements', () => {
  const found = (code: string) => statementsWithoutCompany(code, (name) => name === 'txn');

  test('that name the company are right', () => {
    expect(found('sql`select 1 from txn where company_id = ${id}`')).toEqual([]);
  });

  test('on other tables need none', () => {
    expect(found('sql`select 1 from organisation`')).toEqual([]);
  });

  test.each(['select 1 from txn', 'update txn set x = 1', 'select 1 from a join txn using (txn_id)'])(
    'without it are found: %s',
    (statement) => {
      expect(found(`\n\nawait sql\`${statement}\`;`)).toEqual([{ line: 3, table: 'txn' }]);
    },
  );
});
