import { inTenant } from '#database/tenant.ts';
import { issueFirstAdministratorToken, tokenSecret } from '#server/auth/account-token.ts';
import type { Services } from '#server/services.ts';
import { seedStandardRoles } from './demo-users.ts';

/**
 * A start without a demo has no administrator and no default password. It prints a link, valid for one day and one
 * use, that creates the first administrator. The next start prints a new one until it is used.
 */
export async function createFirstAdministratorLink({
  database,
  config,
  clock,
  keys,
}: Services): Promise<string[]> {
  // Standard roles belong to no company.
  const tokenId = await inTenant(database, 'all-tenants', async (sql) => {
    await seedStandardRoles(sql);
    const [state] = await sql<
      { empty: boolean }[]
    >`select not exists (select from app_user where domain_user) as empty`;
    return state?.empty ? issueFirstAdministratorToken(sql, clock.now()) : undefined;
  });
  if (tokenId === undefined) return [];
  const link = `${config.portalUrl}/setup/${tokenSecret(keys.accountLink, tokenId)}`;
  return ['', `Create the first administrator: ${link}`, ''];
}
