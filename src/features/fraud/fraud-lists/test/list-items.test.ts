import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Send, actAs } from '#testing/act-as.ts';
import { insertTransaction } from '#testing/insert-transaction.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import {
  readListHistory,
  insertList,
  insertValues,
  findStandardList,
  readListValues,
} from './list-fixtures.ts';

const base = '/proxy/sync/rms/list';
const orgId = 1100;
let app: TestApp;
let admin: Send;
let emails: number;
beforeAll(async () => {
  app = await startApp();
  admin = await actAs(app, 'admin@harbour.example');
});
afterAll(() => app.stop());
beforeEach(async () => {
  emails = await insertList(app);
});

const countOf = async (listId: number) =>
  (await admin('GET', `${base}/id/${listId}/${orgId}`)).body.itemCount as number;

describe('addListItems', () => {
  const add = (listId: number, ...uiListItemModels: object[]) =>
    admin('POST', `${base}/${listId}/listItems`, { orgId, uiListItemModels });

  test('reports each value', async () => {
    await insertValues(app, emails, ['known@example.com']);
    const { status, body } = await add(
      emails,
      { value: ' Eve@Example.com ', expiryDate: '2026-12-01' },
      { value: 'KNOWN@example.com' },
      { value: 'eve@EXAMPLE.com' },
      { value: 'nonsense', expiryDate: '2026-11-01' },
      { value: '4111111111111111' },
    );
    expect(status).toBe(200);
    expect(body).toMatchObject([
      { responseStatus: 'ADDED', uiListItemModel: { value: ' Eve@Example.com ' } },
      { responseStatus: 'duplicate_list_item' },
      { responseStatus: 'duplicate_list_item' },
      { responseStatus: 'INVALID_LIST_ITEM_ERROR', message: 'email|expiry_past' },
      { responseStatus: 'INVALID_LIST_ITEM_ERROR', message: 'card_number' },
    ]);
    expect(await readListValues(app, emails)).toMatchObject([
      { value: 'known@example.com' },
      { value: 'Eve@Example.com', source: 'Manual input', expiryDate: '2026-12-01' },
    ]);
    expect(await countOf(emails)).toBe(2);
    expect((await readListHistory(app, emails)).at(-1)).toMatchObject({
      action: 'ADD_ITEM',
      value: 'Eve@Example.com',
      expiryDate: '2026-12-01',
    });
  });

  test('takes predefined values only, where the field has them', async () => {
    const countries = await insertList(app, { dataField: 'ipCountryCode' });
    const { body } = await add(countries, { value: 'GBR' }, { value: 'Atlantis' });
    expect(body).toMatchObject([
      { responseStatus: 'ADDED' },
      { responseStatus: 'INVALID_LIST_ITEM_ERROR', message: 'choice' },
    ]);
  });

  test('rejects more values than one request may have', async () => {
    const values = Array.from({ length: 101 }, (_, index) => ({ value: `a${index}@b` }));
    expect((await add(emails, ...values)).status).toBe(400);
  });

  test('a card cannot be typed in', async () => {
    const cards = await insertList(app, { dataField: 'cardCorrelationId' });
    const { body } = await add(cards, { value: '4111111111111111' });
    expect(body).toMatchObject([{ responseStatus: 'INVALID_LIST_ITEM_IDENTIFIER' }]);
  });
});

describe('addListItem', () => {
  const add = (uiListItemModel: object) =>
    admin('POST', `${base}/${emails}/listItem`, { orgId, uiListItemModel });

  test('adds a value with its source', async () => {
    const source = 'Import from transaction 10000000001';
    expect((await add({ value: 'eve@example.com', source })).body.responseStatus).toBe('ADDED');
    expect(await readListValues(app, emails)).toMatchObject([{ source, expiryDate: null }]);
  });

  test('changes the expiry of a value that the list has', async () => {
    await insertValues(app, emails, ['eve@example.com']);
    const repeated = await add({ value: 'EVE@example.com', expiryDate: '2026-12-24' });
    expect(repeated.body.responseStatus).toBe('UPDATED');
    expect(await readListValues(app, emails)).toMatchObject([
      { value: 'eve@example.com', expiryDate: '2026-12-24' },
    ]);
  });

  test('a repeated request writes no history', async () => {
    await add({ value: 'eve@example.com' });
    expect((await add({ value: 'eve@example.com' })).body.responseStatus).toBe('UPDATED');
    expect(await readListHistory(app, emails)).toHaveLength(1);
  });

  test('rejects a wrong value', async () => {
    expect((await add({ value: 'eve' })).body).toMatchObject({ responseStatus: 'INVALID_LIST_ITEM_ERROR' });
  });
});

describe('addCardListItem', () => {
  const add = (listId: number, value: string, more = {}) =>
    admin('POST', `${base}/${listId}/cardListItem/`, { orgId, uiListItemModel: { value, ...more } });

  beforeAll(async () => {
    await insertTransaction(app.owner, { txnId: 10_000_000_077 });
    await app.owner`
      update txn set card_correlation_id = 'CardOfEve', masked_pan = '411111******1111', card_issuer = 'Example Bank',
        payment_product = 'VISA_DEBIT', card_scheme = 'VISA', card_usage = 'DEBIT', issuer_country = 'GBR'
      where txn_id = 10000000077`;
  });

  test('shows the card of its transaction', async () => {
    const cards = await findStandardList(app, 'NEGATIVE', 'cardCorrelationId');
    const forged = { maskedPan: '4111111111111111', cardIssuerName: 'Forged' };
    expect((await add(cards, 'CardOfEve', forged)).body.responseStatus).toBe('ADDED');
    const { body } = await admin('GET', `${base}/${cards}/cardListItems/${orgId}`);
    expect(body.data).toMatchObject([
      {
        listItemType: 'CardListItem',
        maskedPan: '411111******1111',
        cardIssuerName: 'Example Bank',
        cardBrand: 'VISA_DEBIT',
        cardIssuerCountryCode: 'GBR',
      },
    ]);
  });

  test('rejects a card that the company has never seen', async () => {
    const cards = await findStandardList(app, 'NEGATIVE', 'cardCorrelationId');
    expect((await add(cards, 'Unknown')).body.responseStatus).toBe('INVALID_LIST_ITEM_IDENTIFIER');
  });

  test('rejects a list of another field', async () => {
    expect((await add(emails, 'CardOfEve')).status).toBe(400);
  });
});

async function readItemIds(listId: number): Promise<number[]> {
  const rows = await app.owner<{ itemId: number }[]>`
    select item_id from fraud_list_item where list_id = ${listId} order by item_id`;
  return rows.map(({ itemId }) => itemId);
}

test('removeListItem removes one value', async () => {
  await insertValues(app, emails, ['a@b', 'c@d']);
  const [first = 0] = await readItemIds(emails);
  const removed = await admin('DELETE', `${base}/${emails}/listItems/${first}/${orgId}`);
  expect(removed).toMatchObject({ status: 200, body: { responseStatus: 'REMOVED' } });
  expect(await countOf(emails)).toBe(1);
  expect((await readListHistory(app, emails)).at(-1)).toMatchObject({ action: 'REMOVE_ITEM', value: 'a@b' });
  expect((await admin('DELETE', `${base}/${emails}/listItems/${first}/${orgId}`)).status).toBe(404);
});

test('removeListItems reports ids that the list does not have', async () => {
  await insertValues(app, emails, ['a@b', 'c@d']);
  const otherList = await insertList(app);
  await insertValues(app, otherList, ['e@f']);
  const [ownItem = 0] = await readItemIds(emails);
  const [otherItem = 0] = await readItemIds(otherList);
  const { body } = await admin('POST', `${base}/${emails}/listItems/delete`, {
    orgId,
    listItemIdentifiers: [ownItem, otherItem],
  });
  expect(body).toEqual([
    { itemIdentifier: ownItem, responseStatus: 'REMOVED' },
    { itemIdentifier: otherItem, responseStatus: 'INVALID_LIST_ITEM_IDENTIFIER' },
  ]);
  expect(await readListValues(app, otherList)).toHaveLength(1);
});

test('changeListItems sets and clears expiry dates', async () => {
  await insertValues(app, emails, ['a@b', { value: 'c@d', expiryDate: '2026-12-01' }, 'e@f']);
  const [a = 0, c = 0, e = 0] = await readItemIds(emails);
  const { body } = await admin('PUT', `${base}/listItems`, {
    orgId,
    listItems: [
      { itemIdentifier: a, expiryDate: '2027-01-31' },
      { itemIdentifier: c, expiryDate: '' },
      { itemIdentifier: e, expiryDate: '2026-11-19' },
      { itemIdentifier: 999_999_999, expiryDate: '' },
    ],
  });
  expect(body).toMatchObject([
    { responseStatus: 'UPDATED' },
    { responseStatus: 'UPDATED' },
    { responseStatus: 'INVALID_LIST_ITEM_ERROR', message: 'expiry_past' },
    { responseStatus: 'INVALID_LIST_ITEM_IDENTIFIER' },
  ]);
  const days = (await readListValues(app, emails)).map(({ expiryDate }) => expiryDate);
  expect(days).toEqual(['2027-01-31', null, null]);
});

test('changeListItems does not reach lists of another company', async () => {
  const otherItem = await findStandardList(app, 'NEGATIVE', 'customerEmail', 1200);
  await insertValues(app, otherItem, ['a@b'], { companyId: 1200 });
  const [itemIdentifier = 0] = await readItemIds(otherItem);
  const { body } = await admin('PUT', `${base}/listItems`, {
    orgId,
    listItems: [{ itemIdentifier, expiryDate: '2027-01-31' }],
  });
  expect(body).toMatchObject([{ responseStatus: 'INVALID_LIST_ITEM_IDENTIFIER' }]);
});

test('getRemainingValues leaves out what the list has', async () => {
  const schemes = await insertList(app, { dataField: 'cardScheme' });
  await insertValues(app, schemes, ['VISA']);
  const { body } = await admin('GET', `${base}/${schemes}/${orgId}/remainingPredefinedValues`);
  expect(body).toEqual(['MASTERCARD', 'AMEX', 'JCB', 'DISCOVER', 'DINERS']);
});

describe('getListItems', () => {
  let listId: number;
  beforeAll(async () => {
    listId = await insertList(app);
    await insertValues(app, listId, ['Ann@x', 'bob@x', { value: 'cat@x', expiryDate: '2026-12-31' }]);
    await insertValues(app, listId, ['dan@x', 'eve@x'], { source: 'Import from transaction 10000000001' });
  });
  const page = async (query: string) => {
    const { body } = await admin('GET', `${base}/${listId}/listItems/${orgId}?${query}`);
    return { total: body.resultsAvailable, values: body.data.map(({ value }: { value: string }) => value) };
  };

  test.each([
    ['value', 'ASC', 'Ann@x bob@x cat@x dan@x eve@x'],
    ['value', 'DESC', 'eve@x dan@x cat@x bob@x Ann@x'],
    ['source', 'ASC', 'dan@x eve@x Ann@x bob@x cat@x'],
    ['expiryDate', 'ASC', 'cat@x Ann@x bob@x dan@x eve@x'],
    ['addedDate', 'DESC', 'eve@x dan@x cat@x bob@x Ann@x'],
  ])('sorts by %s %s', async (field, direction, expected) => {
    const { values } = await page(`sortField.field=${field}&sortField.sort=${direction}`);
    expect(values.join(' ')).toBe(expected);
  });

  test('pages are the same from either end of the index', async () => {
    for (const offset of [0, 1, 2, 3, 4, 5]) {
      const { values, total } = await page(
        `sortField.field=value&sortField.sort=ASC&limit=2&startFrom=${offset + 1}`,
      );
      expect(values).toEqual(['Ann@x', 'bob@x', 'cat@x', 'dan@x', 'eve@x'].slice(offset, offset + 2));
      expect(total).toBe(5);
    }
  });

  test.each([
    ['listItemSearch.value=AN', 'Ann@x'],
    ['listItemSearch.value=nn', ''],
    ['listItemSearch.source=Import', 'eve@x dan@x'],
    ['listItemSearch.source=10000000001', 'eve@x dan@x'],
    ['listItemSearch.expiryDate=2026-12-31', 'cat@x'],
    ['listItemSearch.addedDate=2026-11-20T23:59:59.999Z&listItemSearch.value=b', 'bob@x'],
    ['listItemSearch.addedDate=2026-11-19T23:59:59.999Z', ''],
  ])('finds %s', async (query, expected) => {
    expect((await page(query)).values.join(' ')).toBe(expected);
  });
});

test('getCardListItems finds cards by their last digits', async () => {
  const cards = await insertList(app, { dataField: 'cardCorrelationId' });
  const card = (maskedPan: string) => ({
    maskedPan,
    cardIssuerName: null,
    cardBrand: null,
    cardScheme: null,
    cardUsageType: null,
    cardIssuerCountryCode: null,
  });
  await insertValues(app, cards, [
    { value: 'one', card: card('411111******1111') },
    { value: 'two', card: card('555555******4444') },
  ]);
  const find = async (pan: string) =>
    (await admin('GET', `${base}/${cards}/cardListItems/${orgId}?listItemSearch.maskedPan=${pan}`)).body.data;
  expect(await find('4444')).toMatchObject([{ value: 'two' }]);
  expect(await find('41111')).toMatchObject([{ value: 'one' }]);
});

test('getListHistory finds by period, user and value', async () => {
  await insertValues(app, emails, ['eve@example.com', 'dan@example.com']);
  const find = async (query: string) => {
    const { body } = await admin('GET', `${base}/audit/${emails}/${orgId}?${query}`);
    return body.data.map(({ value }: { value: string }) => value);
  };
  expect(await find('')).toEqual(['dan@example.com', 'eve@example.com']);
  expect(await find('sortField.field=value&sortField.sort=DESC')).toEqual([
    'eve@example.com',
    'dan@example.com',
  ]);
  expect(await find('listAuditSearch.value=EVE')).toEqual(['eve@example.com']);
  expect(await find('listAuditSearch.user=ADMIN')).toHaveLength(2);
  expect(await find('listAuditSearch.user=maria')).toEqual([]);
  expect(await find('listAuditSearch.fromDate=2026-11-21T00:00:00Z')).toEqual([]);
  expect(await find('listAuditSearch.toDate=2026-11-20T23:59:59Z')).toHaveLength(2);
});

test('parallel requests add a value once', async () => {
  const all = await Promise.all(
    Array.from({ length: 8 }, () =>
      admin('POST', `${base}/${emails}/listItems`, {
        orgId,
        uiListItemModels: [{ value: 'race@example.com' }],
      }),
    ),
  );
  const statuses = all.map(({ body }) => body[0].responseStatus);
  expect(statuses.filter((status) => status === 'ADDED')).toHaveLength(1);
  expect(await countOf(emails)).toBe(1);
});
