import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { declined, good } from '#features/payments/hosted-sessions/test/session-fixtures.ts';
import { linkAttemptsAllowed, linkStatus, linkStatuses } from '#shared/payments/link-status.ts';
import { hasStatus } from '../server/smart-link-table.ts';
import { actAsClerk, buildLink, listAt, createLink, openAsPayer } from './link-fixtures.ts';

let app: TestApp;
let admin: Send;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  admin = await actAs(app, 'admin@harbour.example');
  merchant = actAsMerchant(app);
});
afterAll(() => app.stop());

describe('searchSmartLinks', () => {
  test('pages through the links, newest first, with a total', async () => {
    const links = [];
    for (let round = 0; round < 5; round += 1) {
      app.clock.advance(1000);
      links.push(await createLink(merchant));
    }
    const first = (await admin('GET', listAt(1100, '?pageSize=2'))).body;
    const second = (await admin('GET', listAt(1100, '?pageSize=2&offset=2'))).body;
    const ids = [...first.links, ...second.links].map(({ linkId }: { linkId: string }) => linkId);
    expect(ids).toEqual(
      links
        .map(({ linkId }) => linkId)
        .toReversed()
        .slice(0, 4),
    );
    expect(first).toMatchObject({ total: 5, hasMore: false });
    expect(first.links[0]).toMatchObject({
      link: links[4]?.link,
      status: 'ACTIVATED',
      amount: '25.00',
      currency: 'GBP',
      merchantReference: expect.stringMatching(/^INV 2026\/\d+$/),
      emailAddress: 'ada@example.org',
      mailedTo: [],
      transactionId: null,
      attempts: 0,
      failure: null,
    });
  });

  test('finds paid links by whole values', async () => {
    app.clock.advance(1000);
    const customer = { details: { emailAddress: 'Payer.One@Example.org' }, registered: false };
    const openAmount = { money: { currency: 'EUR' } };
    const single = await createLink(
      merchant,
      buildLink({}, { ...openAmount, merchantReference: 'Order/77' }, { customer }),
    );
    const multiple = await createLink(merchant, buildLink({ usage: 'MULTIPLE' }, openAmount));
    const start = app.clock.now();
    app.clock.advance(60_000);
    const paidAt = app.clock.now().toISOString();
    const { transactionId } = (await (await openAsPayer(app, single)).submit(good, { amount: '999.99' }))
      .body;
    for (const amount of ['10.00', '2.50']) await (await openAsPayer(app, multiple)).submit(good, { amount });
    await (await openAsPayer(app, multiple)).submit(declined, { amount: '3.00' });
    const find = async (query: string) => (await admin('GET', listAt(1100, query))).body;
    const [found] = (await find('?reference=ORDER%2F77')).links;
    expect(found).toMatchObject({
      linkId: single.linkId,
      amount: null,
      paid: { count: 1, amount: '999.99', at: paidAt },
      transactionId,
    });
    const idsOf = async (query: string) =>
      (await find(query)).links.map(({ linkId }: { linkId: string }) => linkId);
    expect(await idsOf('?emailAddress=payer.one%40example.ORG')).toEqual([single.linkId]);
    expect(await idsOf('?amount=999.99')).toEqual([single.linkId]);
    expect(await idsOf('?amount=999.99&status=EXPIRED')).toEqual([]);
    expect((await find('?amount=25')).total).toBe(5);
    const from = encodeURIComponent(start.toISOString());
    expect((await idsOf(`?createdFrom=${from}&createdTo=${from}`)).toSorted()).toEqual(
      [single.linkId, multiple.linkId].toSorted(),
    );
    const all = (await find('?pageSize=100')).links;
    expect(all.find(({ linkId }: { linkId: string }) => linkId === multiple.linkId).paid).toEqual({
      count: 2,
      amount: '12.50',
      at: paidAt,
    });
    for (const bad of ['amount=1%2C5', 'createdFrom=yesterday', 'reference=%20'])
      expect((await admin('GET', listAt(1100, `?${bad}`))).status).toBe(400);
  });

  test("stays within the caller's scope", async () => {
    const other = await createLink(merchant, buildLink(), 5300003);
    const clerk = await actAsClerk(app);
    const ownLinks = (await clerk('GET', listAt(1111, '?pageSize=100'))).body.links;
    expect(ownLinks.length).toBeGreaterThan(0);
    expect(ownLinks.some(({ linkId }: { linkId: string }) => linkId === other.linkId)).toBe(false);
    expect((await clerk('GET', listAt(1200))).status).toBe(403);
    const meridian = await actAs(app, 'admin@meridian.example');
    expect((await meridian('GET', listAt(1200))).body.links).toEqual([]);
    const support = await actAs(app, 'support@harbour.example');
    expect((await support('GET', listAt(1100))).status).toBe(403);
  });

  test('filters by the status that the list shows', async () => {
    const now = app.clock.now();
    const past = new Date(now.getTime() - 1000);
    const future = new Date(now.getTime() + 1000);
    const txnStatuses = [
      null,
      'SUCCESS',
      'FAILED',
      'EXPIRED',
      'SUSPENDED',
      'SUSPENDED_THREE_D_SECURE',
    ] as const;
    const statuses = new Set<string>();
    for (const usage of ['SINGLE', 'MULTIPLE'] as const)
      for (const expiresAt of [past, now, future])
        for (const cancelledAt of [null, past])
          for (const attempts of [0, linkAttemptsAllowed])
            for (const transactionStatus of txnStatuses) {
              // A successful payment marks its link, and the mark outlives an expired authorisation.
              const isMarked = transactionStatus === 'SUCCESS' || transactionStatus === 'EXPIRED';
              const usedAt = usage === 'SINGLE' && isMarked ? past : null;
              const facts = {
                usage,
                expiresAt,
                cancelledAt,
                usedAt,
                attempts,
                transactionStatus,
                transactionAt: past,
              };
              const [row] = await app.owner<Record<string, boolean>[]>`
                select ${linkStatuses.flatMap((status, index) => [
                  index === 0 ? app.owner`` : app.owner`,`,
                  app.owner`${hasStatus(app.owner, status, now)} as ${app.owner(status)}`,
                ])}
                from (select ${usage} as link_usage, ${expiresAt}::timestamptz as expires_at,
                             ${cancelledAt}::timestamptz as cancelled_at, ${usedAt}::timestamptz as used_at,
                             ${attempts}::integer as attempts) as l,
                     (select ${transactionStatus}::text as txn_status) as t`;
              const status = linkStatus(facts, now);
              expect(
                linkStatuses.filter((status) => row?.[status]),
                JSON.stringify(facts),
              ).toEqual([status]);
              statuses.add(status);
            }
    expect([...statuses].toSorted()).toEqual([...linkStatuses].toSorted());
    const expired = (await admin('GET', listAt(1100, '?status=EXPIRED'))).body;
    expect(expired.total).toBe(0);
    app.clock.advance(8 * 86_400_000);
    admin = await actAs(app, 'admin@harbour.example');
    const later = (await admin('GET', listAt(1100, '?status=EXPIRED'))).body;
    expect(later.total).toBe(7);
    expect((await admin('GET', listAt(1100, '?status=LOST'))).status).toBe(400);
  });
});

describe('reportSmartLinks', () => {
  beforeAll(() => app.owner`truncate smart_link cascade`);

  const fileAt = (organisation: number, query = '', send = admin) =>
    send('GET', `/proxy/sync/sl/links/${organisation}/report${query}`);

  test('sends the rows of the list, newest first, without formulas', async () => {
    const openAmount = { money: { currency: 'GBP' } };
    const multiple = await createLink(
      merchant,
      buildLink({ usage: 'MULTIPLE' }, { ...openAmount, merchantReference: '=1+1', description: 'a, "b"' }),
    );
    for (const amount of ['1.00', '2.50']) await (await openAsPayer(app, multiple)).submit(good, { amount });
    app.clock.advance(1000);
    const single = await createLink(merchant, buildLink({}, { merchantReference: 'INV-2' }));
    const file = await fileAt(1100);
    expect([file.status, file.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    const [head, ...lines] = String(file.body).trimEnd().split('\r\n');
    expect(head).toMatch(/^\uFEFFlinkId,link,status,/);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain(`${single.linkId},${single.link},ACTIVATED,SINGLE,`);
    expect(lines[1]).toContain(`,'=1+1,"a, ""b""",ada@example.org,GBP,,2,3.50,`);
  });

  test('contains every link once, across batches', async () => {
    await app.owner`
      insert into smart_link (company_id, link_id, code, batch_id, merchant_id, installation_id, kind, link_usage, created_at,
                              created_by, expires_at, request, ccy_code)
      select 1100, gen_random_uuid(), substr(translate(gen_random_uuid()::text, '-', ''), 1, 11), gen_random_uuid(), 1111,
             5300001, 'payments', 'SINGLE', ${app.clock.now()}::timestamptz - (n / 3) * interval '1 microsecond', 'test',
             now() + interval '1 year', '{}', 'GBP'
      from generate_series(1, 1100) n`;
    const lines = String((await fileAt(1100)).body)
      .trimEnd()
      .split('\r\n')
      .slice(1);
    expect(new Set(lines.map((line) => line.slice(0, 36))).size).toBe(1102);
    expect(lines).toHaveLength(1102);
  });

  test('applies the filter of the list', async () => {
    const lines = String((await fileAt(1100, '?reference=inv-2')).body)
      .trimEnd()
      .split('\r\n');
    expect(lines).toHaveLength(2);
  });

  test('rejects users who may not view links', async () => {
    expect((await fileAt(1100, '', await actAs(app, 'support@harbour.example'))).status).toBe(403);
    expect((await fileAt(1200)).status).toBe(403);
  });
});
