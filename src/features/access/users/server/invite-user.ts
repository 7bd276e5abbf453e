import type { Locale } from '#shared/locales.ts';
import { problems } from '#shared/problem.ts';
import { hasPermissionOn } from '#shared/scoped-permission.ts';
import type { TenantSql } from '#database/tenant.ts';
import { issueAccountToken } from '#server/auth/account-token.ts';
import type { Caller } from '#server/auth/caller.ts';
import { mayInvite } from '../account-state.ts';
import { mayChange } from '../grant-rules.ts';
import { loadGrants } from './db/grants.ts';
import { loadUserRecord, toScimUser } from './db/user-records.ts';
import { type LockedUser, lockUser, mayManage } from './lock-users.ts';
import { nothingToSend } from './scim-problems.ts';

/**
 * Users who may create or manage users there may invite them. So may a domain user who created the first user
 * of a company, though they cannot see that user afterwards.
 */
export async function lockInvited(
  sql: TenantSql,
  caller: Caller,
  userId: string,
  now: Date,
): Promise<LockedUser> {
  const user = await lockUser(sql, caller, userId);
  const { held, record, grants } = user;
  const mayCreate =
    hasPermissionOn(held, 'P_VIEW_MI_MERCHANT_ADMIN', record.path) &&
    hasPermissionOn(held, 'P_CREATE_PORTAL_USER', record.path);
  if (!(mayCreate || mayManage(held, caller, record)) || !mayChange(held, grants)) throw problems.forbidden();
  if (!mayInvite(toScimUser(record, grants, now))) throw nothingToSend();
  return user;
}

/** A new link, which replaces an earlier one. */
export async function issueInvitation(
  sql: TenantSql,
  { record: { userId } }: LockedUser,
  now: Date,
): Promise<{ tokenId: string; locale: Locale }> {
  const tokenId = await issueAccountToken(sql, { purpose: 'invitation', userId, now });
  const [row] = await sql<{ locale: Locale }[]>`
    update app_user set invited_at = ${now} where user_id = ${userId} returning locale`;
  return { tokenId, locale: row?.locale ?? 'en' };
}

/** For the audit. */
export const loadInvited = async (sql: TenantSql, { record: { userId } }: LockedUser) => ({
  record: await loadUserRecord(sql, userId),
  grants: await loadGrants(sql, userId),
});
