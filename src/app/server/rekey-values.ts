import type { Database } from '#database/connection.ts';
import { inTenant } from '#database/tenant.ts';
import { apiSecrets } from '#features/access/api-keys/server/rekey-api-secrets.ts';
import { heldRequests } from '#features/access/approvals/server/rekey-requests.ts';
import { scimTokens } from '#features/access/scim/server/db/rekey-scim-tokens.ts';
import { authenticatorApps, recoveryCodes } from '#features/access/second-factor/server/db/rekey-factors.ts';
import { signOnSecrets } from '#features/access/single-sign-on/server/db/rekey-providers.ts';
import { processorSecrets } from '#features/processing/connections/server/db/rekey-secrets.ts';
import { cardIdentities } from '#features/payments/payments/server/db/rekey-card-identities.ts';
import { isDueForCheck, retireRoots } from '#server/auth/key-store/retire-roots.ts';
import type { RekeyedTable } from '#server/auth/rekeyed-table.ts';
import { secondMs } from '#server/clock.ts';
import type { Job } from '#server/job.ts';
import type { Keys } from '#server/keys.ts';

const tables: readonly RekeyedTable[] = [
  processorSecrets,
  authenticatorApps,
  recoveryCodes,
  signOnSecrets,
  heldRequests,
  apiSecrets,
  scimTokens,
  cardIdentities,
];

/** Values of one transaction: it holds their rows for some milliseconds. */
const batch = 200;
const maxRunMs = 60 * secondMs;

/**
 * Brings stored values to the root secret that writes, in small transactions. A crash leaves values of both generations,
 * which every program reads. When none is left, the earlier root secrets are retired.
 */
export const rekeyValues: Job = {
  name: 'rekey-values',
  everySeconds: 10,
  async run({ database, keys, log }) {
    if (!(await isDueForCheck(database, keys))) return;
    const until = performance.now() + maxRunMs;
    for (const table of tables) {
      // A value that cannot be read stays as it is, and must not keep the other tables.
      const rekeyTable = async (): Promise<void> => {
        while (performance.now() < until && (await rekeyBatch(database, keys, table)) > 0);
      };
      await rekeyTable().catch((err: unknown) =>
        log.error({ err, values: table.name }, 'values were not re-derived'),
      );
    }
    const left = await countEarlierValues(database, keys);
    await retireRoots(
      database,
      keys,
      left.reduce((sum, { count }) => sum + count, 0),
    );
  },
};

const rekeyBatch = (database: Database, keys: Keys, table: RekeyedTable): Promise<number> =>
  inTenant(database, 'all-tenants', (sql) => table.rekey(sql, keys, batch));

/** The values of earlier generations, by kind. */
export async function countEarlierValues(
  database: Database,
  keys: Keys,
): Promise<{ name: string; count: number }[]> {
  // Every value of a database without a rotation is of the first generation.
  if (keys.roots.writing === 1) return tables.map(({ name }) => ({ name, count: 0 }));
  return inTenant(database, 'all-tenants', async (sql) => {
    const counts: { name: string; count: number }[] = [];
    for (const table of tables) counts.push({ name: table.name, count: await table.count(sql, keys) });
    return counts;
  });
}
