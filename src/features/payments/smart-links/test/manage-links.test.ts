import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { good, enrolled } from '#features/payments/hosted-sessions/test/session-fixtures.ts';
import { reason } from '#features/payments/payments/test/payment-fixtures.ts';
import { formatCursor } from '#server/http/list-cursor.ts';
import { dayMs, hourMs, minuteMs } from '#server/clock.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { createClient, collect } from '#testing/client-of.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { type StoredMail, renderMail } from '#server/mail/render-mail.ts';
import { pageLanguages } from '#shared/page-languages.ts';
import { testKeys } from '#testing/template-contents.ts';
import {
  createLink,
  buildLink,
  openAsPayer,
  actAsClerk,
  listAudit,
  listAt,
  listed,
  listPayments,
  visitLink,
} from './link-fixtures.ts';

let app: TestApp;
let merchant: Send;
let clerk: Send;
let meridian: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
  clerk = await actAsClerk(app);
  meridian = actAsMerchant(app, 'meridian-api');
});
afterAll(() => app.stop());

interface Page {
  items: { linkId: string; status: string }[];
  nextCursor: string | null;
}

const base = '/smartlink/links';

async function page(query: string, installation = 5_300_001): Promise<Page> {
  const { status, body } = await merchant('GET', `${base}/${installation}${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const batch = async (size: number): Promise<string[]> => {
  const { status, body } = await merchant('POST', `${base}/5300001/batch`, {
    ...buildLink(),
    batchSize: size,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.smartLinkResponseDetail.links.map(({ linkId }: { linkId: string }) => linkId);
};

describe('listInstallationLinks', () => {
  test('pages through 250 links while others are created', async () => {
    // The links of a batch share their time of creation.
    const createdIds: string[] = [];
    for (const size of [100, 100, 50]) createdIds.push(...(await batch(size)));
    await app.owner`
      update smart_link set created_at = created_at + (hashtext(link_id::text) % 50) * interval '1 microsecond'`;
    const listedIds: string[] = [];
    const sizes: number[] = [];
    let cursor: string | null = null;
    do {
      const next: Page = await page(`?limit=100${cursor === null ? '' : `&cursor=${cursor}`}`);
      listedIds.push(...next.items.map(({ linkId }) => linkId));
      sizes.push(next.items.length);
      cursor = next.nextCursor;
      app.clock.advance(1000);
      await batch(3);
    } while (cursor !== null);
    expect(sizes).toEqual([100, 100, 50]);
    expect(new Set(listedIds)).toEqual(new Set(createdIds));
    expect((await page('')).items).toHaveLength(25);
  });

  test('filters by status and reference', async () => {
    const { linkId } = await createLink(merchant, buildLink({}, { merchantReference: 'FIND/1' }));
    await merchant('POST', `${base}/${linkId}/cancel`, {});
    expect(await page('?status=CANCELLED')).toMatchObject({
      items: [{ linkId, status: 'CANCELLED', installationId: 5300001 }],
      nextCursor: null,
    });
    expect((await page('?reference=find/1')).items).toMatchObject([{ linkId }]);
    expect(await page('?status=USED')).toEqual({ items: [], nextCursor: null });
  });

  test('has the links of its installation only', async () => {
    const { linkId } = await createLink(merchant, buildLink(), 5_300_002);
    const { links } = createClient(app).forInstallation(5_300_002);
    expect((await collect(links.listAll())).map((link) => link.linkId)).toEqual([linkId]);
    expect(await page('', 5_300_003)).toEqual({ items: [], nextCursor: null });
  });

  test('rejects an installation of another company (V103)', async () => {
    const response = await meridian('GET', `${base}/5300001`);
    expect([response.status, reason(response)]).toEqual([403, 'V103']);
  });

  test.each([
    ['limit=101', 'limit'],
    ['cursor=abc', 'cursor'],
    [`cursor=${formatCursor({ at: '2026-02-20T10:00:00.000000Z', id: 'not-a-link' })}`, 'cursor'],
    ['status=PAID', 'status'],
    ['createdFrom=0000-01-01T00:00:00Z', 'createdFrom'],
  ])('rejects ?%s', async (query, field) => {
    const response = await merchant('GET', `${base}/5300001?${query}`);
    expect([response.status, reason(response), response.body.field]).toEqual([400, 'V100', field]);
  });
});

describe('readSmartLink', () => {
  test('shows the status and the payment', async () => {
    const link = await createLink(merchant);
    const read = () => merchant('GET', `${base}/5300001/${link.linkId}`);
    expect((await read()).body).toMatchObject({
      linkId: link.linkId,
      link: link.link,
      status: 'ACTIVATED',
      amount: '25.00',
      paid: null,
    });
    await (await openAsPayer(app, link)).submit(good);
    expect((await read()).body).toMatchObject({ status: 'USED', paid: { count: 1, amount: '25.00' } });
  });

  test('reports another installation like an unknown link (A400)', async () => {
    const { linkId } = await createLink(merchant);
    const responses = [
      await merchant('GET', `${base}/5300001/6b1b36cb-2222-4000-8000-000000000000`),
      await merchant('GET', `${base}/5300001/not-a-link`),
      await merchant('GET', `${base}/5300002/${linkId}`),
      await meridian('GET', `${base}/5300006/${linkId}`),
    ];
    for (const { status, body } of responses)
      expect([status, body]).toEqual([
        404,
        { status: 'FAILED', reasonCode: 'A400', reasonMessage: 'No such smart link' },
      ]);
    expect((await meridian('GET', `${base}/5300001/${linkId}`)).status).toBe(403);
  });
});

describe('cancelSmartLink', () => {
  const cancel = (send: Send, linkId: string) =>
    send === merchant
      ? merchant('POST', `/smartlink/links/${linkId}/cancel`, {})
      : send('POST', `/proxy/sync/sl/links/${linkId}/cancel`);

  test('cancels the link and its open pages, and can be repeated', async () => {
    const link = await createLink(merchant);
    const payer = await openAsPayer(app, link);
    const cancellation = await cancel(clerk, link.linkId);
    expect([cancellation.status, cancellation.body]).toMatchObject([
      200,
      {
        smartLinkResponseDetail: {
          linkId: link.linkId,
          link: link.link,
          status: 'CANCELLED',
          usage: 'SINGLE',
        },
        reasonCode: 'S100',
        reasonMessage: 'SmartLink cancelled',
      },
    ]);
    expect((await cancel(merchant, link.linkId)).status).toBe(200);
    expect((await payer.view()).body.step).toBe('CLOSED');
    expect((await payer.submit(good)).body.step).toBe('CLOSED');
    expect(await listPayments(app, link.linkId)).toHaveLength(0);
    expect((await visitLink(app, link.code)).notice).toBe('link_over');
    const events = await listAudit(app, 'cancelSmartLink');
    expect(events.filter(({ objectId }) => objectId === link.linkId)).toMatchObject([
      { objectId: link.linkId, before: { status: 'ACTIVATED' }, after: { status: 'CANCELLED' } },
      { before: { status: 'CANCELLED' } },
    ]);
  });

  test('leaves a paid link paid', async () => {
    const link = await createLink(merchant);
    await (await openAsPayer(app, link)).submit(good);
    const refused = await cancel(clerk, link.linkId);
    expect([refused.status, refused.body.reasonCode]).toEqual([409, 'V100']);
    expect(listed(await clerk('GET', listAt(1111)), link.linkId).status).toBe('USED');
  });

  test('cancels every challenge of a MULTIPLE link', async () => {
    const money = { currency: 'GBP', amount: { fixed: '40.00' } };
    const link = await createLink(merchant, buildLink({ usage: 'MULTIPLE' }, { money }));
    const cards = [enrolled, { ...enrolled, pan: '9903000000005131' }];
    const payers = [await openAsPayer(app, link), await openAsPayer(app, link)];
    for (const [index, payer] of payers.entries())
      expect((await payer.submit(cards[index] ?? enrolled)).body.step).toBe('CHALLENGE');
    expect((await cancel(clerk, link.linkId)).status).toBe(200);
    for (const payer of payers)
      expect((await payer.view()).body).toMatchObject({ step: 'CLOSED', transactionState: 'CANCELLED' });
  });

  test('cancels a challenge', async () => {
    const link = await createLink(
      merchant,
      buildLink({}, { money: { currency: 'GBP', amount: { fixed: '40.00' } } }),
    );
    const payer = await openAsPayer(app, link);
    expect((await payer.submit(enrolled)).body.step).toBe('CHALLENGE');
    expect((await cancel(merchant, link.linkId)).status).toBe(200);
    expect((await payer.view()).body).toMatchObject({ step: 'CLOSED', transactionState: 'CANCELLED' });
  });
});

describe('sendSmartLink', () => {
  const send = (linkId: string, emailAddress: string) =>
    clerk('POST', `/proxy/sync/sl/links/${linkId}/send`, { emailAddress });
  const mails = (to: string) =>
    app.owner`select template, locale, contents from mail_outbox where recipient = ${to}`;

  test('emails the link in the customer’s language, with reference and description', async () => {
    const link = await createLink(merchant, {
      ...buildLink({}, { merchantReference: 'INV/2026' }),
      locale: 'de',
    });
    expect((await send(link.linkId, ' Ada@Example.org ')).body).toEqual({ mailedTo: ['ada@example.org'] });
    expect(await mails('ada@example.org')).toMatchObject([
      {
        template: 'smartLink',
        locale: 'de',
        contents: {
          amount: '25,00\u00a0£',
          linkUrl: link.link,
          reference: 'INV/2026',
          description: 'Two flat whites',
        },
      },
    ]);
    const shown = listed(await clerk('GET', listAt(1111)), link.linkId);
    expect(shown).toMatchObject({ mailedTo: ['ada@example.org'], mailedAt: app.clock.now().toISOString() });
    expect(await listAudit(app, 'sendSmartLink')).toMatchObject([
      { outcome: 'allowed', objectId: link.linkId, detail: { to: 'ada@example.org' } },
    ]);
  });

  test.each(pageLanguages)('emails a link of the locale %s in its language', async (locale) => {
    const to = `${locale.toLowerCase()}@example.org`;
    const { linkId } = await createLink(merchant, { ...buildLink(), locale });
    expect((await send(linkId, to)).status).toBe(200);
    expect(await mails(to)).toMatchObject([{ template: 'smartLink', locale }]);
  });

  test('emails an address again after ten minutes, three times in 24 hours', async () => {
    const { linkId } = await createLink(merchant);
    const again = () => send(linkId, 'again@example.org');
    const start = app.clock.now().getTime();
    const at = (minutes: number) => new Date(start + minutes * minuteMs).toISOString();
    expect((await again()).status).toBe(200);
    app.clock.advance(9 * minuteMs);
    const early = await again();
    expect([early.status, early.body.code, early.body.after]).toEqual([409, 'ALREADY_SENT', at(10)]);
    for (let round = 0; round < 2; round += 1) {
      app.clock.advance(10 * minuteMs);
      expect((await again()).body).toEqual({ mailedTo: ['again@example.org'] });
    }
    app.clock.advance(hourMs);
    clerk = await actAsClerk(app);
    const fourth = await again();
    expect([fourth.status, fourth.body.code, fourth.body.after]).toEqual([409, 'SENT_TODAY', at(24 * 60)]);
    // Another address has a limit of its own.
    expect((await send(linkId, 'other@example.org')).status).toBe(200);
    expect(await mails('again@example.org')).toHaveLength(3);
    app.clock.advance(23 * hourMs);
    clerk = await actAsClerk(app);
    expect((await again()).status).toBe(200);
  });

  test('sends one email for two concurrent requests', async () => {
    const { linkId } = await createLink(merchant);
    const responses = await Promise.all([
      send(linkId, 'twice@example.org'),
      send(linkId, 'twice@example.org'),
    ]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await mails('twice@example.org')).toHaveLength(1);
  });

  test('rejects a sixth address, invalid addresses and ended links', async () => {
    const { linkId } = await createLink(merchant);
    for (let round = 1; round <= 5; round += 1)
      expect((await send(linkId, `many-${round}@example.org`)).status).toBe(200);
    expect((await send(linkId, 'many-6@example.org')).status).toBe(409);
    expect((await send(linkId, 'a@b.example, c@d.example')).status).toBe(400);
    expect((await send(linkId, 'a@b.example\r\nBcc: c@d.example')).status).toBe(400);
    const over = await createLink(merchant);
    await clerk('POST', `/proxy/sync/sl/links/${over.linkId}/cancel`);
    expect((await send(over.linkId, 'late@example.org')).body.code).toBe('LINK_OVER');
  });

  test('names the merchant in every language', () => {
    const contents = {
      merchant: 'Harbour Coffee',
      amount: '',
      description: '<b>Two</b>',
      linkUrl: 'https://pay.example/a/X_HrVFwx8_A',
      expires: '2026-12-24T12:00:00Z',
      reference: 'INV-7',
    };
    for (const locale of pageLanguages)
      for (const template of ['smartLink', 'smartLinkReminder'] as const) {
        const mail = renderMail({ template, locale, contents } as StoredMail, {
          portalUrl: 'https://portal.example',
          keys: testKeys,
        });
        expect(mail.text).toContain('INV-7');
        expect(mail.subject).toContain('Harbour Coffee');
        expect(mail.html).toContain('href="https://pay.example/a/X_HrVFwx8_A"');
        expect(mail.html).not.toContain('<b>Two');
        // Thai writes the years of the Buddhist era.
        expect(mail.text).toContain(locale === 'th' ? '2569' : '2026');
      }
  });
});

describe('changeSmartLink', () => {
  const change = (linkId: string, body: object, send = clerk) =>
    send('POST', `/proxy/sync/sl/links/${linkId}/change`, body);

  test('extends the link, and changes description and reminder', async () => {
    clerk = await actAsClerk(app);
    const link = await createLink(merchant);
    const expires = new Date(app.clock.now().getTime() + 20 * dayMs).toISOString();
    const changed = await change(link.linkId, { expires, description: ' Three teas ', remindDaysBefore: 2 });
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { linkId: link.linkId, expires, description: 'Three teas', reminder: { daysBefore: 2, sentAt: null } },
    ]);
    app.clock.advance(10 * dayMs);
    const payer = await openAsPayer(app, link);
    expect((await payer.view()).body).toMatchObject({ description: 'Three teas', step: 'FORM' });
    const [event] = await listAudit(app, 'changeSmartLink');
    expect(event).toMatchObject({
      outcome: 'allowed',
      objectId: link.linkId,
      before: { description: 'Two flat whites', remindDaysBefore: null },
      after: { description: 'Three teas', remindDaysBefore: 2, expires },
    });
    clerk = await actAsClerk(app);
    expect((await change(link.linkId, { description: '' })).body.description).toBeNull();
    expect((await change(link.linkId, { remindDaysBefore: null })).body.reminder).toBeNull();
  });

  test('changes the bounds of an amount that the customer chooses, by the merchant API', async () => {
    const money = { currency: 'GBP', amount: { min: '5.00' } };
    const link = await createLink(merchant, buildLink({}, { money }));
    const at = `/smartlink/links/${link.linkId}/change`;
    const before = await openAsPayer(app, link);
    const changed = await merchant('POST', at, { minAmount: null, maxAmount: '20.00' });
    expect([changed.status, changed.body]).toMatchObject([200, { minAmount: null, maxAmount: '20.00' }]);
    expect((await merchant('POST', at, { maxAmount: '20.00' })).status).toBe(200);
    const payer = await openAsPayer(app, link);
    const pay = (who: typeof payer, amount: string) => who.submit(good, { amount });
    expect((await pay(payer, '20.01')).body).toMatchObject({ step: 'FORM', problem: 'amount' });
    // An open page keeps what it had.
    expect((await pay(before, '4.99')).body).toMatchObject({ step: 'FORM', problem: 'amount' });
    expect((await pay(payer, '1.00')).body.transactionState).toBe('SUCCESS');
    const events = await listAudit(app, 'changeSmartLink');
    expect(events).toContainEqual(
      expect.objectContaining({
        objectId: link.linkId,
        before: { minAmount: '5.00', maxAmount: null },
        after: { minAmount: null, maxAmount: '20.00' },
      }),
    );
    const late = await merchant('POST', at, { maxAmount: '30.00' });
    expect([late.status, late.body]).toMatchObject([409, { status: 'FAILED', reasonCode: 'V100' }]);
    expect((await meridian('POST', at, { maxAmount: '30.00' })).status).toBe(404);
  });

  test('rejects bounds that are wrong, or of a fixed amount', async () => {
    const open = await createLink(merchant, buildLink({}, { money: { currency: 'GBP' } }));
    const fixed = await createLink(merchant);
    const wrong: [string, object, string][] = [
      [open.linkId, { minAmount: '9.00', maxAmount: '8.00' }, 'maxAmount'],
      [open.linkId, { minAmount: '1.001' }, 'minAmount'],
      [open.linkId, { minAmount: '' }, 'minAmount'],
      [open.linkId, { maxAmount: '9999999999.00' }, 'maxAmount'],
      [fixed.linkId, { maxAmount: '30.00' }, 'maxAmount'],
    ];
    for (const [linkId, body, field] of wrong) {
      const refused = await merchant('POST', `/smartlink/links/${linkId}/change`, body);
      expect([body, refused.status, refused.body.field]).toEqual([body, 400, field]);
    }
  });

  test('rejects wrong values with their field', async () => {
    const { linkId } = await createLink(merchant);
    const days = (number: number) => new Date(app.clock.now().getTime() + number * dayMs).toISOString();
    const wrong: [object, string][] = [
      [{ expires: days(-1) }, 'expires'],
      [{ expires: days(3000) }, 'expires'],
      [{ expires: 'soon' }, 'expires'],
      [{ description: '<b>' }, 'description'],
      [{ remindDaysBefore: 0 }, 'remindDaysBefore'],
      [{ remindDaysBefore: 8 }, 'remindDaysBefore'],
      [{ expires: days(1), remindDaysBefore: 2 }, 'remindDaysBefore'],
      [{ amount: '1.00' }, 'amount'],
    ];
    for (const [body, field] of wrong) {
      const refused = await change(linkId, body);
      expect([body, refused.status, refused.body.field]).toEqual([body, 400, field]);
    }
  });

  test('rejects links that have ended, and users without the permission', async () => {
    const paid = await createLink(merchant);
    await (await openAsPayer(app, paid)).submit(good);
    expect((await change(paid.linkId, { description: 'Late' })).body.code).toBe('LINK_OVER');
    const { linkId } = await createLink(merchant);
    const support = await actAs(app, 'support@harbour.example');
    expect((await change(linkId, { description: 'No' }, support)).status).toBe(403);
    const outsider = await actAs(app, 'admin@meridian.example');
    expect((await change(linkId, { description: 'No' }, outsider)).status).toBe(404);
  });
});

test('finds the links of one batch, in list, file and merchant API', async () => {
  clerk = await actAsClerk(app);
  const admin = await actAs(app, 'admin@harbour.example');
  const created = await clerk('POST', '/proxy/sync/sl/links/5300001/batchCreate', {
    ...buildLink(),
    batchSize: 3,
  });
  const { links } = created.body.smartLinkResponseDetail as { links: { linkId: string }[] };
  const single = await createLink(merchant);
  const ids = links.map(({ linkId }) => linkId).toSorted();
  const { body: read } = await merchant('GET', `/smartlink/links/5300001/${ids[0]}`);
  const query = `?batchId=${read.batchId}`;
  const idsOf = (found: { linkId: string }[]) => found.map(({ linkId }) => linkId).toSorted();
  const { body } = await admin('GET', listAt(1100, query));
  expect([idsOf(body.links), body.total]).toEqual([ids, 3]);
  const { body: page } = await merchant('GET', `/smartlink/links/5300001${query}`);
  expect(idsOf(page.items)).toEqual(ids);
  const report = String((await admin('GET', `/proxy/sync/sl/links/1100/report${query}`)).body);
  expect(ids.every((id) => report.includes(id))).toBe(true);
  expect(report).not.toContain(single.linkId);
  const outsider = await actAs(app, 'admin@meridian.example');
  expect((await outsider('GET', listAt(1200, query))).body.links).toEqual([]);
  expect((await admin('GET', listAt(1100, '?batchId=1'))).status).toBe(400);
});
