import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Send } from '#testing/act-as.ts';
import type { TestApp } from '#testing/start-app.ts';
import { daily, runDays, monthly, startScheduleApp, scheduled } from './schedule-fixtures.ts';

let app: TestApp;
let merchant: Send;
let clerk: Send;
beforeAll(async () => {
  ({ app, merchant, clerk } = await startScheduleApp());
});
afterAll(() => app.stop());

const next = async (scheduleId: string, count: number) => {
  const { body } = await clerk('GET', `/schedules/${scheduleId}/next/${count}`);
  return (
    body as {
      episodeIndex: number;
      retryIndex: number;
      episodeDue: string;
      episodeData: { amount: string };
    }[]
  ).map((one) => `${one.episodeIndex}/${one.retryIndex} ${one.episodeDue} ${one.episodeData.amount}`);
};

test('returns the requested number of episodes until the end', async () => {
  const { scheduleId } = await scheduled(merchant, {
    ...monthly,
    startDate: '2027-01-31',
    amounts: ['10.00', '12.00'],
    terminator: { episodeLimit: 4 },
  });
  expect(await next(scheduleId, 2)).toEqual(['1/0 2027-01-31 10.00', '2/0 2027-02-28 12.00']);
  expect(await next(scheduleId, 10)).toHaveLength(4);
  await clerk('POST', `/schedules/${scheduleId}/suspend`);
  expect(await next(scheduleId, 5)).toEqual([]);
  expect((await clerk('GET', `/schedules/${scheduleId}/next/0`)).status).toBe(400);
});

test('lists a retry before the episodes that wait for it', async () => {
  const { scheduleId } = await scheduled(merchant, {
    ...daily,
    amount: '7.51',
    retry: { quantity: 3, unit: 'DAY' },
  });
  await runDays(app, 1);
  expect(await next(scheduleId, 3)).toEqual([
    '1/1 2026-11-24 7.51',
    '2/0 2026-11-22 7.51',
    '3/0 2026-11-23 7.51',
  ]);
  // Details and list show the same next episode.
  const details = await clerk('GET', `/schedules/${scheduleId}`);
  expect(details.body.nextEpisode).toMatchObject({ retryIndex: 1, episodeDue: '2026-11-24' });
  const list = await clerk('POST', '/schedules/search', {
    startFrom: 1,
    limit: 5,
    searchFields: { scheduleId },
  });
  expect(list.body.data).toMatchObject([{ nextEpisodeDate: '2026-11-24', nextEpisodeRetry: '1' }]);
});

test('marks a last episode that failed', async () => {
  const { scheduleId } = await scheduled(merchant, { ...daily, amount: '7.51' });
  await runDays(app, 1);
  const details = await clerk('GET', `/schedules/${scheduleId}`);
  expect(details.body.lastEpisode).toMatchObject({ episodeData: { amount: '7.51' }, state: 'FAILED' });
  const body = { startFrom: 1, searchFields: { scheduleId }, resultFields: ['lastEpisodeState'] };
  expect((await clerk('POST', '/schedules/search', { ...body, limit: 5 })).body.data).toEqual([
    { lastEpisodeState: 'FAILED' },
  ]);
  expect((await clerk('POST', '/schedules/report', body)).body).toBe('\uFEFFlastEpisodeState\r\nFAILED\r\n');
});
