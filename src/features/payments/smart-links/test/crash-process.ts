import { createPortal } from '#app/server/processes/portal-server.ts';
import { readConfig } from '#server/config.ts';
import { createMetrics } from '#server/metrics.ts';
import { crashingServices } from '#testing/crashing-services.ts';
import { sendLinkReminders } from '../server/send-link-reminders.ts';

export interface CrashWork {
  /** Kills itself in the transaction that queues this email of a link, by number from 1; without one, after the response. */
  atEmail: number | null;
  /** A request to the portal; without one, the reminders are sent. */
  request?: { url: string; headers: Record<string, string>; payload: string };
}

const { atEmail, request } = JSON.parse(process.argv[5] ?? '{}') as CrashWork;
const config = readConfig([], {});
const { checkoutUrl } = config;
let emails = 0;
Object.defineProperty(config, 'checkoutUrl', {
  get(): string {
    // Other readers plan the links.
    if (new Error().stack?.includes('link-mail.ts') === true) emails += 1;
    if (emails === atEmail) process.kill(process.pid, 'SIGKILL');
    return checkoutUrl;
  },
});
const services = { ...(await crashingServices({ atOperation: 1 })), config };
if (request === undefined) await sendLinkReminders.run(services);
else {
  const portal = await createPortal(services, createMetrics());
  await portal.inject({ method: 'POST', ...request });
}
process.kill(process.pid, 'SIGKILL');
