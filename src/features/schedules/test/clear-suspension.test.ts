import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { projectRoot } from '#server/config.ts';
import type { Send } from '#testing/act-as.ts';
import type { TestApp } from '#testing/start-app.ts';
import { clearSuspension } from '../server/clear-suspension.ts';
import { daily, episodesOf, liveDays, openCounter, scheduled, statusOf } from './standing.ts';

let app: TestApp;
let shop: Send;
let clerk: Send;
beforeAll(async () => {
  ({ app, shop, clerk } = await openCounter());
});
afterAll(() => app.stop());

const clear = (scheduleId: string) =>
  clearSuspension(app.services.database, { scheduleId, operator: 'Ada', now: app.clock.now() });

it('lets go on what the system suspended, without what was missed, and counts failures anew', async () => {
  const { scheduleId } = await scheduled(shop, {
    ...daily,
    amounts: ['7.51', '7.51', '7.51', '7.51', '5.00'],
  });
  await liveDays(app, 5);
  expect(await statusOf(app, scheduleId)).toBe('TECH_SUSPENDED');
  expect(await clear(scheduleId.toUpperCase())).toEqual({ status: 'ACTIVE', nextOn: '2026-11-25' });
  await liveDays(app, 1);
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

it('is for nothing else: what a person suspended, what goes on, what is not there', async () => {
  const { scheduleId } = await scheduled(shop, daily);
  expect(await clear(scheduleId)).toEqual({ refused: 'ACTIVE' });
  await clerk('POST', `/schedules/${scheduleId}/suspend`);
  expect(await clear(scheduleId)).toEqual({ refused: 'SUSPENDED' });
  expect(await statusOf(app, scheduleId)).toBe('SUSPENDED');
  expect(await clear('0'.repeat(32))).toEqual({ refused: 'missing' });
});

it('is the command schedule:clear', async () => {
  const { scheduleId } = await scheduled(shop, { ...daily, terminator: { episodeLimit: 1 } });
  await app.owner`update schedule set status = 'TECH_SUSPENDED' where schedule_id = ${scheduleId}`;
  const run = (...more: string[]) =>
    promisify(execFile)(
      process.execPath,
      [
        join(projectRoot, 'scripts/clear-schedule.ts'),
        scheduleId,
        '--database-url',
        app.databaseUrl,
        ...more,
      ],
      { env: { PATH: process.env.PATH } },
    ).then(
      ({ stdout }) => stdout,
      (error: { code: number }) => error.code,
    );
  expect(await run('--by', 'Ada')).toMatch(new RegExp(`^${scheduleId} is (ACTIVE|COMPLETE)`));
  expect(await run('--by', 'Ada')).toBe(1);
});
