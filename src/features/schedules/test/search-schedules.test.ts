import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs } from '#server/clock.ts';
import { type Send, actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { actAsRenewing, monthly, scheduled } from './schedule-fixtures.ts';

let app: TestApp;
let clerk: Send;
const made: string[] = [];
beforeAll(async () => {
  app = await startApp();
  clerk = await actAsRenewing(app);
  const merchant = actAsMerchant(app);
  for (const name of ['ada', 'bert', 'cleo']) {
    const customer = { merchantRef: `cust-${name}`, email: `${name}@example.org`, displayName: name };
    made.push((await scheduled(merchant, monthly, { customer })).scheduleId);
    app.clock.advance(dayMs);
  }
  await clerk('POST', `/schedules/${made[1]}/suspend`);
});
afterAll(() => app.stop());

const search = (body: object, send = clerk) =>
  send('POST', '/schedules/search', { startFrom: 1, limit: 25, ...body });
const found = async (body: object) =>
  (await search(body)).body.data.map((row: { scheduleId: string }) => made.indexOf(row.scheduleId));

describe('finds', () => {
  test.each([
    ['all, the latest first', {}, [2, 1, 0]],
    ['the oldest first', { sortBy: { creationDate: 'ASC' } }, [0, 1, 2]],
    ['by status', { searchFields: { status: ['SUSPENDED', 'TECH_SUSPENDED'] } }, [1]],
    ['by customer', { metaDataFields: { customerMerchantRef: 'cust-ada' } }, [0]],
    ['by e-mail, however it is written', { metaDataFields: { customerEmail: 'CLEO@example.org' } }, [2]],
    ['by card', { metaDataFields: { lastFour: '0010' } }, [2, 1, 0]],
    ['by days', { searchFields: { creationDate: { start: '2026-11-21', end: '2026-11-21' } } }, [1]],
    ['by owner', { owner: ['merchant:1111'] }, [2, 1, 0]],
    ['by a group above the owner', { owner: ['1100'] }, [2, 1, 0]],
    ['nothing of another merchant', { owner: ['merchant:1112'] }, []],
  ])('%s', async (_name, body, expected) => {
    expect(await found(body)).toEqual(expected);
  });

  test('by id, ignoring case', async () => {
    expect(await found({ searchFields: { scheduleId: made[0]?.toUpperCase() } })).toEqual([0]);
  });
});

test('pages with a total and the requested fields', async () => {
  const { body } = await search({
    startFrom: 2,
    limit: 1,
    resultFields: ['scheduleId', 'status', 'nextEpisodeDate'],
  });
  expect(body).toEqual({
    data: [{ scheduleId: made[1], status: 'SUSPENDED', nextEpisodeDate: null }],
    resultsAvailable: 3,
    resultsReturned: 1,
  });
});

test.each([
  ['nothing', {}, ''],
  ['a backward interval', { start: '2026-11-21', end: '2026-11-20' }, ''],
  ['a day before 2000', { start: '1999-12-30', end: '2026-11-20' }, '.start'],
])('names the field when the creation date is %s', async (_name, creationDate, part) => {
  const response = await search({ searchFields: { creationDate } });
  expect([response.status, response.body.message]).toEqual([400, `body.searchFields.creationDate${part}`]);
});

test("stays within the caller's scope", async () => {
  expect((await search({ owner: ['merchant:1211'] })).status).toBe(403);
  expect((await search({ owner: ['merchant:424242'] })).status).toBe(403);
  const meridian = await actAs(app, 'admin@meridian.example');
  expect((await search({}, meridian)).body.resultsAvailable).toBe(0);
  expect((await search({ searchFields: { scheduleId: made[0] } }, meridian)).body.data).toEqual([]);
  expect((await search({ searchFields: { scheduleId: 'short' } })).status).toBe(400);
});
