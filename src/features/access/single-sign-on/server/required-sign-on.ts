import { findUserByName } from '#server/auth/app-user.ts';
import type { Database } from '#database/connection.ts';
import { inTenant } from '#database/tenant.ts';
import { isBreakGlassOpen } from '#server/auth/step-up.ts';
import { Problem } from '#shared/problem.ts';
import { domainOfEmail } from '../domain-name.ts';
import { findDomainOwner, loadProvider } from './db/sso-provider.ts';

/**
 * Throws SINGLE_SIGN_ON_REQUIRED for usernames of a domain whose company requires single sign-on, whether the user exists or not.
 * Users of other organisations and emergency access keep the password (docs/domain.md#single-sign-on).
 */
export async function refuseWhereRequired(database: Database, userName: string, now: Date): Promise<void> {
  const domain = domainOfEmail(userName.trim());
  const companyId = domain === undefined ? undefined : await findDomainOwner(database, domain);
  if (companyId === undefined) return;
  const provider = await inTenant(database, [companyId], (sql) => loadProvider(sql, companyId));
  if (!provider?.isRequired) return;
  const user = await findUserByName(database, userName);
  if (user && (user.companyId !== companyId || (await isBreakGlassOpen(database, user.userId, now)))) return;
  throw new Problem(403, 'SINGLE_SIGN_ON_REQUIRED', 'single_sign_on_required');
}
