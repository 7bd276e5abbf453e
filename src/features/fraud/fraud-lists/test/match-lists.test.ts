import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { type TenantSql, inTenant } from '#database/tenant.ts';
import { type Send, actAs } from '#testing/act-as.ts';
import { writeAutoAdd } from '../server/db/auto-add-store.ts';
import { autoAddValues, loadListHeads, matchListValues } from '../server/match-lists.ts';
import { type AutoAddConfig, expiryAfter } from '../auto-add.ts';
import {
  harbour,
  readListHistory,
  insertList,
  insertValues,
  findStandardList,
  readListValues,
} from './list-fixtures.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

describe('the automatic additions', () => {
  let admin: Send;
  beforeAll(async () => {
    admin = await actAs(app, 'admin@harbour.example');
  });

  const url = '/proxy/sync/rms/autoAddToBlacklistsConfig';
  const save = (body: object) => admin('PUT', `${url}/edit/1100`, body);
  const config = {
    sourceTypes: ['card', 'email'],
    targetTypes: ['card', 'telephone'],
    active: true,
    expiry: { value: 6, expiryPeriodicity: 'MONTHS' },
  };

  test('getAutoAdd of a company without a configuration is off', async () => {
    expect((await admin('GET', `${url}/1111`)).body).toEqual({
      sourceTypes: [],
      targetTypes: [],
      active: false,
      expiry: null,
    });
  });

  test('saveAutoAdd saves it for the whole company', async () => {
    expect((await save(config)).status).toBe(200);
    expect((await admin('GET', `${url}/1111`)).body).toEqual(config);
  });

  test.each([
    ['a single source that is also a target', { sourceTypes: ['card'] }, 'sourceTypes'],
    ['a single target that is also a source', { targetTypes: ['card'] }, 'targetTypes'],
    ['no source', { sourceTypes: [] }, 'sourceTypes'],
    ['no target', { targetTypes: [] }, 'targetTypes'],
    ['a target that is none', { targetTypes: ['postcode'] }, 'targetTypes.0'],
    ['more than five years', { expiry: { value: 61, expiryPeriodicity: 'MONTHS' } }, 'expiry.value'],
    ['no length of time', { expiry: { value: 0, expiryPeriodicity: 'DAYS' } }, 'expiry.value'],
    ['an unknown unit', { expiry: { value: 1, expiryPeriodicity: 'HOURS' } }, 'expiry.expiryPeriodicity'],
  ])('rejects %s', async (_title, part, field) => {
    expect(await save({ ...config, ...part })).toMatchObject({ status: 400, body: { field } });
  });

  test('a switched off configuration may be empty', async () => {
    expect((await save({ sourceTypes: [], targetTypes: [], active: false, expiry: null })).status).toBe(200);
  });

  test.each([
    ['DAYS', 1, '2028-03-01'],
    ['WEEKS', 2, '2028-03-14'],
    ['MONTHS', 12, '2029-02-28'],
    ['YEARS', 4, '2032-02-29'],
  ] as const)('%s: %i from a leap day', (expiryPeriodicity, value, day) => {
    expect(expiryAfter({ value, expiryPeriodicity }, '2028-02-29')).toBe(day);
  });
});

describe('matchListValues', () => {
  const asHarbour = <T>(work: (sql: TenantSql) => Promise<T>) =>
    inTenant(app.services.database, [harbour], work);
  const match = (listId: number, values: string[], on = '2026-11-20') =>
    asHarbour((sql) => matchListValues(sql, harbour, [{ listId, values }], on));

  test('a new company has a block list and an allow list of six fields', async () => {
    const heads = await asHarbour((sql) => loadListHeads(sql, harbour));
    expect(heads.filter(({ kind }) => kind === 'NEGATIVE')).toHaveLength(6);
    expect(heads.filter(({ kind }) => kind === 'POSITIVE')).toHaveLength(6);
  });

  test('finds the values that are on a list', async () => {
    const listId = await insertList(app);
    await insertValues(app, listId, ['Eve@Example.com', 'mal@example.com']);
    const matches = await match(listId, ['eve@example.com', 'other@example.com']);
    expect(matches).toMatchObject([{ listId, matchValue: 'eve@example.com', expiryDate: null }]);
  });

  test('a value matches until the end of its last day', async () => {
    const listId = await insertList(app);
    await insertValues(app, listId, [{ value: 'late@example.com', expiryDate: '2026-11-20' }]);
    expect(await match(listId, ['late@example.com'], '2026-11-20')).toHaveLength(1);
    expect(await match(listId, ['late@example.com'], '2026-11-21')).toHaveLength(0);
  });

  test('heads have the version and the lengths of the values', async () => {
    const listId = await insertList(app);
    await insertValues(app, listId, ['ab@c', 'abc@d', 'xb@c']);
    const heads = await asHarbour((sql) => loadListHeads(sql, harbour));
    expect(heads.find((head) => head.listId === listId)).toMatchObject({ version: 2, valueLengths: [4, 5] });
  });

  test('one company does not match values of another', async () => {
    const listId = await findStandardList(app, 'NEGATIVE', 'customerEmail', 1200);
    await insertValues(app, listId, ['spy@example.com'], { companyId: 1200 });
    expect(await match(listId, ['spy@example.com'])).toEqual([]);
  });

  const config: AutoAddConfig = {
    sourceTypes: ['email'],
    targetTypes: ['card', 'telephone'],
    active: true,
    expiry: null,
  };
  const card = {
    value: 'correlation-1',
    card: {
      maskedPan: '411111******1111',
      cardIssuerName: 'Example Bank',
      cardBrand: 'VISA_DEBIT',
      cardScheme: 'VISA',
      cardUsageType: 'DEBIT',
      cardIssuerCountryCode: 'GBR',
    },
  };
  async function block(part: Partial<AutoAddConfig>, values: object, matchedExpiry: string | null = null) {
    await asHarbour(async (sql) => {
      await writeAutoAdd(sql, harbour, { ...config, ...part }, app.clock.now());
      const payment = { txnId: 10_000_000_123, matchedField: 'customerEmail', matchedExpiry, values };
      await autoAddValues(sql, harbour, payment, app.clock.now());
    });
  }

  test('a blocked payment adds its values of the target fields', async () => {
    await block(
      {},
      { cardCorrelationId: card, customerTelephone: { value: '+44 20 7946 0000' } },
      '2026-12-01',
    );
    const cards = await findStandardList(app, 'NEGATIVE', 'cardCorrelationId');
    const phones = await findStandardList(app, 'NEGATIVE', 'customerTelephone');
    expect(await readListValues(app, cards)).toMatchObject([
      {
        value: 'correlation-1',
        maskedPan: '411111******1111',
        source: 'Auto-add from transaction 10000000123',
        expiryDate: '2026-12-01',
      },
    ]);
    expect(await readListValues(app, phones)).toMatchObject([{ value: '+44 20 7946 0000' }]);
    expect(await readListHistory(app, cards)).toMatchObject([
      { action: 'ADD_ITEM', value: null, maskedPan: '411111******1111', changedBy: 'system' },
    ]);
  });

  test('a value that is already listed keeps the later expiry', async () => {
    const cards = await findStandardList(app, 'NEGATIVE', 'cardCorrelationId');
    await block({}, { cardCorrelationId: card }, '2026-11-25');
    expect((await readListValues(app, cards))[0]?.expiryDate).toBe('2026-12-01');
    await block({}, { cardCorrelationId: card }, null);
    expect((await readListValues(app, cards))[0]?.expiryDate).toBeNull();
  });

  test('values expire after the configured period', async () => {
    const values = { customerTelephone: { value: '+44 20 7946 0001' } };
    await block({ expiry: { value: 2, expiryPeriodicity: 'WEEKS' } }, values);
    const phones = await findStandardList(app, 'NEGATIVE', 'customerTelephone');
    expect((await readListValues(app, phones)).at(-1)?.expiryDate).toBe('2026-12-04');
  });

  test('an inactive configuration or another source adds nothing', async () => {
    const phones = await findStandardList(app, 'NEGATIVE', 'customerTelephone');
    const before = (await readListValues(app, phones)).length;
    const values = { customerTelephone: { value: '+44 20 7946 0002' } };
    await block({ active: false }, values);
    await block({ sourceTypes: ['card'] }, values);
    expect(await readListValues(app, phones)).toHaveLength(before);
  });
});
