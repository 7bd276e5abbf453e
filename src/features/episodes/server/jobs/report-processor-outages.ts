import { inTenant } from '#database/tenant.ts';
import { outagesSince } from '#features/schedules/server/store/read/outages-since.ts';
import { addMs, hourMs } from '#server/clock.ts';
import type { Job } from '#server/job.ts';
import { queueMail } from '#server/mail/queue-mail.ts';
import { countAttempt } from '#server/auth/throttle.ts';

/** A single issuer that is away is no outage of the processor. */
const postponedBeforeReport = 3;
const quietMs = 6 * hourMs;

/** Reports a processor that schedules could not reach: log and a mail to the operator, once in six hours each. */
export const reportProcessorOutages: Job = {
  name: 'report-processor-outages',
  everySeconds: 60,
  async run({ database, clock, config, log }) {
    const now = clock.now();
    const outages = await inTenant(database, 'every-company', (sql) =>
      outagesSince(sql, addMs(now, -hourMs)),
    );
    for (const { processor, episodes, since } of outages) {
      if (episodes < postponedBeforeReport) continue;
      await inTenant(database, 'every-company', async (sql) => {
        if ((await countAttempt(sql, `processor-outage:${processor}`, quietMs, now)) > 1) return;
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
