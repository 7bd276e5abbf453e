import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Send, actAs } from '#testing/act-as.ts';
import type { TestApp } from '#testing/start-app.ts';
import { daily, runDays, startScheduleApp, scheduled, statusOf } from './schedule-fixtures.ts';

let app: TestApp;
let merchant: Send;
let clerk: Send;
beforeAll(async () => {
  ({ app, merchant, clerk } = await startScheduleApp());
});
afterAll(() => app.stop());

const suspended = async () => {
  const { scheduleId } = await scheduled(merchant, daily);
  await clerk('POST', `/schedules/${scheduleId}/suspend`);
  return scheduleId;
};
const resume = (send: Send, more: object = {}) => {
  const start = app.clock.now().toISOString().slice(0, 10);
  return send('POST', '/schedules/resume', { suspended: { start }, ...more });
};

test('resumes schedules that users suspended in the interval', async () => {
  const early = await suspended();
  await runDays(app, 2);
  const ids = [await suspended(), await suspended()];
  const waiting = await suspended();
  // The schedule needs a new card, so resuming would charge the old one again.
  await app.owner`update schedule set suspended_reason = 'D100' where schedule_id = ${waiting}`;
  const other = await suspended();
  await app.owner`update schedule set status = 'TECH_SUSPENDED' where schedule_id = ${other}`;
  expect(await resume(clerk)).toMatchObject({ status: 200, body: { resumed: 2, isMore: false } });
  const statuses = await Promise.all([...ids, early, waiting, other].map((id) => statusOf(app, id)));
  expect(statuses).toEqual(['ACTIVE', 'ACTIVE', 'SUSPENDED', 'SUSPENDED', 'TECH_SUSPENDED']);
  const lines = await app.owner`
    select object_id as id from audit_event where act = 'resumeSchedule' order by object_id`;
  expect(lines.map(({ id }) => id)).toEqual(ids.toSorted());
  expect((await resume(clerk)).body).toEqual({ resumed: 0, isMore: false });
});

test('resumes only where the caller manages schedules', async () => {
  const id = await suspended();
  const meridian = await actAs(app, 'admin@meridian.example');
  expect((await resume(meridian)).body).toEqual({ resumed: 0, isMore: false });
  expect((await resume(meridian, { owner: ['1111'] })).status).toBe(403);
  expect((await resume(clerk, { owner: ['1112'] })).body.resumed).toBe(0);
  expect((await resume(clerk, { owner: ['1111'] })).body.resumed).toBe(1);
  expect(await statusOf(app, id)).toBe('ACTIVE');
});

test('rejects an interval without a day', async () => {
  expect((await resume(clerk, { suspended: {} })).status).toBe(400);
});
