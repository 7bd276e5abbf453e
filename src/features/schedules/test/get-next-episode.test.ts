import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Send } from '#testing/act-as.ts';
import type { TestApp } from '#testing/start-app.ts';
import { monthly, startScheduleApp, scheduled } from './schedule-fixtures.ts';

let app: TestApp;
let merchant: Send;
let clerk: Send;
beforeAll(async () => {
  ({ app, merchant, clerk } = await startScheduleApp());
});
afterAll(() => app.stop());

test('returns the next episode of an active schedule only', async () => {
  const { scheduleId } = await scheduled(merchant, { ...monthly, amount: '4.00' });
  const url = `/proxy/sync/ta/schedules/5300001/${scheduleId}`;
  expect((await clerk('GET', `${url}/next`)).body.nextEpisode).toEqual({
    episodeIndex: 1,
    retryIndex: 0,
    episodeDue: '2026-12-20',
    episodeData: { amount: '4.00', currency: 'GBP' },
  });
  await clerk('POST', `/schedules/${scheduleId}/cancel`);
  expect((await clerk('GET', `${url}/next`)).body).toEqual({ nextEpisode: null });
});
