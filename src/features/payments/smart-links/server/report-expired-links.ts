import { inTenant } from '#database/tenant.ts';
import { findCompaniesWithReaders } from '#features/outbound/webhooks/server/record-event.ts';
import type { Job } from '#server/job.ts';
import { recordExpiredLinks } from './link/link-events.ts';

const batch = 200;

/** Records the event `link.expired` for companies with a webhook or an API key. The event is recorded once for each link. */
export const reportExpiredLinks: Job = {
  name: 'report-expired-links',
  everySeconds: 60,
  ofCompany: {
    // Links that end between now and the time of the clock are reported when they end.
    returnToRealTime: async (sql, companyId, realNow) => {
      await sql`
        update smart_link_expiry set reported_to = ${realNow}
        where company_id = ${companyId} and reported_to > ${realNow}`;
    },
    nextDue: (sql, after) => sql<{ at: Date | null }[]>`
      select min(expires_at) as at from smart_link
      where used_at is null and cancelled_at is null and expires_at > ${after}`,
  },
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
