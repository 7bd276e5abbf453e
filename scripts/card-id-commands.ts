import { inTenant } from '#database/tenant.ts';
import {
  countEarlierCards,
  readReplacement,
  requestReplacement,
} from '#features/payments/payments/server/db/derived-cards.ts';
import { listLivePrograms } from '#server/auth/key-store/key-programs.ts';
import { type DatabaseOptions, withOwner } from './operator-database.ts';

interface ReplaceOptions extends DatabaseOptions {
  operator: string;
  /** Only shows what would change. */
  isPlanOnly: boolean;
}

/** Has the worker replace card ids that are hashes of card numbers. Exit code 0: done or requested, 1: refused. */
export const replaceCardIds = (options: ReplaceOptions): Promise<number> =>
  withOwner(options, async ({ owner }) => {
    const { operator, isPlanOnly } = options;
    const state = await readReplacement(owner);
    if (state?.doneAt) {
      console.log(`No id is a hash of a card number since ${state.doneAt.toISOString()}.`);
      return 0;
    }
    const counts = await inTenant(owner, 'all-tenants', countEarlierCards);
    console.log('Ids that are hashes of card numbers');
    console.log(`  cards: ${counts.cards}`);
    console.log(`  in transactions: ${counts.transactions}`);
    console.log(`  in stored cards: ${counts.storedCards}`);
    console.log(`  on lists: ${counts.listItems}`);
    if (isPlanOnly) {
      console.log(
        'Each card gets another cardFingerprint. Merchants who have stored one meet the new one in reports.',
      );
      console.log(
        state ? `Requested by ${state.requestedBy} on ${state.requestedAt.toISOString()}.` : 'Not requested.',
      );
      return 0;
    }
    const programs = (await listLivePrograms(owner)).filter(({ hasCardIds }) => !hasCardIds);
    if (programs.length > 0) {
      console.error('Programs of an earlier release run. Restart them with this one first:');
      for (const { name, version } of programs) console.error(`  ${name}: ${version ?? 'before 0.1.0'}`);
      return 1;
    }
    const isNew = await inTenant(owner, 'all-tenants', (sql) => requestReplacement(sql, operator));
    console.log(
      isNew ? 'The worker replaces them now.' : 'This was requested before. The worker replaces them.',
    );
    console.log('npm run admin -- replace-card-ids --plan shows what is left.');
    return 0;
  });
