import { afterAll, beforeAll, expect, test } from 'vitest';
import { blockWhen, insertTestRule, moreThan } from '#features/fraud/fraud-engine/test/rule-fixtures.ts';
import { insertList, insertValues } from '#features/fraud/fraud-lists/test/list-fixtures.ts';
import { base, declinedCard, goodCard, payment } from '#features/payments/payments/test/payment-fixtures.ts';
import { WarehouseReplication } from '#features/record/reporting/server/replicate-to-warehouse.ts';
import { replicateAll } from '#features/record/reporting/test/replicate-all.ts';
import { dayMs } from '#server/clock.ts';
import { type Send, actAs, actAsMerchant, signedIn } from '#testing/act-as.ts';
import { insertTransaction } from '#testing/insert-transaction.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import {
  type TestWarehouse,
  recordChoices as choices,
  describeWarehouse,
  startWarehouse,
} from '#testing/warehouse/start-warehouse.ts';
import { draft, emailIs } from './draft-rules.ts';

const impact = '/proxy/async/rms/impact/1100';

describeWarehouse('the impact of a rule with a warehouse', () => {
  let app: TestApp;
  let server: TestWarehouse;
  let analyst: Send;

  beforeAll(async () => {
    server = await startWarehouse();
    app = await startApp({ services: { warehouse: server.breakable } });
    analyst = await actAs(app, 'analyst@harbour.example');
  }, 120_000);
  afterAll(() => Promise.all([app?.stop(), server?.stop()]));

  const replicate = async () => {
    // A range excludes its end.
    app.clock.advance(1);
    await replicateAll(app.clock, new WarehouseReplication(app.services, server.warehouse));
    // Written at once, not only every half second.
    await new WarehouseReplication(app.services, server.warehouse).replicateBatch();
  };
  let amount = 1000;
  const pay = async (email: string, card = goodCard, customer: object = {}) => {
    amount += 1;
    app.clock.advance(1000);
    const transaction = { amount: (amount / 100).toFixed(2) };
    const body = payment(transaction, { card }, { customer: { email, ...customer } });
    const response = await actAsMerchant(app)('POST', `${base}/payment`, body);
    return String(response.body.transaction.transactionId);
  };
  const measure = async (rule: object, more: object = {}, by = analyst) => {
    const { status, body } = await by('POST', impact, { rule, days: 30, ...more });
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  /** The store that responded, and the reason. */
  const choicesOf = (work: () => Promise<unknown>) => choices(app.services.state.impactResponses, work);
  /** The response of PostgreSQL to the same request: a warehouse that is behind is not used. */
  const fromPostgres = async (rule: object, until: string) => {
    app.clock.advance(app.services.config.warehouseLagMs + 1000);
    let body: unknown;
    expect(await choicesOf(async () => (body = await measure(rule, { until })))).toEqual(['postgres behind']);
    await replicate();
    return body;
  };

  test('has the figures of PostgreSQL, for payments, refunds and blocked attempts', async () => {
    const email = 'outcomes@x.example';
    await pay(email);
    const refunded = await pay(email);
    await actAsMerchant(app)('POST', `${base}/${refunded}/refund`, { transaction: { amount: '5.00' } });
    await pay(email, declinedCard);
    await pay(email, goodCard, { displayName: 'Jörg MÜLLER' });
    await insertTestRule(app, blockWhen([emailIs(email)], { name: 'Known thief' }));
    await pay(email);
    await pay('other@x.example');
    await replicate();
    const rule = draft([emailIs(email)]);
    let body = await measure(rule);
    expect(await choicesOf(async () => (body = await measure(rule)))).toEqual(['warehouse chosen']);
    expect(body).toMatchObject({ matches: 5, blocked: 1, declined: 1, refunded: 1, kept: 2, payments: 6 });
    expect(body).toMatchObject({ accepted: 4, acceptedRefunded: 1, wouldChange: 3 });
    expect(body.overlap).toMatchObject([{ name: 'Known thief', count: 1 }]);
    expect(body.sample).toHaveLength(5);
    expect(await fromPostgres(rule, body.until)).toEqual(body);
  });

  test('leaves a name beyond ASCII to the engine', async () => {
    const named = { type: 'simple', field: 'customerName', operator: 'containsIgnoreCase', value: 'müller' };
    const body = await measure(draft([named]));
    expect(body).toMatchObject({ matches: 1, kept: 1 });
    expect(await fromPostgres(draft([named]), body.until)).toEqual(body);
  });

  test('ends every range at the moment that the warehouse has reached', async () => {
    const reached = app.clock.now().toISOString();
    const rule = draft([emailIs('later@x.example')]);
    await pay('later@x.example');
    const week = await measure(rule, { days: 7 });
    expect(week).toMatchObject({ until: reached, matches: 0 });
    await replicate();
    let month: unknown;
    const until = week.until;
    const choices = await choicesOf(async () => (month = await measure(rule, { until })));
    expect(choices).toEqual(['warehouse chosen']);
    expect(month).toMatchObject({ until: reached, matches: 0 });
    expect((await measure(rule)).matches).toBe(1);
  });

  test('comes from PostgreSQL for a range that ends after the moment of the warehouse', async () => {
    app.clock.advance(2000);
    const until = app.clock.now().toISOString();
    const rule = draft([emailIs('later@x.example')]);
    let body: unknown;
    expect(await choicesOf(async () => (body = await measure(rule, { until })))).toEqual(['postgres behind']);
    expect(body).toMatchObject({ until, matches: 1 });
  });

  test('comes from PostgreSQL while the warehouse is behind', async () => {
    app.clock.advance(app.services.config.warehouseLagMs + 1000);
    expect(await choicesOf(() => measure(draft([emailIs('x')])))).toEqual(['postgres behind']);
    await replicate();
    expect(await choicesOf(() => measure(draft([emailIs('x')])))).toEqual(['warehouse chosen']);
  });

  test.each([
    {
      type: 'morphing',
      field1: 'customerEmail',
      field2: 'cardHolderName',
      operator: 'greaterThan',
      value: 1,
      window: '24h',
    },
    { type: 'age', field: 'customerDateOfBirth', operator: 'lessThan', value: '18' },
    { type: 'simple', field: 'customerDateOfBirth', operator: 'isNull', value: '' },
    { type: 'generalAge', field: 'custom_date_1', operator: 'lessThan', value: '18', precision: 'DAYS' },
  ])('comes from PostgreSQL for a condition that the warehouse does not evaluate: %j', async (condition) => {
    const rule = draft([emailIs('x'), condition]);
    expect(await choicesOf(() => measure(rule))).toEqual(['postgres other-conditions']);
  });

  test('comes from PostgreSQL where more payments were reported as fraud than a statement can name', async () => {
    const rule = draft([emailIs('x')]);
    await app.owner`
      insert into fraud_label (company_id, txn_id, source, at)
      select 1100, 900000000 + n, 'WARNING', ${app.clock.now()} from generate_series(1, 5001) as n`;
    expect(await choicesOf(() => measure(rule))).toEqual(['postgres many-labels']);
    await app.owner`delete from fraud_label where txn_id = 900005001`;
    expect(await choicesOf(() => measure(rule))).toEqual(['warehouse chosen']);
    await app.owner`delete from fraud_label`;
  });

  test('compares custom fields by the last entry of a name', async () => {
    const names = { custom_string_8: 'seat', custom_decimal_8: 'weight', custom_float_8: 'items' };
    await app.owner`
      insert into custom_field (company_id, stored_name, data_type, field_index, descriptive_name, display_name)
      select 1100, id, split_part(id, '_', 2), 8, name, name
      from jsonb_each_text(${app.owner.json(names)}) as f (id, name)`;
    const entry = (name: string, value: string) => ({ name, value });
    for (const [index, customFields] of [
      [entry('seat', '1A'), entry('seat', ' MÜNCHEN '), entry('weight', '+2.50'), entry('items', '1e1')],
      [entry('seat', 'MÜNCHEN'), entry('seat', '1A'), entry('weight', 'heavy'), entry('items', '011')],
    ].entries()) {
      const txnId = 10_905_000_000 + index;
      await insertTransaction(app.owner, { txnId, email: 'custom@x.example', at: app.clock.now() });
      await app.owner`update txn set detail = ${app.owner.json({ customFields })} where txn_id = ${txnId}`;
    }
    await replicate();
    const custom = (dataType: string, operator: string, value: string) => ({
      type: 'customField',
      customField: { descriptiveName: 'x', dataType, index: 8 },
      operator,
      value,
    });
    for (const [condition, matches] of [
      [custom('string', 'equalTo', 'MÜNCHEN'), 1],
      [custom('string', 'equalToIgnoreCase', 'münchen'), 1],
      [custom('string', 'equalTo', '1A'), 1],
      [custom('decimal', 'equalTo', '2.5'), 1],
      [custom('decimal', 'isNotNull', ''), 2],
      [custom('float', 'greaterThanOrEqualTo', '10'), 2],
    ] as const) {
      const rule = draft([emailIs('custom@x.example'), condition]);
      let body: Record<string, unknown> = {};
      expect(await choicesOf(async () => (body = await measure(rule)))).toEqual(['warehouse chosen']);
      expect(body, JSON.stringify(condition)).toMatchObject({ matches });
      expect(await fromPostgres(rule, String(body.until))).toEqual(body);
    }
  });

  test('counts the attempts of real payments, also after a change of one of them', async () => {
    const email = 'counted@x.example';
    const first = await pay(email);
    await pay(email, declinedCard);
    await pay(email);
    await replicate();
    await actAsMerchant(app)('POST', `${base}/${first}/refund`, { transaction: { amount: '1.00' } });
    await pay('once@x.example');
    await replicate();
    const rule = draft([moreThan(1, 'customerEmail'), emailIs(email)]);
    let body: Record<string, unknown> = {};
    expect(await choicesOf(async () => (body = await measure(rule)))).toEqual(['warehouse chosen']);
    expect(body).toMatchObject({ matches: 2 });
    expect(await fromPostgres(rule, String(body.until))).toEqual(body);
  });

  test('compares with the lists of today, and leaves long lists to PostgreSQL', async () => {
    const listId = await insertList(app);
    const on = (operator: string) =>
      draft([{ type: 'list', field: 'customerEmail', operator, listId }], { merchantIds: [1111] });
    expect((await measure(on('isIn'))).matches).toBe(0);
    await insertValues(app, listId, [
      'later@x.example',
      { value: 'other@x.example', expiryDate: '2020-01-01' },
    ]);
    expect((await measure(on('isIn'))).matches).toBe(1);
    await insertValues(
      app,
      listId,
      Array.from({ length: 120 }, (_, index) => `${index}@x.example`),
    );
    expect(await choicesOf(() => measure(on('isIn')))).toEqual(['warehouse chosen']);
    expect(await choicesOf(() => measure(on('isInPartiallyMatching')))).toEqual([
      'postgres other-conditions',
    ]);
    await insertValues(
      app,
      listId,
      Array.from({ length: 2000 }, (_, index) => `many-${index}@x.example`),
    );
    let body: unknown;
    expect(await choicesOf(async () => (body = await measure(on('isIn'))))).toEqual([
      'postgres other-conditions',
    ]);
    expect(body).toMatchObject({ matches: 1 });
  });

  test("counts only payments of the company and of the rule's merchants", async () => {
    const email = 'shared@x.example';
    const at = app.clock.now();
    const otherCompany = { companyId: 1200, merchantId: 1211, installationId: 5300001 };
    await insertTransaction(app.owner, { txnId: 10_900_000_001, email, at });
    await insertTransaction(app.owner, { txnId: 10_900_000_002, email, at, ...otherCompany });
    await insertTransaction(app.owner, { txnId: 10_900_000_003, email, at, merchantId: 1112 });
    app.clock.advance(1000);
    await replicate();
    const rule = draft([emailIs(email)], { merchantIds: [1111, 1211] });
    let body: unknown;
    expect(await choicesOf(async () => (body = await measure(rule)))).toEqual(['warehouse chosen']);
    expect(body).toMatchObject({ matches: 1, sample: [{ transactionId: '10900000001' }] });
    const otherTenant = await actAs(app, 'admin@meridian.example');
    expect((await otherTenant('POST', impact, { rule, days: 30 })).status).toBe(403);
  });

  test('gives the newest matches when they are too many for their ids', async () => {
    const from = 10_910_000_000;
    await insertTransaction(app.owner, { txnId: from, email: 'many@x.example', at: app.clock.now() });
    await app.owner.unsafe(`
      insert into txn (txn_id, company_id, root_id, merchant_id, installation_id, txn_datetime, updated_at, requested_minor,
        direction, ccy_digits, ccy_code, txn_type, txn_status, txn_stage, merchant_name, sales_channel, commerce_type, trace,
        customer_email)
      select txn_id + n, company_id, root_id + n, merchant_id, installation_id, txn_datetime + n * interval '1 ms',
        updated_at, n, direction, ccy_digits, ccy_code, txn_type, txn_status, txn_stage, merchant_name, sales_channel,
        commerce_type, trace, customer_email
      from txn, generate_series(1, 5100) as n where txn_id = ${from}`);
    app.clock.advance(10_000);
    await replicate();
    const rule = draft([emailIs('many@x.example')]);
    const body = await measure(rule);
    expect(body.matches).toBe(5101);
    expect(body.overlap).toBeUndefined();
    expect(body.sample.map((row: { transactionId: string }) => Number(row.transactionId) - from)).toEqual(
      Array.from({ length: 20 }, (_, index) => 5100 - index),
    );
    expect(await fromPostgres(rule, body.until)).toEqual(body);
  });

  test("the matches before a rule's activation come from the warehouse too", async () => {
    app.clock.advance(dayMs);
    const ruleId = await insertTestRule(app, blockWhen([emailIs('later@x.example')], { name: 'Later' }));
    app.clock.advance(2 * dayMs);
    await replicate();
    let body: Record<string, unknown> = {};
    const choices = await choicesOf(async () => {
      ({ body } = await (
        await actAs(app, 'analyst@harbour.example')
      )('GET', `/proxy/sync/rms/rule/${ruleId}/effect/1100`));
    });
    expect(choices).toEqual(['warehouse chosen']);
    expect(body.expectedPerDay).toBeCloseTo(1 / 30, 5);
  });

  test('a client that disconnects cancels the query of the warehouse', async () => {
    const stopped = Promise.withResolvers<boolean>();
    const started = Promise.withResolvers<void>();
    server.breakable.queried = {
      ...server.warehouse,
      rows: (_select, options) => {
        started.resolve();
        return new Promise((_resolve, reject) =>
          options?.signal?.addEventListener('abort', () => {
            stopped.resolve(true);
            reject(new Error('gone'));
          }),
        );
      },
    };
    await replicate();
    const address = await app.portal.listen({ port: 0, host: '127.0.0.1' });
    const { cookies } = await signedIn(app, 'analyst@harbour.example');
    const client = new AbortController();
    const response = fetch(`${address}${impact}`, {
      method: 'POST',
      signal: client.signal,
      headers: {
        'content-type': 'application/json',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
      },
      body: JSON.stringify({ rule: draft([emailIs('x')]), days: 30 }),
    }).catch(() => 'gone');
    await started.promise;
    client.abort();
    expect(await stopped.promise).toBe(true);
    expect(await response).toBe('gone');
    server.breakable.queried = server.warehouse;
    expect(app.services.state.warehouseCircuit.isOpen).toBe(false);
  });

  // Last, because the warehouse is skipped for seconds afterwards.
  test('comes from PostgreSQL when the warehouse fails', async () => {
    const rule = draft([emailIs('outcomes@x.example')]);
    const sent = await actAs(app, 'analyst@harbour.example');
    const body = await measure(rule, {}, sent);
    server.breakable.queried = {
      ...server.warehouse,
      rows: async () => Promise.reject(new Error('ECONNREFUSED')),
    };
    let same: unknown;
    const choices = await choicesOf(async () => (same = await measure(rule, {}, sent)));
    expect(choices).toEqual(['warehouse chosen', 'postgres failed']);
    expect(same).toEqual(body);
    expect(await choicesOf(() => measure(rule, {}, sent))).toEqual(['postgres down']);
  });
});
