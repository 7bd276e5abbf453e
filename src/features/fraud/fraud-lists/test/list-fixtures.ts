import type { TestApp } from '#testing/start-app.ts';
import { inTenant } from '#database/tenant.ts';
import { matchValue } from '#features/record/fraud-fields/match-value.ts';
import { insertItems } from '../server/db/write-items.ts';
import type { NewItem } from '../server/db/list-item.ts';

export const harbour = 1100;

/** The id of a company's block or allow list of a field. */
export async function findStandardList(
  app: TestApp,
  kind: 'NEGATIVE' | 'POSITIVE',
  dataField: string,
  companyId = harbour,
): Promise<number> {
  const [row] = await app.owner<{ listId: number }[]>`
    select list_id from fraud_list
    where company_id = ${companyId} and kind = ${kind} and data_field = ${dataField}`;
  return row?.listId ?? 0;
}

interface ListFixture {
  dataField?: string;
  organisationId?: number;
  name?: string;
  active?: boolean;
  hotList?: boolean;
  companyId?: number;
}

/** A parameter list of Harbour Group, of emails by default. */
export async function insertList(app: TestApp, list: ListFixture = {}): Promise<number> {
  const { companyId = harbour, dataField = 'customerEmail', active = true, hotList = false } = list;
  const now = app.clock.now();
  const row = {
    companyId,
    organisationId: list.organisationId ?? companyId,
    kind: 'PARAMETER',
    name: list.name ?? 'Known fraud',
    description: 'Values of confirmed fraud',
    dataField,
    active,
    hotList,
    createdBy: 'admin@harbour.example',
    createdAt: now,
    lastUpdatedBy: 'admin@harbour.example',
    lastUpdatedAt: now,
    lastAction: 'CREATE',
  };
  const [inserted] = await app.owner<{ listId: number }[]>`
    insert into fraud_list ${app.owner([row])} returning list_id`;
  return inserted?.listId ?? 0;
}

/** Adds values as the product does. */
export async function insertValues(
  app: TestApp,
  listId: number,
  values: readonly (string | Partial<NewItem>)[],
  { companyId = harbour, source = 'Manual input' } = {},
): Promise<void> {
  const [list] = await app.owner<{ dataField: string }[]>`
    select data_field from fraud_list where list_id = ${listId}`;
  const items = values.map((input): NewItem => {
    const item = typeof input === 'string' ? { value: input } : input;
    const value = item.value ?? '';
    return { expiryDate: null, matchValue: matchValue(list?.dataField ?? '', value) ?? '', ...item, value };
  });
  await inTenant(app.services.database, [companyId], (sql) =>
    insertItems(sql, { companyId, listId }, items, {
      source,
      changedBy: 'admin@harbour.example',
      now: app.clock.now(),
    }),
  );
}

/** The values of a list, in the order in which they were added. */
export async function readListValues(app: TestApp, listId: number) {
  return app.owner<{ value: string; source: string; expiryDate: string | null; maskedPan: string | null }[]>`
    select value, source, expiry_date, masked_pan from fraud_list_item where list_id = ${listId} order by item_id`;
}

/** Actions and values of a list's history, oldest first. */
export async function readListHistory(app: TestApp, listId: number) {
  return app.owner<
    {
      action: string;
      value: string | null;
      maskedPan: string | null;
      changedBy: string;
      expiryDate: string | null;
    }[]
  >`
    select action, value, masked_pan, changed_by, expiry_date from fraud_list_history
    where list_id = ${listId} order by entry_id`;
}
