import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { collectReports } from '#features/processing/connections/server/collect-reports.ts';
import { paid } from '#features/payments/payments/test/payment-fixtures.ts';
import { sandboxProcessor } from '#integrations/processors/sandbox/sandbox-processor.ts';
import { minuteMs } from '#server/clock.ts';
import { actAsMerchant } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { replaceSandbox } from '#testing/use-processor.ts';
import { sendDisputeAnswers } from '../server/send-answer.ts';
import { settleDisputeEvents } from '../server/settle-dispute-events.ts';
import { disputesOf } from './dispute-fixtures.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  replaceSandbox(app, sandboxProcessor({ sql: app.owner, now: () => app.clock.now() }));
});
afterAll(() => app.stop());

// Behind the adapter protocol the sandbox has no disputes.
const isOverProtocol = process.env.COUNTINGHOUSE_TEST_PROCESSOR === 'http';

test.skipIf(isOverProtocol).each(['asked', 'answered'])(
  'accepts a dispute once after a process was killed (%s)',
  async (death) => {
    const txnId = await paid(actAsMerchant(app), { merchantRef: `crash-${death}`, amount: '43.88' });
    await collectReports.run(app.services);
    await settleDisputeEvents.run(app.services);
    const [stored] = await disputesOf({ app }, txnId);
    const now = app.clock.now();
    // Stored by the request of a user.
    await app.owner`
      insert into dispute_answer (company_id, dispute_id, answer_id, kind, content, requested_by, requested_by_name, created_at, next_attempt_at)
      values (1100, ${stored?.disputeId ?? 0}, gen_random_uuid(), 'ACCEPT', '{"reason":"","texts":{},"items":[]}', 'u', 'Ada', ${now}, ${now})`;
    const file = new URL('crash-answerer.ts', import.meta.url).pathname;
    const worker = spawn(process.execPath, [file, app.databaseUrl, String(now.getTime()), death], {
      stdio: 'inherit',
    });
    const [, signal] = (await once(worker, 'exit')) as [number | null, string | null];
    expect(signal).toBe('SIGKILL');
    expect(await disputesOf({ app }, txnId)).toMatchObject([{ status: 'NEEDS_RESPONSE' }]);
    app.clock.advance(10 * minuteMs);
    await sendDisputeAnswers.run(app.services);
    expect(await disputesOf({ app }, txnId)).toMatchObject([{ status: 'ACCEPTED' }]);
    const lines = await app.owner<{ name: string }[]>`
      select name from dispute_event where dispute_id = ${stored?.disputeId ?? 0} and actor_id is not null`;
    expect(lines.map(({ name }) => name)).toEqual(['ACCEPT_DONE']);
  },
);
