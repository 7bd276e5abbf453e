import { inTenant } from '#database/tenant.ts';
import type { Job } from '#server/job.ts';
import { rollUpTotals } from '../db/totals.ts';

const batch = 5000;

/** Keeps the list of count changes short: every exact total adds them up. */
export const rollUpTransactionTotals: Job = {
  name: 'roll-up-totals',
  everySeconds: 5,
  async run({ database }) {
    const rollUp = () => inTenant(database, 'all-tenants', (sql) => rollUpTotals(sql, batch));
    while ((await rollUp()) === batch);
  },
};
