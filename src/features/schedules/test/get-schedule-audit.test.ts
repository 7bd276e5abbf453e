import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Send } from '#testing/act-as.ts';
import type { TestApp } from '#testing/start-app.ts';
import { daily, runDays, startScheduleApp, scheduled } from './schedule-fixtures.ts';

let app: TestApp;
let merchant: Send;
let clerk: Send;
beforeAll(async () => {
  ({ app, merchant, clerk } = await startScheduleApp());
});
afterAll(() => app.stop());

test('lists every change, latest first', async () => {
  const { scheduleId, transactionId } = await scheduled(merchant, {
    ...daily,
    amounts: ['5.00', '7.51', '5.00'],
    terminator: { episodeLimit: 4 },
  });
  await runDays(app, 2);
  await clerk('POST', `/schedules/${scheduleId}/suspend`);
  await runDays(app, 2);
  await clerk('POST', `/schedules/${scheduleId}/resume`);
  await runDays(app, 1);
  const { body } = await clerk('GET', `/schedules/${scheduleId}/audit`);
  const rows = body as {
    before: string | null;
    after: string;
    code: string;
    message: string;
    date: string;
  }[];
  expect(rows.toReversed().map(({ before, after, code }) => `${code} ${before} ${after}`)).toEqual([
    'CREATED null ACTIVE',
    'CHARGED ACTIVE ACTIVE',
    'FAILED ACTIVE ACTIVE',
    'SUSPENDED ACTIVE SUSPENDED',
    'RESUMED SUSPENDED ACTIVE',
    'SKIPPED ACTIVE ACTIVE',
    'CHARGED ACTIVE ACTIVE',
    'COMPLETE ACTIVE COMPLETE',
  ]);
  expect(rows.at(-1)?.message).toBe(`Created with transaction ${transactionId}`);
  expect(rows.find(({ code }) => code === 'SKIPPED')?.message).toBe(
    'Episode 3, due on 2026-11-23, was skipped',
  );
  expect(rows[0]?.date).toBe(app.clock.now().toISOString());
});
