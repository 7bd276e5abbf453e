import { isEmailLike } from '#shared/patterns.ts';
import type { Sql } from '#database/connection.ts';
import { domainOfEmail } from '../../domain-name.ts';
import { companyOfDomain } from '../db/sso-domain.ts';
import { type Claims, claimOf, textClaim } from './claims.ts';

type EmailProblem = 'email_missing' | 'email_unverified' | 'domain';

/**
 * The email of a sign-in, whose domain the company has verified. A provider may leave `email_verified` out: it is the company's
 * own. It may not send false.
 */
export async function emailOfClaims(
  sql: Sql,
  companyId: number,
  claims: Claims,
): Promise<{ email: string } | { problem: EmailProblem }> {
  const email = textClaim(claims, 'email')?.toLowerCase();
  if (email === undefined || !isEmailLike(email)) return { problem: 'email_missing' };
  const isVerified = claimOf(claims, 'email_verified');
  if (isVerified === false || isVerified === 'false') return { problem: 'email_unverified' };
  const domain = domainOfEmail(email);
  const owner = domain === undefined ? undefined : await companyOfDomain(sql, domain);
  return owner === companyId ? { email } : { problem: 'domain' };
}
