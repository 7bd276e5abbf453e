import { afterAll, expect, test } from 'vitest';
import { blockWhen, deactivateRule, insertTestRule } from '#features/fraud-engine/test/rule-fixtures.ts';
import { base, payment } from '#features/payments/test/payment-fixtures.ts';
import { dayMs, hourMs } from '#server/clock.ts';
import { actAs, actAsMerchant } from '#testing/act-as.ts';
import { startApp } from '#testing/start-app.ts';

const app = await startApp();
afterAll(() => app.stop());
const merchant = actAsMerchant(app);

let amount = 1000;
async function pay(email: string): Promise<void> {
  amount += 1;
  await merchant(
    'POST',
    `${base}/payment`,
    payment({ amount: (amount / 100).toFixed(2) }, undefined, { customer: { email } }),
  );
}
async function effect(ruleId: number, userName = 'analyst@harbour.example', orgId = 1100) {
  const send = await actAs(app, userName);
  return send('GET', `/proxy/sync/rms/rule/${ruleId}/effect/${orgId}`);
}

test('shows matches a day and acceptance, 24 hours after the activation', async () => {
  const emails = ['thief@x.example', 'thief@x.example', 'buyer@x.example', 'buyer2@x.example'];
  for (const email of emails) await pay(email);
  app.clock.advance(dayMs);
  const ruleId = await insertTestRule(
    app,
    blockWhen([{ type: 'simple', field: 'customerEmail', operator: 'equalTo', value: 'thief@x.example' }]),
  );
  const activeSince = app.clock.now().toISOString();
  app.clock.advance(hourMs);
  await pay('thief@x.example');
  await pay('buyer@x.example');
  expect((await effect(ruleId)).body).toMatchObject({ isMeasured: false, activeSince, days: [] });

  app.clock.advance(2 * dayMs - hourMs);
  await pay('thief@x.example');
  app.clock.advance(1);
  const { body } = await effect(ruleId);
  expect(body).toMatchObject({
    isMeasured: true,
    matches: 2,
    days: [{ matches: 1 }, { matches: 0 }, { matches: 1 }],
  });
  expect(body.perDay).toBeCloseTo(1, 3);
  expect(body.expectedPerDay).toBeCloseTo(2 / 30, 5);
  expect([body.before, body.after]).toEqual([
    { payments: 4, accepted: 4 },
    { payments: 3, accepted: 1 },
  ]);

  await deactivateRule(app, ruleId);
  expect((await effect(ruleId)).body).toMatchObject({ isMeasured: false, matches: 0 });
});

test('a rule of an organisation beside the named one is unknown', async () => {
  const ruleId = await insertTestRule(
    app,
    blockWhen([{ type: 'simple', field: 'cardBin', operator: 'isNull', value: '' }]),
  );
  await app.owner`update fraud_rule set organisation_id = 1111 where rule_id = ${ruleId}`;
  expect((await effect(ruleId, 'analyst@harbour.example', 1112)).status).toBe(404);
  expect((await effect(999_999)).status).toBe(404);
});
