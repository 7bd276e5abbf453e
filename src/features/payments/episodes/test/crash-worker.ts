import { flushCompileCache } from 'node:module';
import { createGateway } from '#app/server/processes/gateway-server.ts';
import { openDatabase } from '#database/open-database.ts';
import { reconcilePayments } from '#features/payments/payments/server/jobs/reconcile-payments.ts';
import { decideDueDeferrals } from '#features/review/queue/server/decide-due-deferrals.ts';
import type { ProcessorConnection } from '#integrations/processors/adapter.ts';
import { prepareSandbox } from '#integrations/processors/sandbox/prepare-sandbox.ts';
import { onlyProcessor } from '#integrations/processors/processors.ts';
import { sandboxProcessor } from '#integrations/processors/sandbox/sandbox-processor.ts';
import { sandboxThreeDSecure } from '#integrations/processors/sandbox/sandbox-three-d-secure.ts';
import { safeWebClient } from '#integrations/web/safe-web-client.ts';
import { addMs } from '#server/clock.ts';
import { readConfig } from '#server/config.ts';
import { createLog } from '#server/log.ts';
import { findHandler } from '#app/server/find-handler.ts';
import { approvalGate } from '#features/access/approvals/server/approval-gate.ts';
import { paymentFollowers } from '#app/server/payment-followers.ts';
import { createProcessState } from '#server/process-state.ts';
import { createMetrics } from '#server/metrics.ts';
import type { Services } from '#server/services.ts';
import { asConfigured } from '#testing/over-protocol.ts';
import { testKeys } from '#testing/template-contents.ts';
import { sendHeldDecisions } from '#features/review/queue/server/send-held-decisions.ts';
import { runDueEpisodes } from '../server/run-due-episodes.ts';

/**
 * Gateway, episode worker, deferral worker and sweeper in one process, which crash tests kill. `crashPoint` makes it kill itself at its
 * first request to the processor, before or after it is sent.
 */
const [, , databaseUrl = '', startMs = '', crashPoint = 'none'] = process.argv;
const config = readConfig(['--processor-timeout-ms', '400', '--intent-grace-ms', '1000'], {});
const outside = openDatabase(databaseUrl, { as: 'owner', max: 4 });
await prepareSandbox(outside);
let sent = 0;
const sandbox = sandboxProcessor({
  sql: outside,
  latencyMs: 15,
  timeoutMs: 400,
  faultFor: () => {
    sent += 1;
    return sent % 13 === 0 ? { kind: 'lose-response' } : undefined;
  },
});
const processor: ProcessorConnection = {
  ...sandbox,
  async send(operation) {
    if (crashPoint === 'sent' || crashPoint === 'none') {
      const response = await sandbox.send(operation);
      if (crashPoint === 'none') return response;
    }
    process.kill(process.pid, 'SIGKILL');
    return new Promise(() => {});
  },
};
const startedAt = new Date();
const threeDSecure = sandboxThreeDSecure({
  acsUrl: 'http://localhost/challenge',
  sql: outside,
  findEnrolment: sandbox.findEnrolment,
});
const services: Services = {
  config,
  database: openDatabase(databaseUrl, { max: 8 }),
  // The time of the test's clock, plus the time since the start.
  clock: { now: () => addMs(new Date(Number(startMs)), Date.now() - startedAt.getTime()) },
  log: createLog('silent'),
  state: createProcessState(),
  keys: testKeys,
  adapters: new Map(),
  adapterClient: safeWebClient({ isInsecureAllowed: true }),
  processors: onlyProcessor(asConfigured({ ...processor, threeDSecure }, outside)),
  accessControl: threeDSecure.accessControl,
  mailSender: undefined,
  smsSender: undefined,
  newsSource: undefined,
  ...paymentFollowers,
  approvalGate,
  findHandler,
  txtResolver: { lookup: async () => [] },
  replica: undefined,
  warehouse: undefined,
  webClient: safeWebClient({ isInsecureAllowed: false }),
};
const app = await createGateway(services, createMetrics());
await app.listen({ port: 0, host: '127.0.0.1' });
// A killed process writes nothing.
flushCompileCache();
const address = app.server.address();
if (typeof address === 'object' && address) process.stdout.write(`port ${address.port}\n`);
for (;;) {
  await runDueEpisodes.run(services);
  await decideDueDeferrals.run(services);
  await sendHeldDecisions.run(services);
  await reconcilePayments.run(services);
  await new Promise((resolve) => setTimeout(resolve, 20));
}
