import { afterAll, beforeAll, expect, test } from 'vitest';
import { linkAttemptsAllowed, linkStatus, linkStatuses } from '../link-status.ts';
import { hasStatus } from '../server/db/smart-link.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { declined, good } from '#features/hosted-sessions/test/session-fixtures.ts';
import { actAsClerk, linkOf, listAt, createLink, payerOf } from './link-fixtures.ts';

let app: TestApp;
let admin: Send;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  admin = await actAs(app, 'admin@harbour.example');
  merchant = actAsMerchant(app);
});
afterAll(() => app.stop());

test('pages through the links, newest first, with a total', async () => {
  const links = [];
  for (let turn = 0; turn < 5; turn += 1) {
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
  const open = { money: { currency: 'EUR' } };
  const single = await createLink(
    merchant,
    linkOf({}, { ...open, merchantReference: 'Order/77' }, { customer }),
  );
  const multiple = await createLink(merchant, linkOf({ usage: 'MULTIPLE' }, open));
  const start = app.clock.now();
  app.clock.advance(60_000);
  const paidAt = app.clock.now().toISOString();
  const { transactionId } = (await (await payerOf(app, single)).submit(good, { amount: '999.99' })).body;
  for (const amount of ['10.00', '2.50']) await (await payerOf(app, multiple)).submit(good, { amount });
  await (await payerOf(app, multiple)).submit(declined, { amount: '3.00' });
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
  const other = await createLink(merchant, linkOf(), 5300003);
  const clerk = await actAsClerk(app);
  const own = (await clerk('GET', listAt(1111, '?pageSize=100'))).body.links;
  expect(own.length).toBeGreaterThan(0);
  expect(own.some(({ linkId }: { linkId: string }) => linkId === other.linkId)).toBe(false);
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
  const seen = new Set<string>();
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
              select ${linkStatuses.flatMap((one, at) => [
                at === 0 ? app.owner`` : app.owner`,`,
                app.owner`${hasStatus(app.owner, one, now)} as ${app.owner(one)}`,
              ])}
              from (select ${usage} as link_usage, ${expiresAt}::timestamptz as expires_at,
                           ${cancelledAt}::timestamptz as cancelled_at, ${usedAt}::timestamptz as used_at,
                           ${attempts}::integer as attempts) as l,
                   (select ${transactionStatus}::text as txn_status) as t`;
            const status = linkStatus(facts, now);
            expect(
              linkStatuses.filter((one) => row?.[one]),
              JSON.stringify(facts),
            ).toEqual([status]);
            seen.add(status);
          }
  expect([...seen].toSorted()).toEqual([...linkStatuses].toSorted());
  const expired = (await admin('GET', listAt(1100, '?status=EXPIRED'))).body;
  expect(expired.total).toBe(0);
  app.clock.advance(8 * 86_400_000);
  admin = await actAs(app, 'admin@harbour.example');
  const later = (await admin('GET', listAt(1100, '?status=EXPIRED'))).body;
  expect(later.total).toBe(7);
  expect((await admin('GET', listAt(1100, '?status=LOST'))).status).toBe(400);
});
