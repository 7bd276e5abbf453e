import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPeriod, daysOfPeriod } from '#features/setup/home/home-period.ts';
import { type Send, actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { testStart } from '#testing/template-contents.ts';

let app: TestApp;
let admin: Send;
let group: number;
beforeAll(async () => {
  app = await startApp();
  const domain = await actAs(app, 'domain@demo.example');
  const created = await domain('POST', '/proxy/sync/cm/organisation/1000/children', {
    type: 'GROUP',
    name: 'Empty Group',
    timeZone: null,
  });
  group = created.body.id as number;
  await app.owner`
    update app_user set organisation_id = ${group} where user_name_key = 'admin@meridian.example'`;
  await app.owner`
    update role_grant set organisation_id = ${group}
    where user_id = (select user_id from app_user where user_name_key = 'admin@meridian.example')`;
  admin = await actAs(app, 'admin@meridian.example');
});
afterAll(() => app.stop());

test('finds no transactions in a company without merchants', async () => {
  const search = '/proxy/sync/tqs/reporting/internal/search';
  const filter = { startFrom: 1, limit: 25, includeFieldNames: true, fields: [{ field: 'txn_id' }] };
  for (const orgIds of [[], [group]]) {
    const { status, body } = await admin('POST', search, { ...filter, orgIds });
    expect({ status, ...body }).toMatchObject({ status: 200, data: [], resultsAvailable: 0 });
  }
});

const { starts, before } = buildPeriod(daysOfPeriod('WITHIN_1_MONTH', '2026-11-20'), {
  now: testStart,
  timeZone: 'UTC',
});

test('shows days without payments in a company without merchants', async () => {
  const { status, body } = await admin('POST', '/proxy/async/tqs/activity', {
    orgIds: [group],
    starts,
    before,
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({ transactions: 0, currencies: [], declines: [] });
});

test('needs nothing in a company without merchants', async () => {
  const query = 'from=2026-11-14T00:00:00Z&until=2026-11-21T00:00:00Z&linksUntil=2026-11-23T00:00:00Z';
  const { status, body } = await admin('GET', `/proxy/sync/home/needs/${group}?${query}`);
  expect({ status, body }).toEqual({ status: 200, body: { needs: [] } });
});

test('finds no schedules in a company without merchants', async () => {
  const { status, body } = await admin('POST', '/schedules/search', {
    startFrom: 1,
    limit: 25,
    resultFields: ['scheduleId'],
  });
  expect({ status, ...body }).toMatchObject({ status: 200, data: [] });
});

test('rejects another company', async () => {
  const body = { orgIds: [1100], starts, before };
  expect((await admin('POST', '/proxy/async/tqs/activity', body)).status).toBe(403);
});
