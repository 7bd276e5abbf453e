import { inTenant } from '#database/tenant.ts';
import { listOutagesSince } from '#features/payments/schedules/server/db/outages.ts';
import { addMs, hourMs } from '#server/clock.ts';
import type { Job } from '#server/job.ts';
import { queueMail } from '#server/mail/queue-mail.ts';
import { countAttempt } from '#server/auth/throttle.ts';

/** Fewer postponed attempts can be the outage of a single issuer. */
const postponedBeforeReport = 3;
const minIntervalMs = 6 * hourMs;

/** Logs and mails the operator a processor that schedules cannot reach, once in six hours for each processor. */
export const reportProcessorOutages: Job = {
  name: 'report-processor-outages',
  everySeconds: 60,
  async run({ database, clock, config, log }) {
    const now = clock.now();
    const outages = await inTenant(database, 'all-tenants', (sql) =>
      listOutagesSince(sql, addMs(now, -hourMs)),
    );
    for (const { processor, episodes, since } of outages) {
      if (episodes < postponedBeforeReport) continue;
      await inTenant(database, 'all-tenants', async (sql) => {
        if ((await countAttempt(sql, `processor-outage:${processor}`, minIntervalMs, now)) > 1) return;
        log.error({ processor, episodes, since }, 'processor unavailable: schedules are postponed');
        await queueMail(sql, {
          key: `processor-outage:${processor}:${now.toISOString()}`,
          template: 'processorOutage',
          to: config.operatorMail,
          locale: 'en',
          values: { processor, episodes: String(episodes), since: since.toISOString() },
          now,
        });
      });
    }
  },
};
