import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Send, actAs } from '#testing/act-as.ts';
import type { TestApp } from '#testing/start-app.ts';
import { reconcilePayments } from '#features/payments/payments/server/jobs/reconcile-payments.ts';
import { dayMs } from '#server/clock.ts';
import { projectRoot } from '#server/config.ts';
import {
  expectNextCharges,
  daily,
  runDays,
  startScheduleApp,
  scheduled,
  readStatus,
  listEpisodes,
  loseResponses,
} from './schedule-fixtures.ts';
import { clearSuspension } from '../server/clear-suspension.ts';

let app: TestApp;
let merchant: Send;
let clerk: Send;
beforeAll(async () => {
  ({ app, merchant, clerk } = await startScheduleApp());
});
afterAll(async () => {
  await expectNextCharges(app);
  await app.stop();
});

describe('resumeSchedules', () => {
  const suspended = async () => {
    const { scheduleId } = await scheduled(merchant, daily);
    await clerk('POST', `/schedules/${scheduleId}/suspend`);
    return scheduleId;
  };
  const resume = (send: Send, more: object = {}) => {
    const start = app.clock.now().toISOString().slice(0, 10);
    const everyone = 'owner' in more ? {} : { allOwners: true };
    return send('POST', '/schedules/resume', { suspended: { start }, ...everyone, ...more });
  };

  test('resumes schedules that users suspended in the interval', async () => {
    const suspendedEarly = await suspended();
    await runDays(app, 2);
    const ids = [await suspended(), await suspended()];
    const suspendedLater = await suspended();
    // The schedule needs a new card, so resuming would charge the old one again.
    await app.owner`update schedule set suspended_reason = 'D100' where schedule_id = ${suspendedLater}`;
    const otherSchedule = await suspended();
    await app.owner`update schedule set status = 'TECH_SUSPENDED' where schedule_id = ${otherSchedule}`;
    expect(await resume(clerk)).toMatchObject({ status: 200, body: { resumed: 2, isMore: false } });
    const statuses = await Promise.all(
      [...ids, suspendedEarly, suspendedLater, otherSchedule].map((id) => readStatus(app, id)),
    );
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
    expect(await readStatus(app, id)).toBe('ACTIVE');
  });

  test('resumes the schedules of all merchants only when the request names them all', async () => {
    const id = await suspended();
    const send = (owners: object) =>
      clerk('POST', '/schedules/resume', { suspended: { start: '2026-01-01' }, ...owners });
    for (const owners of [{}, { owner: [] }, { owner: ['1111'], allOwners: true }, { allOwners: false }])
      expect(await send(owners), JSON.stringify(owners)).toMatchObject({ status: 400 });
    expect((await send({})).body).toMatchObject({
      code: 'INVALID_REQUEST',
      field: 'owner',
    });
    expect((await send({ owners: ['merchant:1'] })).status).toBe(400);
    expect(await readStatus(app, id)).toBe('SUSPENDED');
    expect((await send({ allOwners: true })).body.resumed).toBeGreaterThan(0);
    expect(await readStatus(app, id)).toBe('ACTIVE');
  });

  test('rejects an interval without a day', async () => {
    expect((await resume(clerk, { suspended: {} })).status).toBe(400);
  });
});

describe('suspendSchedule', () => {
  test('stops every charge and writes both audits', async () => {
    const { scheduleId } = await scheduled(merchant, daily);
    const { status, body } = await clerk('POST', `/schedules/${scheduleId}/suspend`);
    expect([status, body.status, body.nextEpisode]).toEqual([200, 'SUSPENDED', null]);
    await runDays(app, 3);
    expect(await listEpisodes(app, scheduleId)).toEqual(['1/0 HELD']);
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
});

describe('resumeSchedule', () => {
  test('skips missed episodes and keeps the one of today', async () => {
    const { scheduleId } = await scheduled(merchant, daily);
    await runDays(app, 1);
    await clerk('POST', `/schedules/${scheduleId}/suspend`);
    await runDays(app, 3);
    expect((await clerk('POST', `/schedules/${scheduleId}/resume`)).body.status).toBe('ACTIVE');
    expect(await listEpisodes(app, scheduleId)).toEqual([
      '1/0 SUCCESS',
      '2/0 SKIPPED',
      '3/0 SKIPPED',
      '4/0 DUE',
    ]);
    await runDays(app, 1);
    expect((await listEpisodes(app, scheduleId)).slice(3)).toEqual(['4/0 SUCCESS', '5/0 SUCCESS', '6/0 DUE']);
    await clerk('POST', `/schedules/${scheduleId}/cancel`);
  });

  test('skips a retry whose day has passed', async () => {
    const { scheduleId } = await scheduled(merchant, {
      ...daily,
      amounts: ['7.51', '5.00'],
      retry: { quantity: 2, unit: 'DAY' },
    });
    await runDays(app, 1);
    await clerk('POST', `/schedules/${scheduleId}/suspend`);
    await runDays(app, 4);
    await clerk('POST', `/schedules/${scheduleId}/resume`);
    const lines = await listEpisodes(app, scheduleId);
    expect(lines.slice(0, 3)).toEqual(['1/0 FAILED', '1/1 SKIPPED', '2/0 SKIPPED']);
    expect(lines.at(-1)).toBe('5/0 DUE');
    const skipped = await app.owner`
      select detail ->> 'episode' as episode from schedule_audit
      where schedule_id = ${scheduleId} and code = 'SKIPPED' order by sequence`;
    expect(skipped.map(({ episode }) => episode)).toEqual(['1', '2', '3', '4']);
    await clerk('POST', `/schedules/${scheduleId}/cancel`);
  });

  test('skips missed episodes behind a running one once that has ended', async () => {
    const { scheduleId } = await scheduled(merchant, daily);
    const findAgain = loseResponses(app);
    await runDays(app, 1);
    await clerk('POST', `/schedules/${scheduleId}/suspend`);
    app.clock.advance(4 * dayMs);
    await clerk('POST', `/schedules/${scheduleId}/resume`);
    expect(await listEpisodes(app, scheduleId)).toEqual(['1/0 RUNNING']);
    findAgain();
    await reconcilePayments.run(app.services);
    expect(await listEpisodes(app, scheduleId)).toEqual([
      '1/0 SUCCESS',
      '2/0 SKIPPED',
      '3/0 SKIPPED',
      '4/0 SKIPPED',
      '5/0 DUE',
    ]);
    await clerk('POST', `/schedules/${scheduleId}/cancel`);
  });

  test('completes a schedule without episodes left', async () => {
    const { scheduleId } = await scheduled(merchant, { ...daily, terminator: { episodeLimit: 2 } });
    await clerk('POST', `/schedules/${scheduleId}/suspend`);
    await runDays(app, 4);
    await clerk('POST', `/schedules/${scheduleId}/resume`);
    expect(await readStatus(app, scheduleId)).toBe('COMPLETE');
  });

  test('rejects schedules that the system suspended', async () => {
    const { scheduleId } = await scheduled(merchant, daily);
    expect((await clerk('POST', `/schedules/${scheduleId}/resume`)).status).toBe(409);
    await app.owner`update schedule set status = 'TECH_SUSPENDED' where schedule_id = ${scheduleId}`;
    expect((await clerk('POST', `/schedules/${scheduleId}/resume`)).status).toBe(409);
  });
});

describe('cancelSchedule', () => {
  test('cancels active and suspended schedules permanently', async () => {
    for (const actions of [[], ['suspend']]) {
      const { scheduleId } = await scheduled(merchant, daily);
      for (const action of actions) await clerk('POST', `/schedules/${scheduleId}/${action}`);
      const { body } = await clerk('POST', `/schedules/${scheduleId}/cancel`);
      expect([body.status, body.nextEpisode]).toEqual(['CANCELLED', null]);
      await runDays(app, 2);
      expect(await listEpisodes(app, scheduleId)).toEqual(['1/0 DROPPED']);
      for (const action of ['cancel', 'suspend', 'resume']) {
        expect((await clerk('POST', `/schedules/${scheduleId}/${action}`)).status).toBe(409);
      }
    }
  });

  test('leaves a running charge alone', async () => {
    const { scheduleId } = await scheduled(merchant, daily);
    const findAgain = loseResponses(app);
    await runDays(app, 1);
    findAgain();
    expect(await listEpisodes(app, scheduleId)).toEqual(['1/0 RUNNING']);
    await clerk('POST', `/schedules/${scheduleId}/cancel`);
    const { reconcilePayments } =
      await import('#features/payments/payments/server/jobs/reconcile-payments.ts');
    app.clock.advance(3_600_000);
    await reconcilePayments.run(app.services);
    expect(await listEpisodes(app, scheduleId)).toEqual(['1/0 SUCCESS']);
  });
});

describe('clearSuspension', () => {
  const clear = (scheduleId: string) =>
    clearSuspension(app.services.database, { scheduleId, operator: 'Ada', now: app.clock.now() });

  test('resumes a schedule that the system suspended', async () => {
    const { scheduleId } = await scheduled(merchant, {
      ...daily,
      amounts: ['7.51', '7.51', '7.51', '7.51', '5.00'],
    });
    await runDays(app, 5);
    expect(await readStatus(app, scheduleId)).toBe('TECH_SUSPENDED');
    expect(await clear(scheduleId.toUpperCase())).toEqual({
      ok: true,
      value: { status: 'ACTIVE', nextOn: app.clock.now().toISOString().slice(0, 10) },
    });
    await runDays(app, 1);
    expect(await listEpisodes(app, scheduleId)).toEqual([
      '1/0 FAILED',
      '2/0 FAILED',
      '3/0 FAILED',
      '4/0 SKIPPED',
      '5/0 SUCCESS',
      '6/0 SUCCESS',
      '7/0 DUE',
    ]);
    const { body } = await clerk('GET', `/schedules/${scheduleId}/audit`);
    const auditLine = (body as { code: string; before: string; after: string }[]).find(
      ({ code }) => code === 'CLEARED',
    );
    expect(auditLine).toMatchObject({ before: 'TECH_SUSPENDED', after: 'ACTIVE' });
    const [line] = await app.owner`
      select actor, organisation_id as place, before ->> 'status' as before, after ->> 'status' as after
      from audit_event where act = 'clearSchedule' and object_id = ${scheduleId}`;
    expect(line).toEqual({ actor: 'operator: Ada', place: 1111, before: 'TECH_SUSPENDED', after: 'ACTIVE' });
    await clerk('POST', `/schedules/${scheduleId}/cancel`);
  });

  test('rejects every other status and unknown ids', async () => {
    const { scheduleId } = await scheduled(merchant, daily);
    expect(await clear(scheduleId)).toMatchObject({ ok: false, code: 'SCHEDULE_STATUS', status: 'ACTIVE' });
    await clerk('POST', `/schedules/${scheduleId}/suspend`);
    expect(await clear(scheduleId)).toMatchObject({
      ok: false,
      code: 'SCHEDULE_STATUS',
      status: 'SUSPENDED',
    });
    expect(await readStatus(app, scheduleId)).toBe('SUSPENDED');
    expect(await clear('0'.repeat(32))).toMatchObject({ ok: false, code: 'NOT_FOUND' });
  });

  const runClear = (args: string[]) =>
    promisify(execFile)(
      process.execPath,
      [join(projectRoot, 'scripts/clear-schedule.ts'), '--database-url', app.databaseUrl, ...args],
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
    const suspended = async (reason: string, suspendedAt: string) => {
      const { scheduleId } = await scheduled(merchant, daily);
      await app.owner`
        update schedule set status = 'TECH_SUSPENDED', suspended_reason = ${reason}, suspended_at = ${suspendedAt}
        where schedule_id = ${scheduleId}`;
      return scheduleId;
    };
    const outage = [
      await suspended('X203', '2026-10-01T06:00Z'),
      await suspended('X203', '2026-10-01T06:01Z'),
    ];
    const otherArgs = [
      await suspended('A102', '2026-10-01T06:00Z'),
      await suspended('X203', '2026-09-01T06:00Z'),
    ];
    const interval = ['--reason', 'X203', '--since', '2026-10-01', '--until', '2026-10-02'];
    expect(await runClear(['--all', ...interval, '--by', 'Ada'])).toBe('2 of 2 schedules cleared.\n');
    for (const id of outage) expect(await readStatus(app, id)).not.toBe('TECH_SUSPENDED');
    for (const id of otherArgs) expect(await readStatus(app, id)).toBe('TECH_SUSPENDED');
    expect(await runClear(['--all', '--by', 'Ada'])).toBe(2);
  });
});
