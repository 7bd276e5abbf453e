import { afterAll, beforeAll, expect, test } from 'vitest';
import { blockWhen, insertTestRule } from '#features/fraud/fraud-engine/test/rule-fixtures.ts';
import { insertList, insertValues } from '#features/fraud/fraud-lists/test/list-fixtures.ts';
import { base, goodCard, payment } from '#features/payments/payments/test/payment-fixtures.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

let app: TestApp;
let analyst: Send;
let listId: number;

const pay = (email: string) => {
  app.clock.advance(1000);
  return actAsMerchant(app)(
    'POST',
    `${base}/payment`,
    payment({ amount: '10.00' }, { card: goodCard }, { customer: { email } }),
  );
};
const onList = (operator: 'isIn' | 'isNotIn') =>
  ({ type: 'list', field: 'customerEmail', operator, listId }) as const;
const measure = (send: Send) => send('GET', `/proxy/async/rms/list/${listId}/removalImpact/1100`);

beforeAll(async () => {
  app = await startApp();
  analyst = await actAs(app, 'analyst@harbour.example');
  listId = await insertList(app);
  await insertValues(app, listId, ['vip@x.example']);
});
afterAll(() => app.stop());

test('measureListRemoval counts the payments that a list keeps out of an active rule', async () => {
  expect((await measure(analyst)).body).toEqual({ rules: [], unmeasured: 0 });
  const blocksOthers = await insertTestRule(app, blockWhen([onList('isNotIn')], { name: 'Only VIPs' }));
  // Without the list, these match nothing: no payment is lost.
  await insertTestRule(app, blockWhen([onList('isIn')], { name: 'Listed' }));
  await insertTestRule(app, { ...blockWhen([onList('isNotIn')]), name: 'Test', action: 'Ignore' } as never);
  await app.owner`update fraud_rule set active = false where rule_id <> ${blocksOthers}`;
  for (let count = 0; count < 3; count += 1)
    expect((await pay('vip@x.example')).body.outcome.status).toBe('SUCCESS');
  expect((await pay('other@x.example')).body.outcome.reasonCode).toBe('A136');
  app.clock.advance(1000);

  const { body } = await measure(analyst);
  expect(body).toMatchObject({
    rules: [
      {
        ruleId: blocksOthers,
        name: 'Only VIPs',
        action: 'Block',
        impact: {
          days: 30,
          accepted: 3,
          wouldChangeAccepted: 3,
          money: [{ currency: 'GBP', amount: '30.00' }],
          guardShare: 1,
          guardPayments: 20,
        },
      },
    ],
    unmeasured: 0,
  });
  // Nothing was changed: the list still counts.
  expect((await pay('vip@x.example')).body.outcome.status).toBe('SUCCESS');
});

test('measureListRemoval gives rules as a number to a caller who may not view them', async () => {
  await app.owner`
    insert into role (role_id, name, description) values ('lists', 'Lists', '') on conflict do nothing`;
  await app.owner`
    insert into role_permission (role_id, permission) values ('lists', 'P_EDIT_FRAUD_PARAMETER_LISTS')`;
  await app.owner`
    delete from role_grant where user_id = (select user_id from app_user where user_name = 'support@harbour.example')`;
  await app.owner`
    insert into role_grant (user_id, role_id, organisation_id, cascade)
    select user_id, 'lists', 1100, true from app_user where user_name = 'support@harbour.example'`;
  await app.owner`update app_user set access_version = access_version + 1`;
  const support = await actAs(app, 'support@harbour.example');
  expect((await measure(support)).body).toEqual({ rules: [], unmeasured: 1 });
  const merchantUser = await actAs(app, 'coffee@harbour.example');
  expect((await measure(merchantUser)).status).toBe(403);
});
