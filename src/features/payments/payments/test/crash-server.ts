import { flushCompileCache } from 'node:module';
import { createGateway } from '#app/server/processes/gateway-server.ts';
import { openDatabase } from '#database/open-database.ts';
import { reconcilePayments } from '../server/jobs/reconcile-payments.ts';
import { prepareSandbox } from '#integrations/processors/sandbox/prepare-sandbox.ts';
import { safeWebClient } from '#integrations/web/safe-web-client.ts';
import { onlyProcessor } from '#integrations/processors/processors.ts';
import { sandboxProcessor } from '#integrations/processors/sandbox/sandbox-processor.ts';
import { sandboxThreeDSecure } from '#integrations/processors/sandbox/sandbox-three-d-secure.ts';
import { systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config.ts';
import { createLog } from '#server/log.ts';
import { findHandler } from '#app/server/find-handler.ts';
import { approvalGate } from '#features/access/approvals/server/approval-gate.ts';
import { paymentFollowers } from '#app/server/payment-followers.ts';
import { createProcessState } from '#server/process-state.ts';
import { createMetrics } from '#server/metrics.ts';
import { asConfigured } from '#testing/over-protocol.ts';
import { testKeys } from '#testing/template-contents.ts';

/** A gateway with a sweeper in a process of its own, to be killed by crash.test.ts. Prints its port when ready. */
const [, , databaseUrl = '', graceMs = '1500'] = process.argv;
const flags = ['--processor-timeout-ms', '500', '--intent-grace-ms', graceMs];
const config = readConfig([...flags, '--callback-timeout-ms', '3000', '--insecure-callbacks', 'true'], {});
const processorDatabase = openDatabase(databaseUrl, { as: 'owner', max: 4 });
await prepareSandbox(processorDatabase);
let sent = 0;
const processor = sandboxProcessor({
  sql: processorDatabase,
  latencyMs: 15,
  timeoutMs: 500,
  // A kill is not the only thing that goes wrong: some responses are lost, some operations come late.
  faultFor: () => {
    sent += 1;
    if (sent % 17 === 0) return { kind: 'lose-response' };
    return sent % 23 === 0 ? { kind: 'late', arrivesAfterMs: 100 } : undefined;
  },
});
const threeDSecure = sandboxThreeDSecure({
  acsUrl: 'http://localhost/challenge',
  sql: processorDatabase,
  findEnrolment: processor.findEnrolment,
});
const services = {
  config,
  database: openDatabase(databaseUrl, { max: 8 }),
  clock: systemClock,
  log: createLog('silent'),
  state: createProcessState(),
  keys: testKeys,
  adapters: new Map(),
  adapterClient: safeWebClient({ isInsecureAllowed: true }),
  processors: onlyProcessor(asConfigured({ ...processor, threeDSecure }, processorDatabase)),
  accessControl: threeDSecure.accessControl,
  mailSender: undefined,
  smsSender: undefined,
  // Merchants of these tests are on this machine.
  webClient: safeWebClient({ isInsecureAllowed: true }),
  txtResolver: { lookup: async () => [] },
  replica: undefined,
  warehouse: undefined,
  newsSource: undefined,
  ...paymentFollowers,
  approvalGate,
  findHandler,
};
const app = await createGateway(services, createMetrics());
await app.listen({ port: 0, host: '127.0.0.1' });
setInterval(() => void reconcilePayments.run(services), 200);
// A killed process writes nothing.
flushCompileCache();
const address = app.server.address();
if (typeof address === 'object' && address) process.stdout.write(`port ${address.port}\n`);
