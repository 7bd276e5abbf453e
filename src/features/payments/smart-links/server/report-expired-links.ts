import { inTenant } from '#database/tenant.ts';
import { findCompaniesWithReaders } from '#features/outbound/webhooks/server/record-event.ts';
import type { Job } from '#server/job.ts';
import { recordExpiredLinks } from './link/link-events.ts';

const batch = 200;

/** Records the event `link.expired` for companies with a webhook or an API key. The event is recorded once for each link. */
export const reportExpiredLinks: Job = {
  name: 'report-expired-links',
  everySeconds: 60,
  async run({ database, clock }) {
    const now = clock.now();
    const companies = await inTenant(database, 'all-tenants', findCompaniesWithReaders);
    for (const companyId of companies) {
      const recordBatch = () =>
        inTenant(database, [companyId], (sql) => recordExpiredLinks(sql, companyId, batch, now));
      while ((await recordBatch()) === batch);
    }
  },
};
