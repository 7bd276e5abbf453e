import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findStandardList, readListValues } from '#features/fraud/fraud-lists/test/list-fixtures.ts';
import { insertTransaction } from '#testing/insert-transaction.ts';
import { type Send, actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { analystName, cases, grant, openNewCase } from './case-fixtures.ts';

/** Refusals of each endpoint without session or permission are in src/app/server/test/refusals.test.ts. */
let app: TestApp;
let analyst: Send;
let reader: Send;
let coffee: Send;
let otherTenant: Send;
let coffeeCase: string;
let booksCase: string;
const coffeeTxn = '10000000201';
const booksTxn = '10000000202';

beforeAll(async () => {
  app = await startApp();
  const books = { merchantId: 1112, installationId: 5300003 };
  await insertTransaction(app.owner, { txnId: Number(coffeeTxn), email: 'shared@example.org' });
  await insertTransaction(app.owner, { txnId: Number(booksTxn), email: 'shared@example.org', ...books });
  await insertTransaction(app.owner, {
    txnId: 10_000_000_203,
    email: 'shared@example.org',
    companyId: 1200,
    merchantId: 1211,
    installationId: 5300006,
  });
  // Searches at the group; works on cases of one merchant.
  await grant(app, 'support@harbour.example', 'queue-reviewer');
  await grant(app, 'coffee@harbour.example', 'fraud-analyst', 1111);
  analyst = await actAs(app, analystName);
  reader = await actAs(app, 'support@harbour.example');
  coffee = await actAs(app, 'coffee@harbour.example');
  otherTenant = await actAs(app, 'admin@meridian.example');
  booksCase = await openNewCase(analyst, booksTxn);
  const response = await coffee('POST', `${cases}/transaction/${coffeeTxn}`);
  coffeeCase = response.body.caseId;
});
afterAll(() => app.stop());

const search = (person: Send, orgId: number) =>
  person('POST', '/proxy/sync/cqs/case/search', {
    orgId,
    filters: [{ field: 'customerEmail', operator: 'like', value: ['shared'] }],
  });
const listVisibleCases = async (person: Send, orgId: number) =>
  (await search(person, orgId)).body.data.map(({ caseId }: { caseId: string }) => caseId).toSorted();

describe('a user of one merchant', () => {
  test('opens a case of their own beside one that they cannot see', async () => {
    expect(coffeeCase).not.toBe(booksCase);
    const { transactions, relatedCases } = (await coffee('GET', `${cases}/${coffeeCase}`)).body;
    expect(transactions).toMatchObject([{ transactionId: coffeeTxn }]);
    expect(transactions).toHaveLength(1);
    expect(relatedCases).toEqual([]);
  });

  test('finds cases of that merchant only', async () => {
    expect(await listVisibleCases(coffee, 1111)).toEqual([coffeeCase]);
    expect(await search(coffee, 1100)).toMatchObject({ status: 403 });
    expect(await search(coffee, 1112)).toMatchObject({ status: 403 });
  });

  test('gets 404 for a case of another merchant', async () => {
    expect((await coffee('GET', `${cases}/${booksCase}`)).status).toBe(404);
    expect((await coffee('POST', `${cases}/${booksCase}/notes`, { note: 'x' })).status).toBe(404);
  });

  test('cannot add a payment of another merchant', async () => {
    const response = await coffee('POST', `${cases}/${coffeeCase}/transactions`, { transactionId: booksTxn });
    expect(response).toMatchObject({ status: 409, body: { code: 'CASE_NO_TRANSACTION' } });
    expect((await coffee('POST', `${cases}/transaction/${booksTxn}`)).status).toBe(404);
  });

  test('cannot change the lists of the company, so the case remains open', async () => {
    const listValues = [{ dataField: 'customerEmail', value: 'shared@example.org' }];
    const body = { version: 1, outcome: 'FRAUD', listValues };
    expect((await coffee('POST', `${cases}/${coffeeCase}/close`, body)).status).toBe(404);
    expect((await coffee('GET', `${cases}/${coffeeCase}`)).body.status).toBe('OPEN');
    expect(await readListValues(app, await findStandardList(app, 'NEGATIVE', 'customerEmail'))).toEqual([]);
  });
});

describe('a user who only searches', () => {
  test('reads a case with getCase', async () => {
    expect((await reader('GET', `${cases}/${coffeeCase}`)).status).toBe(200);
    expect(await listVisibleCases(reader, 1100)).toEqual([booksCase, coffeeCase].toSorted());
    expect((await reader('GET', `/proxy/sync/cqs/case/1100/${coffeeTxn}`)).status).toBe(200);
  });

  test.each([
    ['POST', 'collect', undefined],
    ['POST', 'notes', { note: 'x' }],
    ['POST', 'transactions', { transactionId: booksTxn }],
    ['POST', 'close', { version: 1, outcome: 'FRAUD' }],
    ['POST', 'reopen', { version: 1 }],
    ['PUT', 'owner', { version: 1, ownerId: null }],
    ['GET', 'users', undefined],
    ['DELETE', 'files/1', undefined],
  ] as const)('cannot %s %s', async (method, name, body) => {
    expect((await reader(method, `${cases}/${coffeeCase}/${name}`, body)).status).toBe(403);
  });

  test('opens no case', async () => {
    expect((await reader('POST', `${cases}/transaction/${coffeeTxn}`)).status).toBe(403);
    const body = { orgId: 1100, customerEmail: 'shared@example.org' };
    expect((await reader('POST', `${cases}/customer`, body)).status).toBe(403);
  });
});

describe('another company', () => {
  test('sees nothing of a case', async () => {
    for (const path of [coffeeCase, `${coffeeCase}/files/1`, `${coffeeCase}/users`])
      expect((await otherTenant('GET', `${cases}/${path}`)).status).toBe(404);
    expect((await otherTenant('GET', `/proxy/sync/cqs/case/1100/${coffeeTxn}`)).status).toBe(403);
    expect((await otherTenant('GET', `/proxy/sync/cqs/case/1200/${coffeeTxn}`)).status).toBe(404);
    expect(await listVisibleCases(otherTenant, 1200)).toEqual([]);
  });

  test('collects none of its payments', async () => {
    const body = { orgId: 1200, customerEmail: 'shared@example.org' };
    const { caseId } = (await otherTenant('POST', `${cases}/customer`, body)).body;
    const { transactions } = (await otherTenant('GET', `${cases}/${caseId}`)).body;
    expect(transactions).toMatchObject([{ transactionId: '10000000203' }]);
    expect((await analyst('GET', `${cases}/${caseId}`)).status).toBe(404);
  });

  test('is separate in the database too', async () => {
    const { inTenant } = await import('#database/tenant.ts');
    for (const table of ['fraud_case', 'fraud_case_transaction', 'fraud_case_event', 'fraud_case_file']) {
      const rows = await inTenant(
        app.services.database,
        [1200],
        (sql) => sql`select 1 from ${sql(table)} where company_id = 1100`,
      );
      expect(rows).toEqual([]);
    }
  });
});

describe('without the feature', () => {
  const without = async (feature: string, work: () => Promise<void>) => {
    await app.owner`delete from organisation_feature where organisation_id = 1100 and feature = ${feature}`;
    await work();
    await app.owner`insert into organisation_feature (organisation_id, feature) values (1100, ${feature})`;
  };

  test('CASE, cases are not found', () =>
    without('CASE', async () => {
      expect((await search(analyst, 1100)).status).toBe(403);
      expect((await analyst('GET', `${cases}/${coffeeCase}`)).status).toBe(403);
    }));

  test('optimize_case, cases are not changed', () =>
    without('optimize_case', async () => {
      expect((await analyst('GET', `${cases}/${coffeeCase}`)).status).toBe(200);
      expect((await analyst('POST', `${cases}/${coffeeCase}/collect`)).status).toBe(403);
      expect((await analyst('POST', `${cases}/transaction/${coffeeTxn}`)).status).toBe(403);
    }));
});
