import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  blockWhen,
  deactivateRule,
  insertTestRule,
} from '#features/fraud/fraud-engine/test/rule-fixtures.ts';
import { base, payment } from '#features/payments/payments/test/payment-fixtures.ts';
import { dayMs, hourMs } from '#server/clock.ts';
import { type Send, actAs, actAsMerchant, signedIn } from '#testing/act-as.ts';
import { postFile } from '#testing/post-file.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { insertList, findStandardList } from '#features/fraud/fraud-lists/test/list-fixtures.ts';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(() => app.stop());

let amount = 1000;
async function pay(email: string): Promise<void> {
  amount += 1;
  await merchant(
    'POST',
    `${base}/payment`,
    payment({ amount: (amount / 100).toFixed(2) }, undefined, { customer: { email } }),
  );
}

describe('getRuleEffect', () => {
  async function readEffect(ruleId: number, userName = 'analyst@harbour.example', orgId = 1100) {
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
    expect((await readEffect(ruleId)).body).toMatchObject({ isMeasured: false, activeSince, days: [] });

    app.clock.advance(2 * dayMs - hourMs);
    await pay('thief@x.example');
    app.clock.advance(1);
    const { body } = await readEffect(ruleId);
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
    expect((await readEffect(ruleId)).body).toMatchObject({ isMeasured: false, matches: 0 });
  });

  test('a rule of an organisation beside the named one is unknown', async () => {
    const ruleId = await insertTestRule(
      app,
      blockWhen([{ type: 'simple', field: 'cardBin', operator: 'isNull', value: '' }]),
    );
    await app.owner`update fraud_rule set organisation_id = 1111 where rule_id = ${ruleId}`;
    expect((await readEffect(ruleId, 'analyst@harbour.example', 1112)).status).toBe(404);
    expect((await readEffect(999_999)).status).toBe(404);
  });
});

describe('countListFileMatches', () => {
  /** countListFileMatches */
  const count = async (listId: number, file: string, orgId = 1100) =>
    postFile(
      app,
      await signedIn(app, 'admin@harbour.example'),
      `/proxy/sync/rms/list/${listId}/listItems/matches/${orgId}`,
      file,
    );

  test('counts accepted payments of the last 30 days with a value of the file', async () => {
    const listId = await findStandardList(app, 'NEGATIVE', 'customerEmail');
    await pay('old@x.example');
    app.clock.advance(31 * dayMs);
    for (const email of ['ann@x.example', 'ANN@x.example', 'bob@x.example', 'eve@x.example'])
      await pay(email);
    expect(
      (await count(listId, 'Ann@x.example\nbob@x.example\nann@x.example\nold@x.example\n')).body,
    ).toEqual({
      days: 30,
      payments: 3,
      hasMore: false,
    });
    expect((await count(listId, 'none@x.example\n')).body).toMatchObject({ payments: 0 });
  });

  test('blocked payments do not count', async () => {
    await insertTestRule(
      app,
      blockWhen([{ type: 'simple', field: 'customerEmail', operator: 'equalTo', value: 'thief@y.example' }]),
    );
    await pay('thief@y.example');
    const listId = await insertList(app, { name: 'Thieves' });
    expect((await count(listId, 'thief@y.example\n')).body).toMatchObject({ payments: 0 });
  });

  test('a field without keys and an unreadable file have no number', async () => {
    const channels = await insertList(app, { dataField: 'channel', name: 'Channels' });
    expect((await count(channels, 'WEB\n')).body).toEqual({ days: 30 });
    const emails = await insertList(app, { name: 'Emails' });
    expect((await count(emails, '')).body).toEqual({ days: 30 });
  });

  test('a list of another company is unknown', async () => {
    const listId = await findStandardList(app, 'NEGATIVE', 'customerEmail', 1200);
    expect((await count(listId, 'ann@x.example\n')).status).toBe(404);
  });

  /** getRecentMatches */
  async function readRecentMatches(ruleIds: string, userName = 'analyst@harbour.example', orgId = 1100) {
    const send = await actAs(app, userName);
    return send('GET', `/proxy/sync/rms/rules/recentMatches/${orgId}?ruleIds=${ruleIds}`);
  }

  test('shows how many payments each rule matched in the last 24 hours', async () => {
    const rule = (email: string) =>
      insertTestRule(
        app,
        blockWhen([{ type: 'simple', field: 'customerEmail', operator: 'equalTo', value: email }]),
      );
    const [first, second, idle] = [
      await rule('a@z.example'),
      await rule('b@z.example'),
      await rule('c@z.example'),
    ];
    await pay('a@z.example');
    app.clock.advance(23 * hourMs);
    for (const email of ['a@z.example', 'b@z.example', 'buyer@z.example']) await pay(email);
    const all = `${first},${second},${idle}`;
    const counts = async (orgId?: number) =>
      ((await readRecentMatches(all, undefined, orgId)).body as { ruleId: number }[]).toSorted(
        (a, b) => a.ruleId - b.ruleId,
      );
    expect(await counts()).toEqual([
      { ruleId: first, matches: 2 },
      { ruleId: second, matches: 1 },
    ]);
    // The payments are of another merchant.
    expect(await counts(1112)).toEqual([]);
    app.clock.advance(2 * hourMs);
    expect(await counts()).toEqual([
      { ruleId: first, matches: 1 },
      { ruleId: second, matches: 1 },
    ]);
  });

  test('rules of an organisation beside the named one are unknown, and ids are numbers', async () => {
    const ruleId = await insertTestRule(
      app,
      blockWhen([{ type: 'simple', field: 'customerEmail', operator: 'equalTo', value: 'd@z.example' }]),
    );
    await pay('d@z.example');
    expect((await readRecentMatches(`${ruleId}`, undefined, 1111)).body).toEqual([{ ruleId, matches: 1 }]);
    await app.owner`update fraud_rule set organisation_id = 1112 where rule_id = ${ruleId}`;
    expect((await readRecentMatches(`${ruleId}`, undefined, 1111)).body).toEqual([]);
    expect((await readRecentMatches('1,x')).status).toBe(400);
  });
});
