import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import {
  insertValues,
  findStandardList,
  insertList,
  readListValues,
} from '#features/fraud/fraud-lists/test/list-fixtures.ts';
import {
  base,
  declinedCard,
  enrolledCard,
  goodCard,
  payment,
  reason,
} from '#features/payments/payments/test/payment-fixtures.ts';
import { hourMs } from '#server/clock.ts';
import { type TestResponse, type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { startApp } from '#testing/start-app.ts';
import { blockWhen, deactivateAllRules, deactivateRule, insertTestRule, moreThan } from './rule-fixtures.ts';

const app = await startApp();
const second = await startApp({ databaseUrl: app.databaseUrl, services: { clock: app.clock } });
const merchant: Send = actAsMerchant(app);
const otherMerchant: Send = actAsMerchant(second);
afterAll(async () => {
  await second.stop();
  await app.stop();
});

let payments = 0;
/** A payment of a separate customer. */
function pay(
  transaction: object = {},
  customer: object = {},
  card: object = goodCard,
  send = merchant,
): Promise<TestResponse> {
  payments += 1;
  const email = `buyer${payments}@shop.example`;
  return send(
    'POST',
    `${base}/payment`,
    payment({ ...transaction }, { card }, { customer: { email, ...customer } }),
  );
}
const readOutcome = async (response: TestResponse) => {
  const id: string = response.body.transaction.transactionId;
  const [row] = await app.owner`
    select optimize360_outcome as outcome, decision_source as source, decision_reason as reason from txn where txn_id = ${id}`;
  return row;
};
const emailIs = (value: string, operator = 'equalTo') =>
  ({ type: 'simple', field: 'customerEmail', operator, value }) as const;

beforeEach(async () => {
  app.clock.advance(48 * hourMs);
  await deactivateAllRules(app);
});

describe('rules', () => {
  test('block a payment they match, in response, reports and details', async () => {
    await insertTestRule(app, blockWhen([emailIs('thief@x.example')], { name: 'Known thief' }));
    const response = await pay({}, { email: 'thief@x.example' });
    expect([response.status, reason(response)]).toEqual([400, 'A136']);
    expect(response.body.transaction).toMatchObject({ status: 'FAILED', stage: 'FRAUD_RULES' });
    const reasons = { decisionSource: 'RULE', decisionReason: 'DERIVED_BY_TRIGGERED_RULE_ACTION' };
    expect(response.body.processing.decision).toEqual({ decisionResult: 'BLOCK', ...reasons });
    expect(await readOutcome(response)).toEqual({
      outcome: 'BLOCK',
      source: reasons.decisionSource,
      reason: reasons.decisionReason,
    });
    const admin = await actAs(app, 'admin@harbour.example');
    const details = await admin(
      'GET',
      `/proxy/sync/tqs/transaction/${response.body.transaction.transactionId}`,
    );
    expect(details.body.rulesServiceResult).toMatchObject({
      overallAction: 'BLOCK',
      isServiceAvailable: true,
      triggeredRules: [{ ruleName: 'Known thief', ruleType: 'rule', action: 'Block', version: 1 }],
    });
  });

  test('accept every other payment, with the outcome NONE', async () => {
    await insertTestRule(app, blockWhen([emailIs('thief@x.example')]));
    const response = await pay();
    expect(reason(response)).toBe('S100');
    expect(await readOutcome(response)).toEqual({ outcome: 'NONE', source: null, reason: null });
  });

  test('leave no outcome at a merchant without rules', async () => {
    expect(await readOutcome(await pay())).toEqual({ outcome: null, source: null, reason: null });
  });

  test('hold for the next payment of every process once they are committed', async () => {
    expect(reason(await pay({}, { email: 'a@b.example' }, goodCard, otherMerchant))).toBe('S100');
    const ruleId = await insertTestRule(app, blockWhen([emailIs('a@b.example')]));
    expect(reason(await pay({ amount: '26.00' }, { email: 'a@b.example' }, goodCard, otherMerchant))).toBe(
      'A136',
    );
    await deactivateRule(app, ruleId);
    expect(reason(await pay({ amount: '27.00' }, { email: 'a@b.example' }, goodCard, otherMerchant))).toBe(
      'S100',
    );
  });

  test('in test mode are reported and change nothing', async () => {
    await insertTestRule(app, {
      ...blockWhen([emailIs('x@y.example')]),
      action: 'Ignore',
      actionToTest: 'Block',
    } as never);
    const response = await pay({}, { email: 'x@y.example' });
    expect(reason(response)).toBe('S100');
    expect((await readOutcome(response))?.outcome).toBe('IGNORE');
  });

  test('that defer turn a payment into an authorisation', async () => {
    const defer = { action: 'Defer', deferFinalAction: 'capture', deferWaitPeriod: '2 days' } as const;
    await insertTestRule(app, { ...blockWhen([emailIs('wait@x.example')]), ...defer } as never);
    const response = await pay({}, { email: 'wait@x.example' });
    expect([reason(response), response.body.transaction.type]).toEqual(['S100', 'PREAUTH']);
    expect(response.body.processing.decision).toMatchObject({
      decisionResult: 'DEFER',
      decisionSource: 'RULE',
    });
    const verify = await merchant(
      'POST',
      `${base}/verify`,
      payment({ amount: undefined }, undefined, { customer: { email: 'wait@x.example' } }),
    );
    expect([reason(verify), verify.body.transaction?.type]).toEqual(['S100', 'VERIFY']);
  });

  test('that defer turn a payout with a card into a prepared one', async () => {
    await pay({ amount: '3.00' });
    const defer = { action: 'Defer', deferFinalAction: 'decline' } as const;
    // The rule reads the type that was sent, although the payout is prepared before it is decided.
    const payout = {
      type: 'simple',
      field: 'transactionType',
      operator: 'equalTo',
      value: 'PAYOUT',
    } as const;
    await insertTestRule(app, { ...blockWhen([emailIs('out@x.example'), payout]), ...defer } as never);
    const body = payment({ amount: '4.00' }, undefined, { customer: { email: 'out@x.example' } });
    const response = await merchant('POST', `${base}/payout`, body);
    expect([reason(response), response.body.transaction.type]).toEqual(['S100', 'PAYOUT_INITIALIZE']);
    expect(response.body.processing.decision.decisionResult).toBe('DEFER');
    const id: string = response.body.transaction.transactionId;
    const released = await merchant('POST', `${base}/${id}/capture`, {});
    expect(reason(released)).toBe('S100');
  });

  test('block before the card holder is authenticated', async () => {
    await insertTestRule(app, blockWhen([emailIs('early@x.example')]));
    const body = payment(
      { do3DSecure: true },
      { card: enrolledCard },
      { customer: { email: 'early@x.example' } },
    );
    const response = await merchant('POST', `${base}/payment`, body);
    expect(reason(response)).toBe('A136');
    expect(response.body.threeDSecure).toBeUndefined();
    const [counted] =
      await app.owner`select count(*)::int as attempts from velocity_attempt where txn_id = ${response.body.transaction.transactionId}`;
    expect(counted).toEqual({ attempts: 1 });
  });

  test('of a territory block with their own code', async () => {
    await insertTestRule(app, {
      ruleType: 'territoryRule',
      action: 'TerritoryBlock',
      territoryCondition: {
        type: 'territory',
        territoryComparisonType: 'cardIssuerCountryCode',
        territoryListOperator: 'isIn',
        territories: ['GBR'],
      },
    });
    const response = await pay();
    expect(reason(response)).toBe('A120');
    expect(await readOutcome(response)).toMatchObject({
      outcome: 'TERRITORY_BLOCK',
      source: 'TERRITORY MANAGEMENT',
    });
  });

  test('stop the repeat of a payment, and the failed repeat counts nothing as paid', async () => {
    const customer = { merchantRef: 'repeats', registered: true, email: 'again@x.example' };
    const first = await merchant(
      'POST',
      `${base}/payment`,
      payment({ recurring: true }, { card: goodCard, registered: true }, { customer }),
    );
    expect(reason(first)).toBe('S100');
    await insertTestRule(
      app,
      blockWhen([{ type: 'simple', field: 'transactionType', operator: 'equalTo', value: 'REPEAT' }]),
    );
    const id: string = first.body.transaction.transactionId;
    const repeat = await merchant('POST', `${base}/${id}/repeat`, {
      transaction: { amount: '5.00', currency: 'GBP', commerceType: 'CA' },
    });
    expect([reason(repeat), repeat.body.transaction.status]).toEqual(['A136', 'FAILED']);
    const [charge] =
      await app.owner`select captured_minor from payment where root_id = ${repeat.body.transaction.transactionId}`;
    expect(charge).toEqual({ capturedMinor: 0 });
  });
});

describe('velocity', () => {
  test('counts the attempt itself, failed ones too, and not those before the window', async () => {
    await insertTestRule(app, blockWhen([moreThan(2, 'customerEmail')]));
    const email = 'often@x.example';
    const codes = [];
    for (const card of [goodCard, declinedCard, goodCard])
      codes.push(reason(await pay({}, { email: email.toUpperCase() }, card)));
    expect(codes).toEqual(['S100', 'D100', 'A136']);
    app.clock.advance(hourMs + 1);
    expect(reason(await pay({}, { email }))).toBe('S100');
  });

  test('counts no attempt that was rejected as a duplicate', async () => {
    await insertTestRule(app, blockWhen([moreThan(2, 'customerEmail')]));
    const send = () => pay({ merchantRef: 'order-77' }, { email: 'twice@x.example' });
    expect(reason(await send())).toBe('S100');
    expect(reason(await send())).toBe('A126');
    expect(reason(await pay({}, { email: 'twice@x.example' }))).toBe('S100');
  });

  test('sums requested amounts of one currency only', async () => {
    const sum = {
      type: 'velocitySum',
      field: 'customerEmail',
      operator: 'greaterThan',
      value: 50,
      window: '24h',
      sumTypeField: 'attemptedSpend',
      currency: 'gbp',
    } as const;
    await insertTestRule(app, blockWhen([sum]));
    const email = 'spender@x.example';
    expect(reason(await pay({ amount: '30.00' }, { email }))).toBe('S100');
    expect(reason(await pay({ amount: '90.00', currency: 'EUR' }, { email }))).toBe('S100');
    expect(reason(await pay({ amount: '20.00' }, { email }))).toBe('S100');
    expect(reason(await pay({ amount: '0.01' }, { email }))).toBe('A136');
  });

  test('counts the different cards of one customer', async () => {
    const morphing = {
      type: 'morphing',
      field1: 'customerEmail',
      field2: 'cardBin',
      operator: 'greaterThan',
      value: 1,
      window: '30d',
    } as const;
    await insertTestRule(app, blockWhen([morphing]));
    const email = 'cards@x.example';
    expect(reason(await pay({}, { email }))).toBe('S100');
    expect(reason(await pay({ amount: '12.00' }, { email }))).toBe('S100');
    expect(reason(await pay({}, { email }, { ...goodCard, pan: '9903000000000017' }))).toBe('A136');
  });

  test('counts by a field that only morphing reads', async () => {
    const morphing = {
      type: 'morphing',
      field1: 'cardIssuerCountryCode',
      field2: 'customerEmail',
      operator: 'greaterThan',
      value: 1,
      window: '1h',
    } as const;
    await insertTestRule(app, blockWhen([morphing]));
    expect(reason(await pay())).toBe('S100');
    expect(reason(await pay())).toBe('A136');
  });

  test('counts within its scope', async () => {
    await insertTestRule(app, blockWhen([moreThan(1, 'customerEmail')], { scope: 'installation' }));
    const email = 'scope@x.example';
    await app.owner`
      insert into velocity_key (company_id, key, at, txn_id, merchant_id, installation_id, is_payout, ccy_code, amount_minor)
      select company_id, key, at, 1, merchant_id, 999, false, 'GBP', 100 from velocity_key limit 1`;
    expect(reason(await pay({}, { email }))).toBe('S100');
    await app.owner`update velocity_key set installation_id = 999 where at = ${app.clock.now()}`;
    expect(reason(await pay({ amount: '11.00' }, { email }))).toBe('S100');
    expect(reason(await pay({ amount: '12.00' }, { email }))).toBe('A136');
  });

  test('is exact for concurrent payments at two processes, 50 runs out of 50', async () => {
    await insertTestRule(app, blockWhen([moreThan(10, 'customerEmail')]));
    for (let run = 0; run < 50; run += 1) {
      const email = `run${run}@race.example`;
      const responses = await Promise.all(
        Array.from({ length: 16 }, (_, client) =>
          pay(
            { amount: `${client + 1}.00` },
            { email },
            goodCard,
            client % 2 === 0 ? merchant : otherMerchant,
          ),
        ),
      );
      expect(responses.filter((response) => reason(response) === 'S100')).toHaveLength(10);
    }
  }, 300_000);
});

describe('lists', () => {
  test('a block list stops a payment without evaluating rules', async () => {
    const emails = await findStandardList(app, 'NEGATIVE', 'customerEmail');
    await insertValues(app, emails, ['Bad@Actor.example']);
    await insertTestRule(app, blockWhen([emailIs('x', 'isNotNull')]));
    const response = await pay({}, { email: 'bad@actor.example' });
    expect(reason(response)).toBe('A136');
    expect(await readOutcome(response)).toMatchObject({ outcome: 'NEGATIVE_LIST', source: 'NEGATIVE_LIST' });
  });

  test('an allow list outranks a rule that blocks, and a block list outranks it', async () => {
    const allowed = await findStandardList(app, 'POSITIVE', 'customerEmail');
    await insertValues(app, allowed, ['friend@x.example', 'both@x.example']);
    await insertValues(app, await findStandardList(app, 'NEGATIVE', 'customerEmail'), ['both@x.example']);
    await insertTestRule(app, blockWhen([emailIs('x', 'isNotNull')]));
    const friend = await pay({}, { email: 'friend@x.example' });
    expect(reason(friend)).toBe('S100');
    expect((await readOutcome(friend))?.outcome).toBe('POSITIVE_LIST');
    expect(reason(await pay({}, { email: 'both@x.example' }))).toBe('A136');
  });

  test('a rule finds a value of a list by its beginning, at once after it was added', async () => {
    const listId = await insertList(app, { dataField: 'customerEmail', name: 'Prefixes' });
    await insertTestRule(
      app,
      blockWhen([{ type: 'list', field: 'customerEmail', operator: 'isInStartingWith', listId }]),
    );
    expect(reason(await pay({}, { email: 'temp-1@x.example' }))).toBe('S100');
    await insertValues(app, listId, ['TEMP-']);
    expect(reason(await pay({}, { email: 'temp-2@x.example' }, goodCard, otherMerchant))).toBe('A136');
  });

  test('a blocked payment brings its other values onto the block lists', async () => {
    await app.owner`
      insert into fraud_auto_add (company_id, source_types, target_types, active, updated_at)
      values (1100, '{email}', '{card,telephone}', true, now())
      on conflict (company_id) do update set source_types = '{email}', target_types = '{card,telephone}', active = true`;
    const [emails, cards] = await Promise.all(
      ['customerEmail', 'cardCorrelationId'].map((field) => findStandardList(app, 'NEGATIVE', field)),
    );
    await insertValues(app, emails ?? 0, ['source@x.example']);
    const blocked = await pay({}, { email: 'source@x.example' }, { ...goodCard, pan: '9905000000000015' });
    expect(reason(blocked)).toBe('A136');
    expect(await readListValues(app, cards ?? 0)).toMatchObject([
      {
        source: `Auto-add from transaction ${blocked.body.transaction.transactionId}`,
        maskedPan: '990500******0015',
      },
    ]);
    expect(
      reason(await pay({}, { email: 'fresh@x.example' }, { ...goodCard, pan: '9905000000000015' })),
    ).toBe('A136');
  });
});

describe('the score', () => {
  test('blocks at the threshold of the installation', async () => {
    const send = () => pay({}, { email: 'score@x.example' });
    const limit = (threshold: number | null) =>
      app.owner`update installation set fraud_guard_threshold = ${threshold} where installation_id = 5300001`;
    await limit(100);
    const first = await send();
    const id: string = first.body.transaction.transactionId;
    const [{ fgScore }] = (await app.owner`select fg_score from txn where txn_id = ${id}`) as [
      { fgScore: number },
    ];
    await limit(fgScore + 1);
    const next = await send();
    await limit(null);
    expect([reason(first), reason(next)]).toEqual(['S100', 'A136']);
    const decided = { outcome: 'BLOCK', source: 'FRAUDGUARD', reason: 'DECIDED_BY_FRAUDGUARD' };
    expect(await readOutcome(next)).toEqual(decided);
  });
});

describe('a failing engine', () => {
  test('counts an attempt that it was too slow to decide on', async () => {
    await insertTestRule(app, blockWhen([moreThan(1, 'customerEmail')]));
    const withoutTime = await startApp({
      databaseUrl: app.databaseUrl,
      flags: ['--fraud-budget-ms', '10'],
      services: { clock: app.clock },
    });
    await app.owner`
      create function slowly() returns boolean language sql volatile as 'select pg_sleep(0.05) is not null'`;
    await app.owner`alter table velocity_key rename to velocity_key_table`;
    await app.owner`create view velocity_key as select * from velocity_key_table where slowly()`;
    await app.owner`grant select, insert on velocity_key to countinghouse_app`;
    const email = 'slow@x.example';
    const first = await pay({}, { email }, goodCard, actAsMerchant(withoutTime));
    const second = await pay({ amount: '31.00' }, { email }, goodCard, actAsMerchant(withoutTime));
    await app.owner`drop view velocity_key`;
    await app.owner`alter table velocity_key_table rename to velocity_key`;
    await withoutTime.stop();
    expect([reason(first), reason(second)]).toEqual(['S100', 'S100']);
    expect(reason(await pay({ amount: '32.00' }, { email }))).toBe('A136');
  });

  test('accepts payments by default, with the reason', async () => {
    await insertTestRule(app, blockWhen([moreThan(0, 'customerEmail')]));
    await app.owner`alter table velocity_key rename to velocity_key_away`;
    const response = await pay();
    await app.owner`alter table velocity_key_away rename to velocity_key`;
    expect(reason(response)).toBe('S100');
    const admin = await actAs(app, 'admin@harbour.example');
    const details = await admin(
      'GET',
      `/proxy/sync/tqs/transaction/${response.body.transaction.transactionId}`,
    );
    expect(details.body.rulesServiceResult).toMatchObject({ isServiceAvailable: false, triggeredRules: [] });
    expect(details.body.decisionDetails).toEqual({ decisionReason: 'RULE_ENGINE_UNAVAILABLE' });
  });

  test('blocks payments where the operator configures it', async () => {
    await insertTestRule(app, blockWhen([moreThan(0, 'customerEmail')]));
    const strict = await startApp({
      databaseUrl: app.databaseUrl,
      flags: ['--fraud-fallback', 'block'],
      services: { clock: app.clock },
    });
    await app.owner`alter table velocity_key rename to velocity_key_away`;
    const response = await pay({}, {}, goodCard, actAsMerchant(strict));
    await app.owner`alter table velocity_key_away rename to velocity_key`;
    await strict.stop();
    expect(reason(response)).toBe('A137');
  });
});
