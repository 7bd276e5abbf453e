import { findHandler } from '#app/server/find-handler.ts';
import { approvalGate } from '../server/approval-gate.ts';
import { openDatabase } from '#database/open-database.ts';
import { paymentFollowers } from '#app/server/payment-followers.ts';
import { prepareSandbox } from '#integrations/prepare-sandbox.ts';
import { sandboxProcessor } from '#integrations/sandbox-processor.ts';
import type { Processor } from '#integrations/processor.ts';
import { readConfig } from '#server/config.ts';
import { createLog } from '#server/log.ts';
import { createProcessState } from '#server/process-state.ts';
import type { Services } from '#server/services.ts';
import { testKeys } from '#testing/template-contents.ts';
import { runApprovals } from '../server/run-approvals.ts';

/** Runs approved requests and kills itself before the processor gets the refund, or after its response. */
const [, , databaseUrl = '', nowMs = '', death = ''] = process.argv;
const outside = openDatabase(databaseUrl, { as: 'owner', max: 2 });
await prepareSandbox(outside);
const sandbox = sandboxProcessor({ sql: outside, latencyMs: 1, timeoutMs: 500 });
const processor: Processor = {
  ...sandbox,
  async send(operation) {
    if (death === 'answered') await sandbox.send(operation);
    process.kill(process.pid, 'SIGKILL');
    return new Promise(() => {});
  },
};
const services = {
  config: readConfig([], {}),
  database: openDatabase(databaseUrl, { max: 4 }),
  clock: { now: () => new Date(Number(nowMs)) },
  log: createLog('silent'),
  state: createProcessState(),
  keys: testKeys,
  processor,
  ...paymentFollowers,
  approvalGate,
  findHandler,
} as Partial<Services> as Services;
await runApprovals.run(services);
