import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectRoot } from '#server/config.ts';
import type { Send } from '#testing/act-as.ts';
import type { TestApp } from '#testing/start-app.ts';
import { clearSuspension } from '../server/clear-suspension.ts';
import { daily, episodesOf, runDays, startScheduleApp, scheduled, statusOf } from './schedule-fixtures.ts';

let app: TestApp;
let merchant: Send;
let clerk: Send;
beforeAll(async () => {
  ({ app, merchant, clerk } = await startScheduleApp());
});
afterAll(() => app.stop());

const clear = (scheduleId: string) =>
  clearSuspension(app.services.database, { scheduleId, operator: 'Ada', now: app.clock.now() });

test('resumes a schedule that the system suspended', async () => {
  const { scheduleId } = await scheduled(merchant, {
    ...daily,
    amounts: ['7.51', '7.51', '7.51', '7.51', '5.00'],
  });
  await runDays(app, 5);
  expect(await statusOf(app, scheduleId)).toBe('TECH_SUSPENDED');
  expect(await clear(scheduleId.toUpperCase())).toEqual({
    ok: true,
    value: { status: 'ACTIVE', nextOn: '2026-11-25' },
  });
  await runDays(app, 1);
  expect(await episodesOf(app, scheduleId)).toEqual([
    '1/0 FAILED',
    '2/0 FAILED',
    '3/0 FAILED',
    '4/0 SKIPPED',
    '5/0 SUCCESS',
    '6/0 SUCCESS',
    '7/0 DUE',
  ]);
  const { body } = await clerk('GET', `/schedules/${scheduleId}/audit`);
  const told = (body as { code: string; before: string; after: string }[]).find(
    ({ code }) => code === 'CLEARED',
  );
  expect(told).toMatchObject({ before: 'TECH_SUSPENDED', after: 'ACTIVE' });
  const [line] = await app.owner`
    select actor, organisation_id as place, before ->> 'status' as before, after ->> 'status' as after
    from audit_event where act = 'clearSchedule' and object_id = ${scheduleId}`;
  expect(line).toEqual({ actor: 'operator: Ada', place: 1111, before: 'TECH_SUSPENDED', after: 'ACTIVE' });
  await clerk('POST', `/schedules/${scheduleId}/cancel`);
});

test('rejects every other status and unknown ids', async () => {
  const { scheduleId } = await scheduled(merchant, daily);
  expect(await clear(scheduleId)).toMatchObject({ code: 'SCHEDULE_STATUS', status: 'ACTIVE' });
  await clerk('POST', `/schedules/${scheduleId}/suspend`);
  expect(await clear(scheduleId)).toMatchObject({ code: 'SCHEDULE_STATUS', status: 'SUSPENDED' });
  expect(await statusOf(app, scheduleId)).toBe('SUSPENDED');
  expect(await clear('0'.repeat(32))).toMatchObject({ ok: false, code: 'NOT_FOUND' });
});

const runClear = (given: string[]) =>
  promisify(execFile)(
    process.execPath,
    [join(projectRoot, 'scripts/clear-schedule.ts'), '--database-url', app.databaseUrl, ...given],
    { env: { PATH: process.env.PATH } },
  ).then(
    ({ stdout }) => stdout,
    (error: { code: number }) => error.code,
  );

test('runs as the command schedule:clear', async () => {
  const { scheduleId } = await scheduled(merchant, { ...daily, terminator: { episodeLimit: 1 } });
  await app.owner`update schedule set status = 'TECH_SUSPENDED' where schedule_id = ${scheduleId}`;
  const run = (...more: string[]) => runClear([scheduleId, ...more]);
  expect(await run('--by', 'Ada')).toMatch(new RegExp(`^${scheduleId} is (ACTIVE|COMPLETE)`));
  expect(await run('--by', 'Ada')).toBe(1);
});

test('finds the schedules suspended for one reason in an interval', async () => {
  const suspended = async (reason: string, at: string) => {
    const { scheduleId } = await scheduled(merchant, daily);
    await app.owner`
      update schedule set status = 'TECH_SUSPENDED', suspended_reason = ${reason}, suspended_at = ${at}
      where schedule_id = ${scheduleId}`;
    return scheduleId;
  };
  const outage = [await suspended('X203', '2026-10-01T06:00Z'), await suspended('X203', '2026-10-01T06:01Z')];
  const others = [await suspended('A102', '2026-10-01T06:00Z'), await suspended('X203', '2026-09-01T06:00Z')];
  const interval = ['--reason', 'X203', '--since', '2026-10-01', '--until', '2026-10-02'];
  expect(await runClear(['--all', ...interval, '--by', 'Ada'])).toBe('2 of 2 schedules cleared.\n');
  for (const id of outage) expect(await statusOf(app, id)).not.toBe('TECH_SUSPENDED');
  for (const id of others) expect(await statusOf(app, id)).toBe('TECH_SUSPENDED');
  expect(await runClear(['--all', '--by', 'Ada'])).toBe(2);
});
