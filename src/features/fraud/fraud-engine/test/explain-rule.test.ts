import { afterAll, beforeAll, expect, test } from 'vitest';
import { base, goodCard, payment } from '#features/payments/payments/test/payment-fixtures.ts';
import { minuteMs } from '#server/clock.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { startApp } from '#testing/start-app.ts';
import { blockWhen, deactivateAllRules, insertTestRule, moreThan } from './rule-fixtures.ts';

const app = await startApp();
const merchant = actAsMerchant(app);
let analyst: Send;
afterAll(() => app.stop());
beforeAll(async () => {
  analyst = await actAs(app, 'analyst@harbour.example');
});

async function pay(email: string): Promise<string> {
  app.clock.advance(minuteMs);
  const body = payment({}, { card: goodCard }, { customer: { email } });
  const response = await merchant('POST', `${base}/payment`, body);
  return response.body.transaction.transactionId as string;
}
const explain = (id: string, ruleId: number, send = analyst) =>
  send('GET', `/proxy/sync/rms/explain/${id}/${ruleId}`);

test('names the conditions that held and what they found', async () => {
  const domain = {
    type: 'simple',
    field: 'customerEmail',
    operator: 'endsWith',
    value: '@x.example',
  } as const;
  const ruleId = await insertTestRule(
    app,
    blockWhen([domain, moreThan(1, 'customerEmail')], { name: 'Twice' }),
  );
  const first = await pay('two@x.example');
  const second = await pay('two@x.example');
  const unmatched = await explain(first, ruleId);
  expect(unmatched.body).toMatchObject({
    ruleName: 'Twice',
    version: 1,
    versionBasis: 'DECIDED',
    wasEvaluated: true,
    matched: false,
  });
  expect(unmatched.body.conditions).toMatchObject([
    { state: 'TRUE', found: 'two@x.example', basis: 'DECIDED' },
    { state: 'FALSE', found: 1, basis: 'DECIDED' },
  ]);
  const yes = await explain(second, ruleId);
  expect(yes.body).toMatchObject({ matched: true });
  expect(yes.body.conditions[1]).toMatchObject({ state: 'TRUE', found: 2 });
  await deactivateAllRules(app);
});

test('counts measures that the decision skipped over earlier attempts', async () => {
  const earlierPayment = await pay('later@x.example');
  await pay('later@x.example');
  app.clock.advance(minuteMs);
  const ruleId = await insertTestRule(app, blockWhen([moreThan(1, 'customerEmail')]));
  const response = await explain(earlierPayment, ruleId);
  expect(response.body).toMatchObject({
    versionBasis: 'TODAY',
    matched: false,
    conditions: [{ found: 1, basis: 'ATTEMPTS' }],
  });
  await deactivateAllRules(app);
});

test('shows that a value is missing', async () => {
  const city = { type: 'simple', field: 'shippingCity', operator: 'notEqualTo', value: 'Leeds' } as const;
  const ruleId = await insertTestRule(app, blockWhen([city]));
  const response = await explain(await pay('nowhere@x.example'), ruleId);
  expect(response.body.conditions).toMatchObject([{ state: 'MISSING', found: null }]);
  await deactivateAllRules(app);
});

test('finds no rule and no transaction out of scope', async () => {
  const ruleId = await insertTestRule(app, blockWhen([moreThan(1, 'customerEmail')]));
  const id = await pay('hidden@x.example');
  expect((await explain(id, 999_999)).status).toBe(404);
  expect((await explain('10999999999', ruleId)).status).toBe(404);
  const coffee = await actAs(app, 'coffee@harbour.example');
  expect((await explain(id, ruleId, coffee)).status).toBe(403);
  await deactivateAllRules(app);
});
