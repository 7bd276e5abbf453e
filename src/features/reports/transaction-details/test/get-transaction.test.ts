import { suspendSchedule } from '#features/payments/schedules/endpoints.ts';
import { sendLinkReminders } from '#features/payments/smart-links/server/send-link-reminders.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actAs, type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { base, paid, goodCard, payment } from '#features/payments/payments/test/payment-fixtures.ts';
import { monthly, scheduled, listEpisodes } from '#features/payments/schedules/test/schedule-fixtures.ts';
import {
  actAsClerk,
  buildLink,
  createLink,
  openAsPayer,
} from '#features/payments/smart-links/test/link-fixtures.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ flags: ['--sms-url', 'sandbox'] });
});
afterAll(() => app.stop());

describe('getCountries', () => {
  test('returns the 249 countries to every signed-in user', async () => {
    const support = await actAs(app, 'support@harbour.example');
    const { status, body } = await support('GET', '/proxy/sync/cm/refdata/countries');
    expect(status).toBe(200);
    expect(body).toHaveLength(249);
    expect(body).toContainEqual({ alpha2Code: 'GB', alpha3Code: 'GBR', countryName: 'United Kingdom' });
    expect(new Set(body.map((country: { alpha3Code: string }) => country.alpha3Code)).size).toBe(249);
  });
});

describe('getTransaction', () => {
  let merchant: Send;
  let admin: Send;
  beforeAll(async () => {
    merchant = actAsMerchant(app);
    admin = await actAs(app, 'admin@harbour.example');
  });

  describe('getTransaction', () => {
    const read = (send: Send, id: string) => send('GET', `/proxy/sync/tqs/transaction/${id}`);

    test('returns everything about a payment', async () => {
      const id = await paid(merchant, { amount: '12.5', merchantRef: 'A-1', description: 'Beans' });
      const { status, body } = await read(admin, id);
      expect(status, JSON.stringify(body)).toBe(200);
      expect(body).toMatchObject({
        transactionId: id,
        transactionRootId: id,
        relatedTransactionId: null,
        installationId: 5300001,
        type: 'PAYMENT',
        transactionStatus: 'SUCCESS',
        requestedAmount: '12.50',
        consumerSpend: '12.50',
        currencyCode: 'GBP',
        merchantReference: 'A-1',
        transactionDescription: 'Beans',
        cardHolderName: 'A Buyer',
        cv2Check: 'MATCHED',
        refundInformation: { permitted: true, availableToProcess: true, amount: '12.50' },
        captureInformation: { permitted: false, availableToProcess: false },
      });
      expect(body.maskedPan).not.toContain('9900000000000010');
      expect(body.life.at(-1)).toMatchObject({ status: 'SUCCESS', reasonCode: 'S100' });
    });

    test('returns captured, refunded and remaining amounts of a charge', async () => {
      const id = await paid(merchant, { amount: '10.00' });
      expect((await read(admin, id)).body.chargeInformation).toEqual({
        capturedAmount: '10.00',
        refundedAmount: '0.00',
        refundPendingAmount: '0.00',
        chargedBackAmount: '0.00',
        refundableAmount: '10.00',
        netAmount: '10.00',
      });
      const refund = await merchant('POST', `${base}/${id}/refund`, {
        transaction: { amount: '4.00', currency: 'GBP' },
      });
      expect((await read(admin, id)).body.chargeInformation).toMatchObject({
        refundedAmount: '4.00',
        refundableAmount: '6.00',
        netAmount: '6.00',
      });
      const refundId = refund.body.transaction.transactionId;
      expect((await read(admin, refundId)).body).toMatchObject({
        chargeInformation: null,
        moneyMoved: '-4.00',
      });
      expect((await read(admin, id)).body.moneyMoved).toBe('10.00');
    });

    test('returns what an authorisation reserved, released and has left', async () => {
      const sums = async (id: string) => (await read(admin, id)).body.authorisationInformation;
      const preauth = () => paid(merchant, { deferred: true, amount: '50.00' });
      const open = await preauth();
      const whole = { authorisedAmount: '50.00', releasedAmount: '0.00', capturableAmount: '50.00' };
      expect(await sums(open)).toEqual(whole);
      await merchant('POST', `${base}/${open}/capture`, { transaction: { amount: '20.00' } });
      expect(await sums(open)).toEqual({ ...whole, releasedAmount: '30.00', capturableAmount: '0.00' });
      const released = await preauth();
      await merchant('POST', `${base}/${released}/cancel`, {});
      expect(await sums(released)).toEqual({ ...whole, releasedAmount: '50.00', capturableAmount: '0.00' });
      expect(await sums(await paid(merchant))).toBeNull();
      const body = payment({ deferred: true, amount: '50.51' });
      const declined = await merchant('POST', `${base}/payment`, body);
      expect(await sums(declined.body.transaction.transactionId)).toBeNull();
    });

    test('shows why a refund was made, on the refund and in the history', async () => {
      const id = await paid(merchant);
      const refund = await admin('POST', `/proxy/sync/ta/transactions/5300001/${id}/refund`, {
        transaction: { amount: '4.00', refundReason: 'DUPLICATE', refundNote: 'Ordered twice' },
      });
      const why = { refundReason: 'DUPLICATE', refundNote: 'Ordered twice' };
      const { refundExpectedDate } = refund.body.transaction;
      expect(refundExpectedDate).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect((await read(admin, refund.body.transaction.transactionId)).body).toMatchObject({
        ...why,
        arn: refund.body.processing.authResponse.arn,
        refundExpectedDate,
      });
      const { body } = await read(admin, id);
      expect(body).toMatchObject({ refundReason: null, refundNote: null });
      const events = body.life.filter(({ type }: { type: string }) => type === 'REFUND');
      expect(events).toMatchObject([{ ...why, refundExpectedDate }]);
      expect(body).toMatchObject({ arn: null, refundExpectedDate: null });
    });

    test('names custom fields as the company does', async () => {
      const fieldState = [
        { name: 'loyalty_tier', value: 'gold' },
        { name: 'unknown', value: 'x' },
      ];
      const id = await paid(merchant, {}, { customFields: { fieldState } });
      expect((await read(admin, id)).body.customFields).toEqual([
        { name: 'loyalty_tier', displayName: 'Loyalty tier', value: 'gold' },
        { name: 'unknown', displayName: 'unknown', value: 'x' },
      ]);
    });

    test('offers capture and cancel of an authorisation, no refund', async () => {
      const id = await paid(merchant, { deferred: true });
      expect((await read(admin, id)).body).toMatchObject({
        type: 'PREAUTH',
        refundInformation: { permitted: false },
        captureInformation: { permitted: true, availableToProcess: true },
        cancelInformation: { permitted: true, availableToProcess: true },
      });
    });

    test('offers no action to a read-only user', async () => {
      const id = await paid(merchant);
      const { status, body } = await read(await actAs(app, 'support@harbour.example'), id);
      expect(status).toBe(200);
      expect(body.refundInformation).toMatchObject({ permitted: false, availableToProcess: false });
      expect(body.cancelInformation).toMatchObject({ permitted: false, availableToProcess: false });
    });

    test('reduces the refundable amount after a refund', async () => {
      const id = await paid(merchant);
      const refund = await merchant('POST', `${base}/${id}/refund`, { transaction: { amount: '10.01' } });
      expect((await read(admin, id)).body.refundInformation).toEqual({
        permitted: true,
        availableToProcess: true,
        amount: '14.99',
      });
      const refundId = refund.body.transaction.transactionId as string;
      expect((await read(admin, refundId)).body).toMatchObject({
        type: 'REFUND',
        transactionRootId: id,
        relatedTransactionId: id,
        requestedAmount: '-10.01',
      });
    });

    test("responds alike for other companies' and unknown transactions", async () => {
      const ownPayment = await paid(merchant);
      const created = await merchant('POST', '/acceptor/rest/transactions/5300003/payment', {
        transaction: { currency: 'GBP', amount: '25.00', commerceType: 'ECOM' },
        paymentMethod: { card: { pan: '9900000000000010', expiryDate: '1230', cv2: '123' } },
      });
      expect(created.status, JSON.stringify(created.body)).toBe(201);
      const unknown = await read(admin, '99999999999');
      expect(unknown.status).toBe(404);
      const coffee = await actAs(app, 'coffee@harbour.example');
      const meridian = await actAs(app, 'admin@meridian.example');
      for (const response of [
        await read(coffee, created.body.transaction.transactionId as string),
        await read(meridian, ownPayment),
      ]) {
        expect(response.status).toBe(404);
        expect({ ...response.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
      }
    });

    test.each(['0', '007', 'abc', '1.5'])('rejects %s as a transaction id', async (id) => {
      expect((await read(admin, id)).status).toBe(400);
    });
  });

  describe('relatedEvents', () => {
    interface Event {
      kind: string;
      state: string;
      transactionId: string;
      detail: Record<string, unknown>;
      actor: string | null;
    }
    async function listEvents(id: string, send = admin): Promise<Event[]> {
      const { status, body } = await send('GET', `/proxy/sync/tqs/transaction/${id}`);
      expect(status, JSON.stringify(body)).toBe(200);
      return body.relatedEvents;
    }
    async function pay(more: Record<string, unknown> = {}): Promise<string> {
      const { body } = await merchant('POST', `${base}/payment`, payment({}, { card: goodCard }, more));
      return body.transaction.transactionId;
    }

    describe('the events around a transaction', () => {
      test('are none for a payment that was only taken', async () => {
        expect(await listEvents(await pay())).toEqual([]);
      });

      test('hold the notifications of the whole family', async () => {
        const callbacks = { transactionNotification: { url: 'https://shop.example/callback?key=secret' } };
        const id = await pay({ callbacks });
        const refund = await merchant('POST', `${base}/${id}/refund`, {
          transaction: { amount: '1.00', currency: 'GBP' },
        });
        const refundId: string = refund.body.transaction.transactionId;
        const events = await listEvents(refundId);
        expect(events.map(({ kind, transactionId }) => [kind, transactionId])).toEqual([
          ['NOTIFICATION', id],
          ['NOTIFICATION', refundId],
        ]);
        expect(JSON.stringify(events)).not.toContain('secret');
      });

      test('hold the link, its email, its text message, its reminder and the payment page', async () => {
        const clerk = await actAsClerk(app);
        const link = await createLink(merchant, buildLink({ remindDaysBefore: 6 }));
        const sendTo = (way: string, body: object) =>
          clerk('POST', `/proxy/sync/sl/links/${link.linkId}/${way}`, body);
        app.clock.advance(1000);
        expect((await sendTo('send', { emailAddress: 'ada@example.org' })).status).toBe(200);
        app.clock.advance(1000);
        expect((await sendTo('text', { telephone: '+44 7700 900123' })).status).toBe(200);
        app.clock.advance(1000);
        await app.owner`update smart_link set remind_at = ${app.clock.now()} where link_id = ${link.linkId}`;
        await sendLinkReminders.run(app.services);
        app.clock.advance(1000);
        const paid = await (await openAsPayer(app, link)).submit(goodCard);
        expect(paid.status, JSON.stringify(paid.body)).toBeLessThan(300);
        const [{ txnId }] = await app.owner<[{ txnId: number }]>`
          select a.txn_id from hosted_session s join hosted_session_attempt a using (company_id, session_id)
          where s.link_id = ${link.linkId}`;
        const read = async (userName: string) => {
          const events = await listEvents(String(txnId), await actAs(app, userName));
          return events.map(({ kind, detail, actor }) => [kind, detail.to ?? null, actor]);
        };
        expect(await read('admin@harbour.example')).toEqual([
          ['LINK_CREATED', null, expect.any(String)],
          ['LINK_SENT', 'a•••@example.org', 'Clara Brandt'],
          ['LINK_TEXTED', '•••0123', 'Clara Brandt'],
          ['LINK_REMINDED', 'a•••@example.org', null],
          ['PAGE_OPENED', null, null],
        ]);
        // With links and without the audit log, not who it was.
        expect((await read('coffee@harbour.example')).slice(1, 3)).toEqual([
          ['LINK_SENT', 'a•••@example.org', null],
          ['LINK_TEXTED', '•••0123', null],
        ]);
        expect(await read('support@harbour.example')).toEqual([['PAGE_OPENED', null, null]]);
      });

      test('show a schedule only to those who may see schedules', async () => {
        const { transactionId, scheduleId } = await scheduled(merchant, monthly);
        const [created] = await listEvents(transactionId);
        expect(created).toMatchObject({ kind: 'SCHEDULE', state: 'CREATED', objectId: scheduleId });
        app.clock.advance(60_000);
        const suspended = await admin('POST', suspendSchedule.url.replace('{scheduleId}', scheduleId), {});
        expect(suspended.status, JSON.stringify(suspended.body)).toBeLessThan(300);
        // Who it was, for those who may see the audit.
        const last = async (send: Send) => (await listEvents(transactionId, send)).at(-1);
        expect(await last(admin)).toMatchObject({ state: 'SUSPENDED', actor: 'Amelia Hart' });
        expect(await last(await actAs(app, 'support@harbour.example'))).toMatchObject({ actor: null });
        const blind = await startApp();
        await blind.owner`delete from role_permission where permission = 'P_VIEW_SCHEDULE'`;
        const hidden = await scheduled(actAsMerchant(blind), monthly);
        const reader = await actAs(blind, 'admin@harbour.example');
        expect(await listEvents(hidden.transactionId, reader)).toEqual([]);
        await blind.stop();
      });
    });
  });
});

describe('a transaction with a due episode', () => {
  beforeAll(async () => {
    await app.owner`delete from role_permission where permission = 'P_VIEW_SCHEDULE'`;
    await app.owner`update app_user set access_version = access_version + 1`;
  });

  test('warns of a due episode without the schedule permission', async () => {
    const { transactionId: id, scheduleId } = await scheduled(actAsMerchant(app), monthly);
    const read = async (userName: string) => {
      const person = await actAs(app, userName);
      const { status, body } = await person('GET', `/proxy/sync/tqs/transaction/${id}`);
      expect(status).toBe(200);
      return [body.linkedScheduleId, body.nextScheduledRepeat, body.scheduleData];
    };
    expect(await read('coffee@harbour.example')).toEqual([scheduleId, '2026-12-20', null]);
    expect(await read('support@harbour.example')).toEqual([null, null, null]);

    const cashier = await actAs(app, 'coffee@harbour.example');
    const repeat = await cashier('POST', `/proxy/sync/ta/transactions/5300001/${id}/repeat`, {
      transaction: { amount: '3.00', currency: 'GBP', commerceType: 'CA', recurring: true },
      skipNext: { scheduleId },
    });
    expect(repeat.status, JSON.stringify(repeat.body)).toBe(201);
    expect(await listEpisodes(app, scheduleId)).toEqual(['1/0 SKIPPED', '2/0 DUE']);
  });
});
