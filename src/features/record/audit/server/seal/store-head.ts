import type { Database } from '#database/connection.ts';
import { inTenant } from '#database/tenant.ts';
import { loadLatestSeal, readSeals } from './seal-chain.ts';
import { type SealPlace, type StoredSeal, isSameSeal, toStored } from './seal-head.ts';

/** Advisory lock: workers write the head one after the other, so that it never goes back. */
const headLock = 7_310_444;

/**
 * Writes the newest seal to the place of the head. Returns the present head and writes nothing when the chain does not
 * contain it: its end was cut off, or rewritten, and the head is the proof.
 */
export async function storeHead(database: Database, place: SealPlace): Promise<StoredSeal | undefined> {
  return inTenant(database, 'all-tenants', async (sql) => {
    await sql`select pg_advisory_xact_lock(${headLock})`;
    const latest = await loadLatestSeal(sql);
    const head = await place.read();
    if (head) {
      const [seal] = await readSeals(sql, { after: head.batch - 1, limit: 1 });
      if (!seal || !isSameSeal(seal, head)) return head;
    }
    if (latest && latest.batch !== head?.batch) await place.write(toStored(latest));
    return undefined;
  });
}
