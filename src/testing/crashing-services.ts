import { findHandler } from '#app/server/find-handler.ts';
import { paymentFollowers } from '#app/server/payment-followers.ts';
import { openDatabase } from '#database/open-database.ts';
import { approvalGate } from '#features/access/approvals/server/approval-gate.ts';
import { prepareSandbox } from '#integrations/processors/sandbox/prepare-sandbox.ts';
import type { ProcessorConnection } from '#integrations/processors/adapter.ts';
import { onlyProcessor } from '#integrations/processors/processors.ts';
import { sandboxProcessor } from '#integrations/processors/sandbox/sandbox-processor.ts';
import { readConfig } from '#server/config.ts';
import { createLog } from '#server/log.ts';
import { createProcessState } from '#server/process-state.ts';
import type { Services } from '#server/services.ts';
import { asConfigured } from './over-protocol.ts';
import { testKeys } from './template-contents.ts';

/**
 * Services of a worker that kills itself at an operation, by number from 1: before the processor gets it, or after
 * its response. The arguments of the process are the address of the database, the time in ms, and for the second
 * case `answered`.
 */
export async function crashingServices({ atOperation }: { atOperation: number }): Promise<Services> {
  const [, , databaseUrl = '', nowMs = '', death = ''] = process.argv;
  const outside = openDatabase(databaseUrl, { as: 'owner', max: 4 });
  await prepareSandbox(outside);
  const sandbox = sandboxProcessor({ sql: outside, latencyMs: 5, timeoutMs: 500 });
  let sent = 0;
  const connection: ProcessorConnection = {
    ...sandbox,
    async send(operation) {
      sent += 1;
      if (sent < atOperation) return sandbox.send(operation);
      if (death === 'answered') await sandbox.send(operation);
      process.kill(process.pid, 'SIGKILL');
      return new Promise(() => {});
    },
  };
  return {
    config: readConfig([], {}),
    database: openDatabase(databaseUrl, { max: 8 }),
    clock: { now: () => new Date(Number(nowMs)) },
    log: createLog('silent'),
    state: createProcessState(),
    keys: testKeys,
    processors: onlyProcessor(asConfigured(connection, outside)),
    ...paymentFollowers,
    approvalGate,
    findHandler,
  } as Partial<Services> as Services;
}
