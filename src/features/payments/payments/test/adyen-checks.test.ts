import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openControls } from '#features/fraud/risk-controls/risk-controls.ts';
import { hourMs, minuteMs } from '#server/clock.ts';
import { actAs, actAsMerchant } from '#testing/act-as.ts';
import type { AdyenSimulator } from '#testing/simulators/adyen/start-adyen-simulator.ts';
import type { TestApp } from '#testing/start-app.ts';
import { adyenWebhook, startWithAdyen } from '#testing/start-with-adyen.ts';
import { reconcilePayments } from '../server/jobs/reconcile-payments.ts';
import { settleProcessorEvents } from '../server/jobs/settle-processor-events.ts';
import { base, expectBooksToBalance, payment, reason, transactionIdOf } from './payment-fixtures.ts';

/** Payments at Adyen whose result comes by an event: how the security code and the address are checked. */
let app: TestApp;
let simulator: AdyenSimulator;
beforeAll(async () => {
  ({ app, simulator } = await startWithAdyen({ connectionId: 301 }));
  const gateway = await app.gateway.listen({ host: '127.0.0.1', port: 0 });
  simulator.setWebhook({ url: `${gateway}/processor/key-301/events`, ...adyenWebhook });
}, 60_000);
afterAll(async () => {
  await expectBooksToBalance(app);
  await app.stop();
  await simulator.close();
});

type Requirement = 'NONE' | 'MATCHED' | 'NOT_WRONG';
const requireCode = async (cv2MatchRequirement: Requirement): Promise<void> => {
  app.clock.advance(48 * hourMs);
  const admin = await actAs(app, 'admin@harbour.example');
  const { cv2AvsRequirements } = openControls;
  const controls = { ...openControls, cv2AvsRequirements: { ...cv2AvsRequirements, cv2MatchRequirement } };
  const saved = await admin('PUT', '/proxy/sync/cm/installation/5300001/riskcontrols', controls);
  expect(saved.status).toBe(200);
};

let orders = 0;
/** A payment that Adyen has received and decides later. With the code 737 the issuer finds a match. */
async function payLater(cv2: string): Promise<string> {
  orders += 1;
  simulator.setDecision(() => ({ resultCode: 'Received', finalResult: 'Authorised' }));
  const card = { pan: '4111111111111111', expiryDate: '0330', cv2, cardHolderName: 'A Buyer' };
  const order = payment({ merchantRef: `later-${orders}` }, { card });
  const response = await actAsMerchant(app)('POST', `${base}/payment`, order);
  expect(reason(response)).toBe('U200');
  simulator.setDecision(null);
  return transactionIdOf(response);
}

/** The event arrives; `withChecks` false: the account does not send what the issuer compared. */
async function decide(txnId: string, withChecks: boolean) {
  simulator.processModifications();
  if (!withChecks)
    for (const { item } of simulator.events()) {
      delete item.additionalData?.cvcResult;
      delete item.additionalData?.avsResult;
    }
  // A release is confirmed by an event too.
  for (let round = 0; round < 3; round += 1) {
    await simulator.deliverEvents();
    await settleProcessorEvents.run(app.services);
    app.clock.advance(5 * minuteMs);
    await reconcilePayments.run(app.services);
    simulator.processModifications();
  }
  const [row] = await app.owner<{ reasonCode: string; cv2Check: string; authoriserStatus: string }[]>`
    select reason_code, cv2_check, authoriser_status from txn where txn_id = ${txnId}`;
  return row;
}

/** As if the first answer had no checks. */
const forgetChecks = (txnId: string) =>
  app.owner`update processor_intent set checks = null where txn_id = ${txnId}`;

describe('a payment that is pending at Adyen', () => {
  test.each<[Requirement, string, object]>([
    ['MATCHED', '737', { reasonCode: 'S100', cv2Check: 'MATCHED' }],
    ['MATCHED', '123', { reasonCode: 'A116', authoriserStatus: 'REVERSED' }],
    ['NOT_WRONG', '123', { reasonCode: 'A116', authoriserStatus: 'REVERSED' }],
    ['NONE', '123', { reasonCode: 'S100', cv2Check: 'NOT_MATCHED' }],
  ])('has the check of its event: %s, %s', async (requirement, cv2, expected) => {
    await requireCode(requirement);
    const txnId = await payLater(cv2);
    await forgetChecks(txnId);
    expect(await decide(txnId, true)).toMatchObject(expected);
  });

  test.each<[Requirement, string, object]>([
    ['MATCHED', '737', { reasonCode: 'S100', cv2Check: 'MATCHED' }],
    ['MATCHED', '123', { reasonCode: 'A116', authoriserStatus: 'REVERSED' }],
    ['NOT_WRONG', '123', { reasonCode: 'A116', authoriserStatus: 'REVERSED' }],
  ])('has that of the first answer where the event has none: %s, %s', async (requirement, cv2, expected) => {
    await requireCode(requirement);
    expect(await decide(await payLater(cv2), false)).toMatchObject(expected);
  });

  test.each<[Requirement, object]>([
    ['MATCHED', { reasonCode: 'A116', authoriserStatus: 'REVERSED' }],
    ['NOT_WRONG', { reasonCode: 'S100', cv2Check: 'NOT_CHECKED' }],
    ['NONE', { reasonCode: 'S100', cv2Check: 'NOT_CHECKED' }],
  ])('is not checked where neither has one, and follows the setting: %s', async (requirement, expected) => {
    await requireCode(requirement);
    const txnId = await payLater('737');
    await forgetChecks(txnId);
    expect(await decide(txnId, false)).toMatchObject(expected);
  });
});

test('a mismatch of the first answer counts, whatever the unsigned part of an event has', async () => {
  await requireCode('NOT_WRONG');
  const txnId = await payLater('123');
  simulator.processModifications();
  for (const { item } of simulator.events())
    if (item.additionalData?.cvcResult) item.additionalData.cvcResult = '1 Matches';
  expect(await decide(txnId, true)).toMatchObject({ reasonCode: 'A116' });
});
