import { afterAll, describe, expect, test } from 'vitest';
import {
  insertTestRule,
  blockWhen,
  deactivateAllRules,
  moreThan,
} from '#features/fraud/fraud-engine/test/rule-fixtures.ts';
import { insertList, insertValues } from '#features/fraud/fraud-lists/test/list-fixtures.ts';
import {
  base,
  declinedCard,
  goodCard,
  payment,
  transactionIdOf,
} from '#features/payments/payments/test/payment-fixtures.ts';
import { inTenant } from '#database/tenant.ts';
import { dayMs } from '#server/clock.ts';
import { type TestResponse, type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { startApp } from '#testing/start-app.ts';
import { draft, emailIs } from './draft-rules.ts';
import { runMeasurement } from '../server/run-measurement.ts';

const app = await startApp();
afterAll(() => app.stop());
const merchant = actAsMerchant(app);

let amount = 1000;
async function pay(
  email: string | undefined,
  transaction: object = {},
  card = goodCard,
  more: object = {},
): Promise<TestResponse> {
  amount += 1;
  app.clock.advance(1000);
  const customer = { ...(email === undefined ? {} : { email }), ...more };
  return merchant(
    'POST',
    `${base}/payment`,
    payment({ amount: (amount / 100).toFixed(2), ...transaction }, { card }, { customer }),
  );
}

async function measure(rule: object, more: object = {}, send?: Send): Promise<TestResponse> {
  app.clock.advance(1000);
  const by = send ?? (await actAs(app, 'analyst@harbour.example'));
  return by('POST', '/proxy/async/rms/impact/1100', { rule, days: 30, ...more });
}

test('counts each match under the first outcome that fits', async () => {
  const email = 'outcomes@x.example';
  await pay(email, { amount: '10.00' });
  const refunded = await pay(email, { amount: '20.00', currency: 'EUR' });
  await merchant('POST', `${base}/${transactionIdOf(refunded)}/refund`, { transaction: { amount: '5.00' } });
  await pay(email, { amount: '30.00' }, declinedCard);
  const deferral = { action: 'Defer', deferFinalAction: 'decline' };
  const deferred = await insertTestRule(app, {
    ...blockWhen([emailIs(email), { ...emailIs('x'), field: 'customerName', value: 'Later' }], {
      name: 'Wait',
    }),
    ...deferral,
  } as never);
  await pay(email, { amount: '40.00' }, goodCard, { displayName: 'Later' });
  await insertTestRule(app, blockWhen([emailIs(email)], { name: 'Known thief' }));
  await pay(email, { amount: '50.00' });
  await pay('other@x.example');

  const { status, body } = await measure(draft([emailIs(email)]));
  expect([status, body]).toEqual([200, expect.anything()]);
  expect(body).toMatchObject({ matches: 5, blocked: 1, declined: 1, deferred: 1, refunded: 1, kept: 1 });
  expect(body).toMatchObject({ wouldChange: 3, wouldChangeRefunded: 1, wouldChangeAccepted: 2 });
  expect(body.money).toEqual([
    { currency: 'GBP', amount: '50.00' },
    { currency: 'EUR', amount: '20.00' },
  ]);
  expect(body).toMatchObject({ otherCurrencies: 0, payments: 6, accepted: 3, acceptedRefunded: 1 });
  expect(body.blockedBy).toEqual([{ source: 'RULE', count: 1 }]);
  expect(body.overlap).toEqual([
    { ruleId: String(deferred), name: 'Wait', action: 'Defer', count: 1 },
    { ruleId: expect.any(String), name: 'Known thief', action: 'Block', count: 1 },
  ]);
  // A deleted rule no longer acts on such payments.
  await app.owner`update fraud_rule set active = false, hidden = true where rule_id = ${deferred}`;
  expect((await measure(draft([emailIs(email)]))).body.overlap).toMatchObject([{ name: 'Known thief' }]);
  await app.owner`update fraud_rule set active = true, hidden = false where rule_id = ${deferred}`;
  expect(body.sample.map((row: { amount: string }) => row.amount)).toEqual([
    '50.00',
    '40.00',
    '30.00',
    '20.00',
    '10.00',
  ]);
  const waiting = await measure(draft([emailIs(email)], deferral));
  expect(waiting.body.wouldChange).toBe(2);
  const accepting = await measure(draft([emailIs(email)], { action: 'Accept' }));
  expect(accepting.body).toMatchObject({ matches: 5, wouldChange: 0, money: [] });
  const testing = await measure(draft([emailIs(email)], { action: 'Ignore', actionToTest: 'Block' }));
  expect(testing.body.wouldChange).toBe(3);
});

test('counts a payment that was reported as fraud under fraud, refunded or not', async () => {
  const email = 'reported@x.example';
  const ids: string[] = [];
  for (const value of ['10.00', '20.00', '30.00', '40.00'])
    ids.push(transactionIdOf(await pay(email, { amount: value })));
  const declined = await pay(email, { amount: '50.00' }, declinedCard);
  const [, both, refunded] = ids;
  for (const id of [both, refunded]) await merchant('POST', `${base}/${id}/refund`, {});
  const before = (await measure(draft([emailIs(email)]))).body;
  expect(before).toMatchObject({ matches: 5, declined: 1, fraud: 0, refunded: 2, kept: 2 });
  // A dispute and a warning of one payment count once; a report of a declined payment changes nothing.
  for (const [id, source] of [
    [ids[0], 'DISPUTE'],
    [ids[0], 'WARNING'],
    [both, 'WARNING'],
    [transactionIdOf(declined), 'DISPUTE'],
  ])
    await app.owner`
      insert into fraud_label (company_id, txn_id, source, at) values (1100, ${id ?? ''}, ${source ?? ''}, ${app.clock.now()})`;
  const { body } = await measure(draft([emailIs(email)]));
  expect(body).toMatchObject({ matches: 5, declined: 1, fraud: 2, refunded: 1, kept: 1 });
  expect(body).toMatchObject({ wouldChange: 4, wouldChangeFraud: 2, wouldChangeRefunded: 1 });
  expect(body.acceptedFraud).toBe(before.acceptedFraud + 2);
  expect(body.acceptedRefunded).toBe(before.acceptedRefunded - 1);
  // A payment of another rule is reported.
  const other = (await measure(draft([emailIs('unreported@x.example')]))).body;
  expect(other).toMatchObject({ matches: 0, fraud: 0, acceptedFraud: body.acceptedFraud });
  await app.owner`delete from fraud_label`;
});

test('reads the labels of a range by their index', async () => {
  const plan = await app.owner.begin(async (sql) => {
    await sql`set local enable_seqscan = off`;
    return sql<{ 'QUERY PLAN': string }[]>`
      explain select distinct l.txn_id from fraud_label l where l.company_id = 1100 and l.at >= now()`;
  });
  expect(plan.map((row) => Object.values(row)[0]).join(' ')).toContain('fraud_label_at');
});

test('reads the type that rules evaluated, before a Defer changed it', async () => {
  const email = 'types@x.example';
  const wait = await insertTestRule(app, {
    ...blockWhen([emailIs(email)], { name: 'Wait' }),
    action: 'Defer',
    deferFinalAction: 'decline',
  } as never);
  const typeIs = (value: string) => ({
    type: 'simple',
    field: 'transactionType',
    operator: 'equalTo',
    value,
  });
  const deferred = await pay(email);
  const requested = await pay(email, { deferred: true });
  await app.owner`update fraud_rule set active = false where rule_id = ${wait}`;
  const rows = await app.owner<{ type: string }[]>`
    select txn_type as type from txn where customer_email = ${email} order by txn_id`;
  expect(rows.map(({ type }) => type)).toEqual(['PREAUTH', 'PREAUTH']);
  expect((await measure(draft([emailIs(email), typeIs('PAYMENT')]))).body).toMatchObject({
    matches: 1,
    sample: [{ transactionId: transactionIdOf(deferred) }],
  });
  expect((await measure(draft([emailIs(email), typeIs('PREAUTH')]))).body).toMatchObject({
    matches: 1,
    sample: [{ transactionId: transactionIdOf(requested) }],
  });
  const rule = await insertTestRule(app, blockWhen([typeIs('PAYMENT') as never], { name: 'Payments' }));
  const analyst = await actAs(app, 'analyst@harbour.example');
  const explain = async (response: TestResponse) =>
    (await analyst('GET', `/proxy/sync/rms/explain/${transactionIdOf(response)}/${rule}`)).body;
  expect(await explain(deferred)).toMatchObject({ matched: true, conditions: [{ found: 'PAYMENT' }] });
  expect(await explain(requested)).toMatchObject({ matched: false, conditions: [{ found: 'PREAUTH' }] });
  await deactivateAllRules(app);
});

test('decides a value beyond ASCII as the engine does', async () => {
  await pay('umlaut@x.example', {}, goodCard, { displayName: 'Jörg MÜLLER' });
  const named = { type: 'simple', field: 'customerName', operator: 'containsIgnoreCase', value: 'müller' };
  const { body } = await measure(draft([named]));
  expect(body).toMatchObject({ matches: 1, kept: 1 });
  expect(body.sample).toHaveLength(1);
});

test('counts attempts as of each payment, this one included', async () => {
  for (let count = 0; count < 5; count += 1) await pay('often@x.example');
  const { body } = await measure(draft([emailIs('often@x.example'), moreThan(3, 'customerEmail')]));
  expect(body.matches).toBe(2);
});

test('compares with the lists of today', async () => {
  await pay('listed@x.example');
  const listId = await insertList(app);
  const onList = { type: 'list', field: 'customerEmail', operator: 'isIn', listId };
  expect((await measure(draft([onList]))).body.matches).toBe(0);
  await insertValues(app, listId, ['listed@x.example']);
  expect((await measure(draft([onList]))).body.matches).toBe(1);
});

test('reports in how many payments a field is missing', async () => {
  await pay(undefined);
  const { body } = await measure(draft([emailIs('nothing@x.example')]));
  expect(body).toMatchObject({ matches: 0, missing: [{ field: 'customerEmail', count: 1 }], sample: [] });
});

test('measures the range before the given end', async () => {
  const email = 'ranges@x.example';
  await pay(email);
  app.clock.advance(10 * dayMs);
  const until = app.clock.now().toISOString();
  const later = await pay(email);
  expect(later.status).toBe(201);
  app.clock.advance(1000);
  const rule = draft([emailIs(email)]);
  expect((await measure(rule, { days: 7 })).body.matches).toBe(1);
  expect((await measure(rule, { days: 7, until })).body.matches).toBe(0);
  expect((await measure(rule, { days: 30, until })).body).toMatchObject({ matches: 1, until });
});

test.each([
  { type: 'simple', field: 'constructor', operator: 'equalTo', value: 'x' },
  { type: 'simple', field: 'transactionAmount', operator: 'constructor', value: '1' },
  { type: 'simple', field: 'customerEmail', operator: 'toString', value: 'x' },
  { type: 'simple', field: 'customerEmail', operator: 'equalTo', value: "'; select pg_sleep(9) --" },
  { type: 'simple', field: 'transactionTime', operator: 'between', value: 'never|ever' },
  { type: 'simple', field: 'transactionTime', operator: 'timeBetween', value: 'never|ever' },
  { type: 'simple', field: 'transactionAmount', operator: 'between', value: '1' },
  {
    type: 'customField',
    customField: { descriptiveName: 'x', dataType: 'decimal', index: 9 },
    operator: 'equalTo',
    value: '1',
  },
  { type: 'velocityCount', field: '__proto__', operator: 'greaterThan', value: -1e300, window: '1h' },
  { type: 'velocityCount', field: 'customerEmail', operator: 'greaterThan', value: 1e300, window: '1h' },
  { type: 'morphing', field1: 'x', field2: 'y', operator: 'equalTo', value: 1, window: '90d' },
  { type: 'age', field: 'customerDateOfBirth', operator: 'between', value: 'old' },
])('an invalid condition matches nothing: %j', async (condition) => {
  const { status, body } = await measure(draft([condition]));
  expect([status, body.matches]).toEqual([200, 0]);
});

test.each(['a\0b', '\uD800'])('a text that the database cannot hold is in no payment: %j', async (value) => {
  const { status, body } = await measure(draft([emailIs(value)]));
  expect(status === 400 || body.matches === 0).toBe(true);
});

describe('access', () => {
  test('needs a permission for rules', async () => {
    const viewer = await actAs(app, 'support@harbour.example');
    expect((await measure(draft([emailIs('a@b.example')]), {}, viewer)).status).toBe(403);
  });

  test('leaves out merchants of other companies', async () => {
    const idris = await actAs(app, 'admin@meridian.example');
    expect((await measure(draft([emailIs('often@x.example')]), {}, idris)).status).toBe(403);
  });

  test('rejects a list of another company', async () => {
    const listId = await insertList(app, { companyId: 1200, organisationId: 1200 });
    const onList = { type: 'list', field: 'customerEmail', operator: 'isIn', listId };
    const { status, body } = await measure(draft([onList]));
    expect([status, body.code]).toEqual([400, 'INVALID_REQUEST']);
  });

  test('shows no sample without a permission for transactions', async () => {
    await app.owner`
      delete from role_permission where role_id = 'fraud-analyst' and permission like 'P_VIEW_TRANSACTION%'`;
    await app.owner`update app_user set access_version = access_version + 1`;
    const noor = await actAs(app, 'analyst@harbour.example');
    const { body } = await measure(draft([emailIs('often@x.example')]), {}, noor);
    expect(body.matches).toBe(5);
    expect(body.sample).toBeUndefined();
  });
});

test('counts matches in cases that were closed as fraud', async () => {
  const email = 'case@x.example';
  const [fraud, genuine] = [
    transactionIdOf(await pay(email)),
    transactionIdOf(await pay(email, {}, goodCard, { merchantRef: 'other' })),
  ];
  const analyst = await actAs(app, 'analyst@harbour.example');
  const rule = draft([emailIs(email)]);
  expect((await measure(rule)).body).toMatchObject({ matches: 2, closedAsFraud: 0 });
  for (const [id, outcome] of [
    [genuine, 'GENUINE'],
    [fraud, 'FRAUD'],
  ] as const) {
    const { body } = await analyst('POST', `/proxy/async/case/transaction/${id}`);
    await app.owner`delete from fraud_case_transaction where case_id = ${body.caseId} and txn_id <> ${id}`;
    const { status } = await analyst('POST', `/proxy/async/case/${body.caseId}/close`, {
      version: 1,
      outcome,
    });
    expect(status).toBe(200);
  }
  expect((await measure(rule)).body).toMatchObject({ matches: 2, closedAsFraud: 1 });
});

test('a client that disconnects cancels its statement', async () => {
  const client = new AbortController();
  const { database } = app.services;
  const running = inTenant(database, [1100], (sql) =>
    runMeasurement({ sql, database, signal: client.signal }, async () => {
      await sql`select pg_sleep(60)`;
    }),
  );
  const cancelled = expect(running).rejects.toMatchObject({ status: 499 });
  await expect
    .poll(
      () => app.owner`
        select 1 from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
    )
    .toHaveLength(1);
  client.abort();
  await cancelled;
});
