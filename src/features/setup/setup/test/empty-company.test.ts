import { afterAll, beforeAll, expect, test } from 'vitest';
import { listDayStarts } from '#features/setup/home/activity-rules.ts';
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

test('shows days without payments in a company without merchants', async () => {
  const days = listDayStarts(testStart, 'UTC');
  const { status, body } = await admin('POST', '/proxy/async/tqs/activity', { orgIds: [group], days });
  expect(status).toBe(200);
  expect(body.volumes).toEqual([]);
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
  const days = listDayStarts(testStart, 'UTC');
  expect((await admin('POST', '/proxy/async/tqs/activity', { orgIds: [1100], days })).status).toBe(403);
});
