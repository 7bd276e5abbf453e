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

test('finds a schedule under its own installation only', async () => {
  const { scheduleId } = await scheduled(merchant, monthly);
  const own = await clerk('GET', `/proxy/sync/ta/schedules/5300001/${scheduleId}`);
  expect([own.status, own.body.id, own.body.status]).toEqual([200, scheduleId, 'ACTIVE']);
  for (const place of ['', '/next']) {
    expect((await clerk('GET', `/proxy/sync/ta/schedules/5300002/${scheduleId}${place}`)).status).toBe(404);
  }
  expect((await clerk('POST', `/proxy/sync/ta/schedules/5300002/${scheduleId}/skipNext`)).status).toBe(404);
});
