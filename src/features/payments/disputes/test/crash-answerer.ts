import { openDatabase } from '#database/open-database.ts';
import type { DisputeCalls } from '#integrations/processors/adapter.ts';
import { onlyProcessor } from '#integrations/processors/processors.ts';
import { sandboxProcessor } from '#integrations/processors/sandbox/sandbox-processor.ts';
import { crashingServices } from '#testing/crashing-services.ts';
import { sendDisputeAnswers } from '../server/send-answer.ts';

/** Sends answers to disputes and kills itself, before the sandbox gets one or after its response. */
const services = await crashingServices({ atOperation: 1 });
const [, , databaseUrl = '', , death = ''] = process.argv;
const sql = openDatabase(databaseUrl, { as: 'owner', max: 2 });
const sandbox = sandboxProcessor({ sql, now: () => services.clock.now() });
const { disputes } = sandbox;
if (!disputes) throw new Error('the sandbox has disputes');
const killed: DisputeCalls['accept'] = async (...request) => {
  if (death === 'answered') await disputes.accept(...request);
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => {});
};
services.processors = onlyProcessor({ ...sandbox, disputes: { ...disputes, accept: killed } });
await sendDisputeAnswers.run(services);
