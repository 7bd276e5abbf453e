import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sealAudit } from '#features/record/audit/server/seal-audit.ts';
import { paid } from '#features/payments/payments/test/payment-fixtures.ts';
import { openNewCase } from '#features/review/cases/test/case-fixtures.ts';
import { runPersonRequests } from '#features/setup/personal-data/server/run-person-requests.ts';
import { addMs, dayMs } from '#server/clock.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import type { LegalHold } from '../schemas.ts';

const url = '/proxy/sync/legalHolds';

let app: TestApp;
let admin: Send;
beforeAll(async () => {
  app = await startApp({ flags: ['--dispute-period-days', '0'] });
});
afterAll(() => app.stop());
beforeEach(async () => {
  admin = await actAs(app, 'admin@harbour.example');
});

let buyers = 0;
/** A payment of a new buyer that could be erased: settled, and older than a day. */
async function pay(): Promise<{ txnId: string; customerId: string; email: string }> {
  buyers += 1;
  const email = `held-${buyers}@people.example`;
  const customer = { displayName: `Held Buyer${buyers}`, email };
  const amount = `${20 + buyers}.00`;
  const txnId = await paid(actAsMerchant(app), { amount }, { customer });
  await app.owner`
    update txn set gateway_settlement = '2026-11-20', txn_datetime = txn_datetime - interval '3 days' where txn_id = ${txnId}`;
  const found = await admin('GET', `/proxy/sync/customers/transaction/${txnId}`);
  return { txnId, customerId: found.body.customerId, email };
}

const hold = async (at: string, more: object = {}, send = admin): Promise<string> => {
  const created = await send('POST', `${url}/${at}`, { reason: 'Claim 12/2026', endsAt: null, ...more });
  expect(created.status, JSON.stringify(created.body)).toBe(200);
  return created.body.holdId as string;
};
const release = (holdId: string, send = admin, orgId = 1100) =>
  send('POST', `${url}/${orgId}/${holdId}/release`, {});
const erase = (customerId: string) =>
  admin('POST', '/proxy/sync/personalData/1100/erasures', {
    customerIds: [customerId],
    reason: 'Letter',
    keepsLists: true,
  });
const work = async () => {
  await sealAudit.run(app.services);
  await runPersonRequests.run(app.services);
};
const emailOf = async (txnId: string) =>
  (
    await app.owner<
      { email: string | null }[]
    >`select customer_email as email from txn where txn_id = ${txnId}`
  )[0]?.email;

describe('holdCustomer', () => {
  test('refuses the erasure until a user ends it', async () => {
    const { customerId, txnId } = await pay();
    const holdId = await hold(`customer/${customerId}`);
    const refused = await erase(customerId);
    expect([refused.status, refused.body.code]).toEqual([409, 'LEGAL_HOLD']);
    expect((await release(holdId)).status).toBe(200);
    expect((await erase(customerId)).status).toBe(200);
    await work();
    expect(await emailOf(txnId)).toBeNull();
  });

  test('stops an erasure that was requested before', async () => {
    const { customerId, txnId, email } = await pay();
    const { requestId } = (await erase(customerId)).body;
    const holdId = await hold(`customer/${customerId}`);
    await work();
    expect(await emailOf(txnId)).toBe(email);
    const { requests } = (await admin('GET', '/proxy/sync/personalData/1100/requests')).body;
    const request = requests.find((one: { requestId: string }) => one.requestId === requestId);
    expect(request).toMatchObject({ state: 'WAITING', waiting: [{ reason: 'LEGAL_HOLD' }] });
    await release(holdId);
    app.clock.advance(dayMs);
    await work();
    expect(await emailOf(txnId)).toBeNull();
  });
});

describe('holdTransaction', () => {
  test('keeps the payment and lets the rest be erased', async () => {
    const { customerId, txnId, email } = await pay();
    const holdId = await hold(`transaction/${txnId}`);
    expect((await erase(customerId)).status).toBe(200);
    await work();
    expect(await emailOf(txnId)).toBe(email);
    expect(await app.owner`select from known_customer where email = ${email}`).toEqual([]);
    const { holds } = (await admin('GET', `${url}/transaction/${txnId}`)).body as { holds: LegalHold[] };
    expect(holds).toMatchObject([{ holdId, kind: 'TRANSACTION', objectId: txnId, reason: 'Claim 12/2026' }]);
    await release(holdId);
    app.clock.advance(dayMs);
    admin = await actAs(app, 'admin@harbour.example');
    expect((await admin('GET', `${url}/transaction/${txnId}`)).body.holds).toEqual([]);
    await work();
    expect(await emailOf(txnId)).toBeNull();
  });

  test('ends at its end, and not before', async () => {
    const { customerId, txnId, email } = await pay();
    await hold(`transaction/${txnId}`, { endsAt: addMs(app.clock.now(), 10 * dayMs).toISOString() });
    await erase(customerId);
    await work();
    app.clock.advance(9 * dayMs);
    await work();
    expect(await emailOf(txnId)).toBe(email);
    app.clock.advance(2 * dayMs);
    await work();
    expect(await emailOf(txnId)).toBeNull();
  });

  test('an end in the past is refused', async () => {
    const { txnId } = await pay();
    const endsAt = addMs(app.clock.now(), -1).toISOString();
    const refused = await admin('POST', `${url}/transaction/${txnId}`, { reason: 'Late', endsAt });
    expect(refused.status).toBe(400);
  });
});

describe('holdCase', () => {
  test('keeps the payments of the case', async () => {
    const { customerId, txnId, email } = await pay();
    const caseId = await openNewCase(admin, txnId);
    const holdId = await hold(`case/${caseId}`);
    const ofCase = await admin('GET', `${url}/case/${caseId}`);
    expect(ofCase.body.holds, 'getHoldsOfCase').toMatchObject([{ holdId, kind: 'CASE' }]);
    await app.owner`
      update fraud_case set status = 'CLOSED', outcome = 'GENUINE', closed_at = now() where case_id = ${caseId}`;
    await erase(customerId);
    await work();
    expect(await emailOf(txnId)).toBe(email);
    expect(
      (await admin('GET', `${url}/transaction/${txnId}`)).body.holds,
      'getHoldsOfTransaction',
    ).toHaveLength(1);
  });
});

describe('holdOrganisation', () => {
  test('refuses erasures of all customers below', async () => {
    const { customerId } = await pay();
    const holdId = await hold('1110');
    expect((await erase(customerId)).body.code).toBe('LEGAL_HOLD');
    await release(holdId);
  });
});

describe('listLegalHolds, releaseLegalHold', () => {
  test('other companies and users without the permission are refused', async () => {
    const { txnId, customerId } = await pay();
    const holdId = await hold(`transaction/${txnId}`);
    const meridian = await actAs(app, 'admin@meridian.example');
    const support = await actAs(app, 'support@harbour.example');
    expect((await meridian('GET', `${url}/1100`)).status).toBe(403);
    expect((await meridian('GET', `${url}/1200`)).body.holds).toEqual([]);
    expect((await release(holdId, meridian, 1200)).status).toBe(404);
    expect((await release(holdId, support)).status).toBe(403);
    const body = { reason: 'Theirs', endsAt: null };
    expect((await meridian('POST', `${url}/transaction/${txnId}`, body)).status).toBe(404);
    expect((await meridian('POST', `${url}/customer/${customerId}`, body)).status).toBe(404);
    expect((await support('POST', `${url}/transaction/${txnId}`, body)).status).toBe(403);
    await release(holdId);
  });

  test('an ended hold is listed with the user who ended it', async () => {
    const { txnId } = await pay();
    const holdId = await hold(`transaction/${txnId}`);
    await release(holdId);
    const again = await release(holdId);
    expect([again.status, again.body.code]).toEqual([409, 'HOLD_ENDED']);
    const { holds } = (await admin('GET', `${url}/1100`)).body as { holds: LegalHold[] };
    expect(holds.find((one) => one.holdId === holdId)).toMatchObject({ endedBy: 'Amelia Hart' });
    const events = await app.owner`
      select act, outcome from audit_event where object_kind = 'legalHold' and object_id = ${holdId} order by seq`;
    expect(events.map(({ act, outcome }) => [act, outcome])).toEqual([
      ['createLegalHold', 'allowed'],
      ['releaseLegalHold', 'allowed'],
    ]);
  });
});
