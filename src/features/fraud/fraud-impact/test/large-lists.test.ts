import { afterAll, expect, test } from 'vitest';
import { inTenant } from '#database/tenant.ts';
import type { ListHead } from '#features/fraud/fraud-lists/server/match-lists.ts';
import { insertList, insertValues } from '#features/fraud/fraud-lists/test/list-fixtures.ts';
import { startApp } from '#testing/start-app.ts';
import { type ListJoins, joinLists, postgresDialect } from '../server/postgres-dialect.ts';
import { translateCondition } from '../server/translate-rule.ts';
import { companyId, customNames, storePayments } from './stored-payments.ts';

const app = await startApp();
afterAll(() => app.stop());

await storePayments(app, 100, 3);
const listId = await insertList(app);
const values = Array.from({ length: 5000 }, (_, index) => `customer.${index}@mail.some-long-name.example`);
await insertValues(app, listId, values);
await app.owner`analyze fraud_list_item`;
const list: ListHead = {
  listId,
  kind: 'PARAMETER',
  dataField: 'customerEmail',
  active: true,
  version: 1,
  valueLengths: [...new Set(values.map(({ length }) => length))],
  itemCount: values.length,
};

test.each(['isIn', 'isNotIn'] as const)(
  'a list too big for a hash is read by its index: %s',
  async (operator) => {
    const plan = await inTenant(app.services.database, [companyId], async (sql) => {
      // As a list of millions is to the memory of a server.
      await sql`set local work_mem = '64kB'`;
      const context = { sql, companyId, customNames, lists: [list], today: '2026-11-20' };
      const joins: ListJoins = [];
      const isMatch = translateCondition(
        postgresDialect(context, joins),
        { type: 'list', field: 'customerEmail', operator, listId },
        {},
      );
      return sql`explain (format json) select ${isMatch} from txn t ${joinLists(sql, joins)} where t.txn_id >= 700000`;
    });
    expect(JSON.stringify(plan)).toMatch(/Index Cond[^}]*match_value/);
  },
);
