import { openDatabase } from '#database/open-database.ts';
import { safeWebClient } from '#integrations/web/safe-web-client.ts';
import { readConfig } from '#server/config.ts';
import { createLog } from '#server/log.ts';
import { createProcessState } from '#server/process-state.ts';
import type { Services } from '#server/services.ts';
import { testKeys } from '#testing/template-contents.ts';
import { deliverWebhooks } from '../server/deliver-webhooks.ts';

/** A worker that kills itself once a receiver has responded, before it records the attempt. */
const [, , databaseUrl = '', nowMs = ''] = process.argv;
const client = safeWebClient({ isInsecureAllowed: true });
const services = {
  config: readConfig(['--insecure-callbacks', 'true'], {}),
  database: openDatabase(databaseUrl, { max: 2 }),
  clock: { now: () => new Date(Number(nowMs)) },
  log: createLog('silent'),
  state: createProcessState(),
  keys: testKeys,
  webClient: {
    send: async (request) => {
      await client.send(request);
      process.kill(process.pid, 'SIGKILL');
      return new Promise(() => {});
    },
  },
} as Pick<Services, 'config' | 'database' | 'clock' | 'log' | 'state' | 'keys' | 'webClient'> as Services;
await deliverWebhooks.run(services);
