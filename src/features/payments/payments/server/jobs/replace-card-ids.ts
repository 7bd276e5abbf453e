import { pipelined } from '#database/pipelined.ts';
import { sqlState } from '#database/sql-state.ts';
import { withRollBack } from '#database/roll-back.ts';
import { type TenantSql, inTenant } from '#database/tenant.ts';
import { replaceInDecisions } from '#features/fraud/fraud-engine/server/replace-card-id.ts';
import { replaceOnLists } from '#features/fraud/fraud-lists/server/db/replace-card-id.ts';
import { replaceInSchedules } from '#features/payments/schedules/server/replace-card-id.ts';
import { recordErasureOfAll } from '#features/record/reporting/server/erase-old-versions.ts';
import { secondMs } from '#server/clock.ts';
import type { CoreServices } from '#server/core-services.ts';
import type { Job } from '#server/job.ts';
import { newCardId } from '../db/card-identities.ts';
import {
  type CardChange,
  type DerivedCard,
  adoptCards,
  beginRandomIds,
  countDerivedCards,
  endReplacement,
  isCardBusy,
  listDerivedCards,
  lockChargesOf,
  readReplacement,
  renameCard,
  replaceInPayments,
  restartAdoption,
} from '../db/derived-cards.ts';

const maxRunMs = 60 * secondMs;
const batch = 500;
/** Shorter than PostgreSQL waits before it looks for a deadlock, so that a payment never loses one to this job. */
const lockWait = '250ms';

/**
 * Replaces ids that are hashes of card numbers by random ones (decision 0361), once an operator has requested it. Each card changes
 * everywhere in one transaction, so it is one card at every moment. A crash loses nothing: what has not changed is found again.
 */
export const replaceCardIds: Job = {
  name: 'replace-card-ids',
  everySeconds: 10,
  async run(services) {
    const { database } = services;
    const state = await readReplacement(database);
    if (!state || state.doneAt) return;
    const until = performance.now() + maxRunMs;
    if (!state.begunAt) {
      if (!(await adoptAll(services, until))) return;
      await beginRandomIds(database);
    }
    await replaceAll(services, until);
    if ((await inTenant(database, 'all-tenants', countDerivedCards)) > 0) return;
    // Programs that were started before the request may have written earlier ids since.
    if (!(await adoptAll(services, until))) return;
    if ((await inTenant(database, 'all-tenants', countDerivedCards)) > 0) return;
    await inTenant(database, 'all-tenants', async (sql) => {
      await recordErasureOfAll(sql, services.clock.now());
      await endReplacement(sql);
    });
  },
};

type Needed = Pick<CoreServices, 'database' | 'keys' | 'clock'>;

/** Whether all tables have been looked through. */
async function adoptAll(services: Needed, until: number): Promise<boolean> {
  const { database, keys } = services;
  while (performance.now() < until) {
    const { isLast, stale } = await inTenant(database, 'all-tenants', (sql) =>
      adoptCards(sql, keys.fingerprint),
    );
    let isOpen = false;
    for (const change of stale)
      isOpen ||= !(await attempt(services, (sql) => replaceRows(sql, services, change)));
    if (isOpen) {
      await restartAdoption(database);
      return false;
    }
    if (isLast) return true;
  }
  return false;
}

async function replaceAll(services: Needed, until: number): Promise<void> {
  let last: DerivedCard = { companyId: 0, card: '' };
  while (performance.now() < until) {
    const after = last;
    const cards = await inTenant(services.database, 'all-tenants', (sql) =>
      listDerivedCards(sql, after, batch),
    );
    for (const { companyId, card } of cards) {
      if (performance.now() >= until) return;
      await replaceCard(services, { companyId, from: card, to: newCardId() });
    }
    const end = cards.at(-1);
    if (!end) return;
    last = end;
  }
}

/** False for a card that waits: it is used at the moment, or another program has replaced its id. */
const replaceCard = (services: Needed, change: CardChange): Promise<boolean> =>
  attempt(services, async (sql, rollBack) => {
    if (!(await renameCard(sql, change))) return rollBack(false);
    const roots = await lockChargesOf(sql, change);
    if (await isCardBusy(sql, change, services.clock.now())) return rollBack(false);
    await replaceRows(sql, services, change, roots);
    return true;
  });

async function attempt(
  { database }: Needed,
  work: (sql: TenantSql, rollBack: (value: boolean) => never) => Promise<boolean>,
): Promise<boolean> {
  try {
    return await withRollBack<boolean>((rollBack) =>
      inTenant(database, 'all-tenants', async (sql) => {
        // A card that a crash brings back to its earlier id is found again.
        await sql`select set_config('lock_timeout', ${lockWait}, true), set_config('synchronous_commit', 'off', true)`;
        return work(sql, rollBack);
      }),
    );
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}

/** lock_not_available, deadlock_detected. */
const isBusy = (error: unknown): boolean => ['55P03', '40P01'].includes(sqlState(error));

async function replaceRows(
  sql: TenantSql,
  { keys }: Needed,
  change: CardChange,
  locked?: readonly number[],
): Promise<boolean> {
  const roots = locked ?? (await lockChargesOf(sql, change));
  const [txnIds] = await pipelined(sql, [
    () => replaceInPayments(sql, change),
    () => replaceInSchedules(sql, change, roots),
    () => replaceOnLists(sql, change),
  ]);
  await replaceInDecisions(sql, keys.velocity, change, txnIds);
  return true;
}
