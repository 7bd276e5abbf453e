import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeMerchant } from '#features/payments/payments/test/payment-fixtures.ts';
import { reconcilePayments } from '#features/payments/payments/server/jobs/reconcile-payments.ts';
import { linkAttemptsAllowed } from '#shared/payments/link-status.ts';
import {
  type Payer,
  asForm,
  declined,
  enrolled,
  formType,
  good,
  issuerResponse,
  payerAt,
} from '#features/payments/hosted-sessions/test/session-fixtures.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import {
  actAsClerk,
  listAudit,
  buildLink,
  listAt,
  listed,
  createLink,
  openAsPayer,
  listPayments,
  visitLink,
} from './link-fixtures.ts';

let app: TestApp;
let clerk: Send;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  clerk = await actAsClerk(app);
  merchant = actAsMerchant(app);
});
afterAll(() => closeMerchant(app));

const readStatus = async (linkId: string) => listed(await clerk('GET', listAt(1111)), linkId).status;

test('opens a hosted session and is USED once paid', async () => {
  const link = await createLink(merchant, buildLink({}, { merchantReference: 'LINK-1' }));
  const payer = await openAsPayer(app, link);
  expect((await payer.view()).body).toMatchObject({
    step: 'FORM',
    amount: '25.00',
    description: 'Two flat whites',
    showResult: true,
  });
  expect(await readStatus(link.linkId)).toBe('ACTIVATED');
  const result = (await payer.submit(good)).body;
  expect(result).toMatchObject({ step: 'RESULT', transactionState: 'SUCCESS' });
  // The payer sees that the payment is done; other visitors see that the link is used.
  const returned = await app.gateway.inject({
    method: 'GET',
    url: result.returnUrl.replace(/^https?:\/\/[^/]+/, ''),
  });
  expect([returned.statusCode, returned.body]).toEqual([
    200,
    expect.stringContaining('data-notice="done_payment"'),
  ]);
  expect(await visitLink(app, link.code)).toMatchObject({ status: 404, notice: 'link_used' });
  const found = listed(await clerk('GET', listAt(1111)), link.linkId);
  expect(found).toMatchObject({ status: 'USED', transactionId: result.transactionId });
});

test('is paid once by concurrent payers', async () => {
  const cards = [good, { ...good, pan: '4444333322221111' }, { ...good, pan: '9903000000000017' }];
  for (let round = 0; round < 5; round += 1) {
    const link = await createLink(merchant);
    const payers = await Promise.all(cards.map(() => openAsPayer(app, link)));
    const responses = await Promise.all(payers.map((payer, index) => payer.submit(cards[index] ?? good)));
    const states = responses.map(({ body }) => body.transactionState);
    expect(states.filter((state) => state === 'SUCCESS')).toHaveLength(1);
    expect(await listPayments(app, link.linkId)).toHaveLength(1);
    for (const [index, payer] of payers.entries()) {
      const after = (await payer.submit(good)).body;
      expect(states[index] === 'SUCCESS' ? after.step : after.closed).toBe(
        states[index] === 'SUCCESS' ? 'RESULT' : 'paid',
      );
    }
    expect(await listPayments(app, link.linkId)).toHaveLength(1);
    expect(await readStatus(link.linkId)).toBe('USED');
  }
});

const fortyPounds = { money: { currency: 'GBP', amount: { fixed: '40.00' } } };

/** Sends the browser back from the issuer. */
async function returnFromIssuer({ page, send }: Payer, txnId: string) {
  const body = asForm(await issuerResponse(app, merchant, txnId, 'Test_5132'));
  return send('POST', page.replace('/session/', '/authenticated/'), body, formType);
}
const listOutcomes = (linkId: string) => app.owner<{ status: string; code: string }[]>`
  select t.txn_status as status, t.reason_code as code from hosted_session s
  join hosted_session_attempt a on a.session_id = s.session_id
  join txn t on t.txn_id = a.txn_id where s.link_id = ${linkId} order by t.txn_id`;

test('lets a new attempt supersede an abandoned challenge', async () => {
  const link = await createLink(merchant, buildLink({}, fortyPounds));
  const first = await openAsPayer(app, link);
  const waiting = (await first.submit(enrolled)).body;
  expect(waiting.step).toBe('CHALLENGE');
  expect(listed(await clerk('GET', listAt(1111)), link.linkId)).toMatchObject({ isBeingPaid: true });
  // The same payer with the same card, at once, is not a duplicate.
  const second = await openAsPayer(app, link);
  const repeated = (await second.submit(enrolled)).body;
  expect(repeated.step).toBe('CHALLENGE');
  expect((await first.view()).body).toMatchObject({
    step: 'CLOSED',
    closed: 'restarted',
    againUrl: link.link,
  });
  // The issuer's late response to the first settles nothing.
  expect((await returnFromIssuer(first, waiting.transactionId)).status).toBe(303);
  expect(await listOutcomes(link.linkId)).toEqual([
    { status: 'CANCELLED', code: 'C106' },
    { status: 'SUSPENDED_THREE_D_SECURE', code: 'U100' },
  ]);
  await returnFromIssuer(second, repeated.transactionId);
  expect((await second.view()).body).toMatchObject({
    transactionState: 'SUCCESS',
    leadsToMerchant: false,
    againUrl: null,
  });
  expect((await first.view()).body).toMatchObject({ step: 'CLOSED', closed: 'paid', againUrl: null });
  expect(await listPayments(app, link.linkId)).toHaveLength(1);
  const [line] = await listAudit(app, 'supersedePayment');
  expect(line).toMatchObject({ outcome: 'C106', detail: { supersededBy: repeated.transactionId } });
});

test('is paid once when an issuer response races with two attempts', async () => {
  const cards = [good, { ...good, pan: '4444333322221111' }];
  for (let round = 0; round < 6; round += 1) {
    const link = await createLink(merchant, buildLink({}, fortyPounds));
    const [first, ...others] = [
      await openAsPayer(app, link),
      await openAsPayer(app, link),
      await openAsPayer(app, link),
    ];
    if (!first) throw new Error('no payer');
    const { transactionId } = (await first.submit(enrolled)).body;
    await Promise.all([
      ...others.map((payer, index) => payer.submit(cards[index] ?? good)),
      returnFromIssuer(first, transactionId),
    ]);
    expect(await listPayments(app, link.linkId)).toHaveLength(1);
    const failed = (await listOutcomes(link.linkId)).filter(({ status }) => status !== 'SUCCESS');
    for (const { status, code } of failed) expect([status, code]).toEqual(['CANCELLED', 'C106']);
  }
});

test('expires for other payers despite an open challenge', async () => {
  const link = await createLink(merchant, buildLink({}, fortyPounds));
  await app.owner`
    update smart_link set expires_at = ${new Date(app.clock.now().getTime() + 60_000)} where link_id = ${link.linkId}`;
  const [first, second] = [await openAsPayer(app, link), await openAsPayer(app, link)];
  const { transactionId } = (await first.submit(enrolled)).body;
  app.clock.advance(61_000);
  expect((await visitLink(app, link.code)).notice).toBe('link_expired');
  expect((await second.submit(good)).body).toMatchObject({ step: 'CLOSED', closed: 'link_expired' });
  await returnFromIssuer(first, transactionId);
  expect((await first.view()).body.transactionState).toBe('SUCCESS');
});

test('is USED once the sweeper settles a payment without a response', async () => {
  const processor = app.sandbox;
  const { send, lookup } = processor;
  const link = await createLink(merchant);
  const payer = await openAsPayer(app, link);
  try {
    // The processor takes the money, and its responses are lost.
    processor.send = async (operation) => {
      await send.call(processor, operation);
      return { kind: 'no-response', why: 'timeout' };
    };
    processor.lookup = async () => ({ kind: 'no-response', why: 'timeout' });
    expect((await payer.submit(good)).body.step).toBe('PROCESSING');
    expect(await readStatus(link.linkId)).toBe('ACTIVATED');
    expect((await visitLink(app, link.code)).notice).toBe('busy');
    const lateCancel = await clerk('POST', `/proxy/sync/sl/links/${link.linkId}/cancel`);
    expect([lateCancel.status, lateCancel.body.reasonCode]).toEqual([409, 'L100']);
  } finally {
    Object.assign(processor, { send, lookup });
  }
  app.clock.advance(60_000);
  await reconcilePayments.run(app.services);
  expect(await readStatus(link.linkId)).toBe('USED');
  expect(await listPayments(app, link.linkId)).toHaveLength(1);
  expect((await payer.view()).body.transactionState).toBe('SUCCESS');
});

test('can be paid after a decline, and several times if MULTIPLE', async () => {
  const single = await createLink(merchant);
  await (await openAsPayer(app, single)).submit(declined);
  expect(listed(await clerk('GET', listAt(1111)), single.linkId)).toMatchObject({
    status: 'ACTIVATED',
    attempts: 1,
    failure: {
      reasonCode: 'D100',
      statusCode: '05',
      scheme: 'VISA',
      adviceCode: null,
      advice: { retry: 'LATER', notBefore: expect.any(String) },
    },
  });
  await (await openAsPayer(app, single)).submit(good);
  expect(listed(await clerk('GET', listAt(1111)), single.linkId)).toMatchObject({
    attempts: 2,
    failure: null,
  });
  expect(await listPayments(app, single.linkId)).toHaveLength(1);
  const multiple = await createLink(
    merchant,
    buildLink({ usage: 'MULTIPLE' }, { money: { currency: 'GBP' } }),
  );
  for (const amount of ['1.00', '2.00', '3.00'])
    await (await openAsPayer(app, multiple)).submit(good, { amount });
  expect(await listPayments(app, multiple.linkId)).toHaveLength(3);
  expect(await readStatus(multiple.linkId)).toBe('ACTIVATED');
});

test('advises the merchant by the scheme and its advice code', async () => {
  const link = await createLink(merchant, buildLink({}, { money: { currency: 'GBP' } }));
  await (await openAsPayer(app, link)).submit({ ...good, pan: '9900000000000010' }, { amount: '4.79' });
  const { body } = await merchant('GET', `/smartlink/links/5300001/${link.linkId}`);
  expect(body.failure).toEqual({
    reasonCode: 'D100',
    statusCode: '79',
    scheme: 'MASTERCARD',
    adviceCode: '03',
    advice: { group: 'CARD_UNUSABLE', side: 'CUSTOMER', retry: 'NEVER' },
  });
});

test('is DEACTIVATED after too many declined cards', async () => {
  const link = await createLink(merchant);
  for (let tried = 0; tried < linkAttemptsAllowed;) {
    const payer = await openAsPayer(app, link);
    for (let round = 0; round < 5 && tried < linkAttemptsAllowed; round += 1, tried += 1)
      await payer.submit(declined);
    app.clock.advance(15 * 60_000);
  }
  clerk = await actAs(app, 'coffee@harbour.example');
  expect(await readStatus(link.linkId)).toBe('DEACTIVATED');
  expect((await visitLink(app, link.code)).notice).toBe('link_over');
});

test('pauses for 15 minutes after five declines', async () => {
  const link = await createLink(merchant);
  const [payer, other] = [await openAsPayer(app, link), await openAsPayer(app, link)];
  for (let round = 0; round < 5; round += 1) await payer.submit(declined);
  expect((await payer.view()).body).toMatchObject({
    step: 'RESULT',
    problem: 'resting',
    againUrl: link.link,
    leadsToMerchant: false,
  });
  const paused = await visitLink(app, link.code);
  expect([paused.status, paused.notice, paused.headers['retry-after']]).toEqual([429, 'resting', '900']);
  expect((await other.submit(good)).status).toBe(429);
  app.clock.advance(15 * 60_000);
  expect((await payer.view()).body.problem).toBe('declined_last');
  expect((await other.submit(good)).body.transactionState).toBe('SUCCESS');
});

test('if MULTIPLE, limits declines per IP address, then in total', async () => {
  const openAmount = { money: { currency: 'GBP' } };
  const link = await createLink(merchant, buildLink({ usage: 'MULTIPLE' }, openAmount));
  const other = await createLink(merchant, buildLink({ usage: 'MULTIPLE' }, openAmount));
  const pagesAt = async (address: string, number: number) => {
    const pages = [];
    for (let round = 0; round < number; round += 1) {
      const { location } = await visitLink(app, link.code, {}, address);
      pages.push(payerAt(app, location, address));
    }
    return pages;
  };
  const failAt = async (address: string, number: number) => {
    const pages = await pagesAt(address, number);
    const responses = await Promise.all(
      pages.map((page, index) => page.submit(declined, { amount: `${index + 1}.00` })),
    );
    return responses.filter(({ status }) => status === 200).length;
  };
  const statusAt = async (address: string, { code } = link) =>
    (await visitLink(app, code, {}, address)).status;
  // Concurrent requests don't exceed the limit.
  expect(await failAt('203.0.113.80', 14)).toBe(10);
  expect(await statusAt('203.0.113.80')).toBe(429);
  expect((await visitLink(app, link.code, {}, '203.0.113.80')).headers['retry-after']).toBe('600');
  // The limit affects neither other payers nor other links, and successes don't count.
  expect(await statusAt('203.0.113.80', other)).toBe(303);
  for (const [index, page] of (await pagesAt('203.0.113.81', 12)).entries())
    expect((await page.submit(good, { amount: `${index + 1}.00` })).body.transactionState).toBe('SUCCESS');
  for (let addressIndex = 0; addressIndex < 5; addressIndex += 1)
    expect(await failAt(`203.0.113.${90 + addressIndex}`, 10)).toBe(10);
  expect(await statusAt('203.0.113.81')).toBe(429);
  expect(await statusAt('203.0.113.81', other)).toBe(303);
  app.clock.advance(11 * 60_000);
  expect(await statusAt('203.0.113.80')).toBe(303);
});

test('expires, for open pages too', async () => {
  const link = await createLink(merchant);
  app.clock.advance(7 * 86_400_000 - 60_000);
  const payer = await openAsPayer(app, link);
  app.clock.advance(60_000);
  expect((await payer.submit(good)).body).toMatchObject({ step: 'CLOSED', closed: 'link_expired' });
  expect(await listPayments(app, link.linkId)).toHaveLength(0);
  expect(await visitLink(app, link.code)).toMatchObject({ status: 404, notice: 'link_expired' });
  clerk = await actAs(app, 'coffee@harbour.example');
  expect(await readStatus(link.linkId)).toBe('EXPIRED');
});

test('redirects payers of an ended link to the merchant’s site', async () => {
  const onDeadLink = 'https://shop.harbour.example/over?campaign=1';
  const [used, cancelled, expired] = [
    await createLink(merchant, buildLink({ onDeadLink })),
    await createLink(merchant, buildLink({ onDeadLink: { url: onDeadLink } })),
    await createLink(merchant, buildLink({ onDeadLink })),
  ];
  // An active link opens its payment page.
  const payer = await openAsPayer(app, used);
  const result = (await payer.submit(good)).body;
  const readRedirect = async ({ code, linkId }: { code: string; linkId: string }) => {
    const { status, location } = await visitLink(app, code);
    const { origin, pathname, searchParams } = new URL(location);
    expect([status, `${origin}${pathname}`]).toEqual([303, 'https://shop.harbour.example/over']);
    expect([searchParams.get('campaign'), searchParams.get('linkId')]).toEqual(['1', linkId]);
    return searchParams.get('linkStatus');
  };
  expect(await readRedirect(used)).toBe('USED');
  // The payer who has just paid is not redirected.
  const returned = await app.gateway.inject({
    method: 'GET',
    url: result.returnUrl.replace(/^https?:\/\/[^/]+/, ''),
  });
  expect(returned.body).toContain('data-notice="done_payment"');
  await merchant('POST', `/smartlink/links/${cancelled.linkId}/cancel`, {});
  expect(await readRedirect(cancelled)).toBe('CANCELLED');
  expect(listed(await clerk('GET', listAt(1111)), used.linkId).onDeadLink).toBe(onDeadLink);
  // The installation no longer takes the currency.
  const { owner } = app;
  const [before] = await owner`
    select currencies, web_origins from installation where installation_id = 5300001`;
  await owner`update installation set currencies = '{EUR}' where installation_id = 5300001`;
  expect(await readRedirect(expired)).toBe('DEACTIVATED');
  // The site left the installation's allow list.
  await owner`update installation set web_origins = '{}' where installation_id = 5300001`;
  expect(await visitLink(app, used.code)).toMatchObject({ status: 404, notice: 'link_used' });
  await owner`
    update installation set currencies = ${before?.currencies}, web_origins = ${before?.webOrigins}
    where installation_id = 5300001`;
});

test('shows a page, not a new payment, to a payer who cancelled', async () => {
  const link = await createLink(merchant);
  const payer = await openAsPayer(app, link);
  const { cancelUrl } = (await payer.leave()).body;
  const returned = await app.gateway.inject({
    method: 'GET',
    url: cancelUrl.replace(/^https?:\/\/[^/]+/, ''),
  });
  expect(returned.body).toContain(`data-notice="cancelled" data-retry="/a/${link.code}"`);
});

test('shows that a page has expired', async () => {
  const link = await createLink(merchant);
  const payer = await openAsPayer(app, link);
  app.clock.advance(31 * 60_000);
  const expiredPage = (await payer.view()).body;
  expect(expiredPage).toMatchObject({ step: 'CLOSED', closed: 'expired', againUrl: link.link });
  const returned = await app.gateway.inject({
    method: 'GET',
    url: expiredPage.cancelUrl.replace(/^https?:\/\/[^/]+/, ''),
  });
  expect(returned.body).toContain('data-notice="expired"');
});

test('shows cancelled and unknown links alike', async () => {
  const link = await createLink(merchant, { ...buildLink(), locale: 'pt_BR' });
  await merchant('POST', `/smartlink/links/${link.linkId}/cancel`, {});
  const over = await visitLink(app, link.code);
  const unknown = await visitLink(app, 'AAAAAAAAAAA', { 'accept-language': 'pt-BR,pt;q=0.9' });
  expect(over.body).toContain('<html lang="pt-BR"');
  // Status and body are the same.
  expect([unknown.status, unknown.body]).toEqual([over.status, over.body]);
  const policy = String(over.headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe');
  expect(over.headers['cache-control']).toBe('no-store');
  for (const code of ['..%2f..', 'x', 'A'.repeat(12), "'%20or%201=1"])
    expect((await visitLink(app, code)).status).toBe(404);
});

test('limits requests for unknown codes', async () => {
  const link = await createLink(merchant);
  app.clock.advance(11 * 60_000);
  let status = 404;
  for (let tries = 0; tries < 70 && status === 404; tries += 1)
    status = (await visitLink(app, `AAAAAAAAA${10 + tries}`)).status;
  expect(status).toBe(429);
  expect(await visitLink(app, link.code)).toMatchObject({ status: 429, notice: 'too_many' });
  app.clock.advance(11 * 60_000);
  expect((await visitLink(app, link.code)).status).toBe(303);
});
