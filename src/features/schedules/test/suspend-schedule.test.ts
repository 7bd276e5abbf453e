import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Send, actAs } from '#testing/act-as.ts';
import type { TestApp } from '#testing/start-app.ts';
import { daily, episodesOf, runDays, startScheduleApp, scheduled } from './schedule-fixtures.ts';

let app: TestApp;
let merchant: Send;
let clerk: Send;
beforeAll(async () => {
  ({ app, merchant, clerk } = await startScheduleApp());
});
afterAll(() => app.stop());

test('stops every charge and writes both audits', async () => {
  const { scheduleId } = await scheduled(merchant, daily);
  const { status, body } = await clerk('POST', `/schedules/${scheduleId}/suspend`);
  expect([status, body.status, body.nextEpisode]).toEqual([200, 'SUSPENDED', null]);
  await runDays(app, 3);
  expect(await episodesOf(app, scheduleId)).toEqual(['1/0 HELD']);
  expect((await clerk('POST', `/schedules/${scheduleId}/suspend`)).status).toBe(409);
  const [line] = await app.owner`
    select act, object_kind as kind, before ->> 'status' as before, after ->> 'status' as after
    from audit_event where object_id = ${scheduleId} and not refused`;
  expect(line).toEqual({ act: 'suspendSchedule', kind: 'schedule', before: 'ACTIVE', after: 'SUSPENDED' });
});

test('rejects users who may only view schedules', async () => {
  const { scheduleId } = await scheduled(merchant, daily);
  const viewer = await actAs(app, 'support@harbour.example');
  expect((await viewer('GET', `/schedules/${scheduleId}`)).status).toBe(200);
  expect((await viewer('POST', `/schedules/${scheduleId}/suspend`)).status).toBe(403);
});
