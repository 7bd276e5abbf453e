import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  expectBooksToBalance,
  expectProcessorToAgree,
} from '#features/payments/payments/test/payment-fixtures.ts';
import { actAsRenewing, monthly, scheduled } from '#features/payments/schedules/test/schedule-fixtures.ts';
import { minuteMs } from '#server/clock.ts';
import { type Send, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { runClocks, url } from './test-clock-fixtures.ts';

let app: TestApp;
let admin: Send;
beforeAll(async () => {
  app = await startApp();
  admin = await actAsRenewing(app);
});
afterAll(() => app.stop());

for (const death of ['unsent', 'answered']) {
  test(`a worker killed in the middle of a move charges nothing twice (${death})`, async () => {
    const terminator = { episodeLimit: 3 };
    const { scheduleId } = await scheduled(actAsMerchant(app), { ...monthly, amount: '10.00', terminator });
    await admin('POST', `${url()}/move`, { days: 120 });
    const file = new URL('crash-clock.ts', import.meta.url).pathname;
    const child = spawn(process.execPath, [file, app.databaseUrl, String(app.clock.now().getTime()), death], {
      stdio: 'inherit',
    });
    const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
    expect(signal).toBe('SIGKILL');
    const middle = await admin('GET', url());
    expect(middle.body.state).toBe('MOVING');
    // Another worker waits until the lease of the killed one has ended.
    await runClocks(app);
    expect((await admin('GET', url())).body).toMatchObject({ state: 'MOVING', now: middle.body.now });
    app.clock.advance(4 * minuteMs);
    await runClocks(app);
    expect((await admin('GET', url())).body.state).toBe('SET');
    const charges = await app.owner<{ index: number; status: string }[]>`
      select episode_index as index, txn_status as status from txn
      where schedule_id = ${scheduleId} and txn_status = 'SUCCESS' order by episode_index`;
    expect(charges.map(({ index }) => index)).toEqual([1, 2, 3]);
    await expectBooksToBalance(app);
    await expectProcessorToAgree(app);
    await app.owner`delete from test_clock`;
  });
}
