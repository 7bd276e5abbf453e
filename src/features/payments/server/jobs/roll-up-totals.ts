import { inTenant } from '#database/tenant.ts';
import type { Job } from '#server/job.ts';
import { rollUpTotals } from '../pipeline/store/transaction-totals.ts';

const batch = 5000;

/** Keeps the list of count changes short: every exact total adds it up. */
export const rollUpTransactionTotals: Job = {
  name: 'roll-up-totals',
  everySeconds: 5,
  async run({ database }) {
    const fold = () => inTenant(database, 'every-company', (sql) => rollUpTotals(sql, batch));
    while ((await fold()) === batch);
  },
};
