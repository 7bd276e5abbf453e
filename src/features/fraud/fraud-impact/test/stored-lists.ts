import { insertList, insertValues } from '#features/fraud/fraud-lists/test/list-fixtures.ts';
import type { TestApp } from '#testing/start-app.ts';
import { type TestList, companyId } from './stored-payments.ts';

/** Lists under the ids that the generated rules name. One value of each has expired. */
export async function storeLists(app: TestApp): Promise<TestList[]> {
  const stored: TestList[] = [];
  for (const [listId, values] of [
    [1, ['a@x.com', '@y', 'a', 'org']],
    [2, ['b@y.org', 'ab', '@x.com', '192.0.2.0/24', '2001:db8::/32']],
  ] as const) {
    const insertedId = await insertList(app);
    await app.owner`
      update fraud_list set list_id = ${listId} where company_id = ${companyId} and list_id = ${insertedId}`;
    const expired = { value: 'b@', expiryDate: '2026-11-19' as const };
    await insertValues(app, listId, [...values, expired]);
    const valueLengths = [...new Set(['b@', ...values].map(({ length }) => length))];
    stored.push({
      listId,
      values,
      valueLengths,
      itemCount: values.length,
      active: true,
      kind: 'PARAMETER',
      dataField: 'customerEmail',
      version: 1,
    });
  }
  return stored;
}
