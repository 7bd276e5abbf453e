import { afterAll, beforeAll, expect, test } from 'vitest';
import { reason } from '#features/payments/payments/test/payment-fixtures.ts';
import { formatCursor } from '#server/http/list-cursor.ts';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { insertSchedule } from '#testing/insert-schedule.ts';
import { createClient } from '#testing/client-of.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';

/** The endpoint `listInstallationSchedules`. */
const list = '/acceptor/rest/schedules/5300001';

let app: TestApp;
let merchant: Send;
beforeAll(async () => {
  app = await startApp();
  merchant = actAsMerchant(app);
});
afterAll(() => app.stop());

const idOf = (n: number) => n.toString(16).padStart(32, '0');

/** Inserts a schedule, created `n` microseconds after the first. */
async function insert(n: number, installationId = 5_300_001): Promise<void> {
  await insertSchedule(app.owner, { scheduleId: idOf(n), txnId: n, installationId });
  await app.owner`
    update schedule set created_at = created_at + ${n} * interval '1 microsecond' where schedule_id = ${idOf(n)}`;
}

interface Page {
  items: { scheduleId: string; status: string }[];
  nextCursor: string | null;
}

async function page(query: string): Promise<Page> {
  const { status, body } = await merchant('GET', `${list}${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

test('pages through 250 schedules while others are created', async () => {
  for (let n = 1; n <= 250; n += 1) await insert(n);
  // A page ends between two schedules of the same microsecond.
  await app.owner`update schedule set created_at = created_at + interval '1 microsecond' where schedule_id = ${idOf(150)}`;
  const scheduleIds: string[] = [];
  let cursor: string | null = null;
  const sizes: number[] = [];
  for (let pageIndex = 0; pageIndex === 0 || cursor !== null; pageIndex += 1) {
    const nextPage: Page = await page(`?limit=100${cursor === null ? '' : `&cursor=${cursor}`}`);
    scheduleIds.push(...nextPage.items.map(({ scheduleId }) => scheduleId));
    sizes.push(nextPage.items.length);
    cursor = nextPage.nextCursor;
    for (let more = 0; more < 3; more += 1) await insert(1000 + pageIndex * 3 + more);
  }
  expect(sizes).toEqual([100, 100, 50]);
  expect(new Set(scheduleIds)).toEqual(
    new Set(Array.from({ length: 250 }, (_item, index) => idOf(index + 1))),
  );
  expect(scheduleIds.slice(98, 101)).toEqual([idOf(152), idOf(151), idOf(150)]);
  expect((await page('?limit=3')).items.map(({ scheduleId }) => scheduleId)).toEqual(
    [1008, 1007, 1006].map(idOf),
  );
});

test('has no next page when the last row fills the page', async () => {
  await insert(2001, 5_300_002);
  await insert(2002, 5_300_002);
  const { schedules } = createClient(app).forInstallation(5_300_002);
  expect(await schedules.list({ limit: 2 })).toMatchObject({
    items: [{ scheduleId: idOf(2002), status: 'ACTIVE', owner: 'merchant:1111' }, { scheduleId: idOf(2001) }],
    nextCursor: null,
  });
});

test('is empty for an installation without schedules', async () => {
  const { status, body } = await merchant('GET', '/acceptor/rest/schedules/5300003');
  expect([status, body]).toEqual([200, { items: [], nextCursor: null }]);
});

test('filters by status, customer and time of creation', async () => {
  await app.owner`delete from schedule where installation_id = 5300002`;
  for (const n of [3001, 3002, 3003]) await insert(n, 5_300_002);
  await app.owner`
    update schedule set status = 'SUSPENDED', customer_ref = 'ann', created_at = '2026-01-02T00:00:00Z'
    where schedule_id = ${idOf(3001)}`;
  await app.owner`update schedule set status = 'PLANNED' where schedule_id = ${idOf(3002)}`;
  const findIds = async (query: string) => {
    const { status, body } = await merchant('GET', `/acceptor/rest/schedules/5300002${query}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.items.map((item: { scheduleId: string }) => item.scheduleId);
  };
  for (const query of [
    '?status=SUSPENDED',
    '?customerMerchantRef=ann',
    '?createdTo=2026-01-02T00:00:00Z',
    '?createdFrom=2026-01-01T23:00:00-01:00&createdTo=2026-01-03T00:00:00Z',
  ])
    expect(await findIds(query), query).toEqual([idOf(3001)]);
  expect(await findIds('?status=CANCELLED')).toEqual([]);
  expect(await findIds('')).toEqual([idOf(3003), idOf(3001)]);
});

test.each([
  ['limit=0', 'limit', 'too_small'],
  ['limit=101', 'limit', 'too_large'],
  ['limit=ten', 'limit', 'wrong_type'],
  ['cursor=', 'cursor', 'too_short'],
  ['cursor=abc', 'cursor', 'invalid'],
  [`cursor=${formatCursor({ at: '2026-02-30T10:00:00.000000Z', id: idOf(1) })}`, 'cursor', 'invalid'],
  [`cursor=${formatCursor({ at: '0000-01-01T10:00:00.000000Z', id: idOf(1) })}`, 'cursor', 'invalid'],
  [`cursor=${formatCursor({ at: '2026-02-20T10:00:00.000000Z', id: "' or 1=1" })}`, 'cursor', 'invalid'],
  ['status=PLANNED', 'status', 'not_allowed'],
  ['createdFrom=2026-01-01', 'createdFrom', 'invalid'],
  ['createdFrom=0000-01-01T00:00:00Z', 'createdFrom', 'invalid'],
  ['createdTo=9999-12-31T23:59:59-14:00', 'createdTo', 'invalid'],
])('rejects ?%s', async (query, field, detail) => {
  const response = await merchant('GET', `${list}?${query}`);
  expect([response.status, reason(response), response.body.field, response.body.detail]).toEqual([
    400,
    'V100',
    field,
    detail,
  ]);
});

test('rejects an installation of another company (V103)', async () => {
  const response = await actAsMerchant(app, 'meridian-api')('GET', list);
  expect([response.status, reason(response)]).toEqual([403, 'V103']);
});

test('begins at no row of another installation with its cursor', async () => {
  const { nextCursor } = await page('?limit=1');
  const otherPage = await merchant('GET', `/acceptor/rest/schedules/5300003?cursor=${nextCursor}`);
  expect([otherPage.status, otherPage.body.items]).toEqual([200, []]);
});
