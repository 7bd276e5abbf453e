import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeMerchant, paid } from '#features/payments/payments/test/payment-fixtures.ts';
import { sweepEverything } from '#features/payments/payments/test/crashing-server.ts';
import { minuteMs } from '#server/clock.ts';
import { actAs, actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { runApprovals } from '../server/run-approvals.ts';
import { everything, refund, refundsOf, setPolicy } from './approval-fixtures.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  await setPolicy(app, everything);
});
afterAll(() => closeMerchant(app));

test.each(['asked', 'answered'])('refunds once after a process was killed (%s)', async (death) => {
  const id = await paid(actAsMerchant(app));
  const admin = await actAs(app, 'admin@harbour.example');
  const { approvalId } = (await refund(admin, id)).body;
  const now = app.clock.now();
  // The state that the approver's transaction leaves behind.
  await app.owner`
    update approval_request set state = 'APPROVED', decided_at = ${now}, run_at = ${now} where approval_id = ${approvalId}`;
  const file = new URL('crash-approver.ts', import.meta.url).pathname;
  const worker = spawn(process.execPath, [file, app.databaseUrl, String(now.getTime()), death], {
    stdio: 'inherit',
  });
  const [, signal] = (await once(worker, 'exit')) as [number | null, string | null];
  expect(signal).toBe('SIGKILL');
  const [left] = await app.owner`select state from approval_request where approval_id = ${approvalId}`;
  expect(left).toEqual({ state: 'APPROVED' });
  await sweepEverything(app);
  app.clock.advance(3 * minuteMs);
  await runApprovals.run(app.services);
  const [ended] = await app.owner<{ state: string }[]>`
    select state from approval_request where approval_id = ${approvalId}`;
  // A refund that the processor never got ends as failed: it is not sent a second time.
  expect(ended?.state).toBe(death === 'answered' ? 'SUCCEEDED' : 'FAILED');
  expect(await refundsOf(app, id)).toEqual([2500]);
});
