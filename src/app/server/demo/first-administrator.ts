import { dayMs } from '#server/clock.ts';
import type { Services } from '#server/services.ts';
import { hashToken, newSessionToken } from '#server/session-store.ts';
import { seedStandardRoles } from './demo-users.ts';

/**
 * A start without demo has no user and no default password: it prints a link, good for one day and one use,
 * behind which the first administrator is made. The next start prints a new one until that has happened.
 */
export async function firstAdministratorLink({ database, config, clock }: Services): Promise<string[]> {
  const token = newSessionToken();
  const now = clock.now();
  const isNew = await database.begin(async (sql) => {
    await seedStandardRoles(sql);
    const [state] = await sql<{ empty: boolean }[]>`select not exists (select from app_user) as empty`;
    if (!state?.empty) return false;
    await sql`delete from one_time_token where purpose = 'first-administrator'`;
    await sql`
      insert into one_time_token (token_hash, purpose, expires_at)
      values (${hashToken(token)}, 'first-administrator', ${new Date(now.getTime() + dayMs)})`;
    return true;
  });
  return isNew ? ['', `Create the first administrator: ${config.portalUrl}/setup/${token}`, ''] : [];
}
