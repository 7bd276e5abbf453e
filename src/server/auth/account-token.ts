import { randomUUID, timingSafeEqual } from 'node:crypto';
import type { Sql } from '#database/connection.ts';
import { addMs, dayMs, hourMs } from '../clock.ts';
import { type KeyRing, keyedHash } from '../keys.ts';

type TokenPurpose = 'invitation' | 'password-reset' | 'first-administrator';

/** How long an invitation is valid. */
export const invitationLifeMs = 7 * dayMs;

/** How long each link is valid (docs/domain.md#passwords). */
const tokenLifeMs: Readonly<Record<TokenPurpose, number>> = {
  invitation: invitationLifeMs,
  'password-reset': dayMs,
  'first-administrator': dayMs,
};

/**
 * Creates a single-use link to set a password and returns its token id. The secret is derived from the id when the
 * email is rendered. A new link of a user cancels the older ones.
 */
export async function issueAccountToken(
  sql: Sql,
  token: { purpose: 'invitation' | 'password-reset'; userId: string; now: Date },
): Promise<string> {
  // Serialises links of a user, because two concurrent ones would both stay open.
  await sql`select from app_user where user_id = ${token.userId} for update`;
  await cancelAccountTokens(sql, token.userId, token.now);
  return insertToken(sql, token);
}

/**
 * The link for the first user of a new system. Programs that start within an hour print the same one, as several copies do on
 * their first start. Later it is replaced by a new one.
 */
export async function issueFirstAdministratorToken(sql: Sql, now: Date): Promise<string> {
  await sql`select pg_advisory_xact_lock(hashtext('first administrator'))`;
  const [open] = await sql<{ tokenId: string }[]>`
    select token_id from account_token
    where purpose = 'first-administrator' and used_at is null and created_at > ${addMs(now, -hourMs)}`;
  if (open) return open.tokenId;
  await sql`delete from account_token where purpose = 'first-administrator' and used_at is null`;
  return insertToken(sql, { purpose: 'first-administrator', userId: null, now });
}

async function insertToken(
  sql: Sql,
  token: { purpose: TokenPurpose; userId: string | null; now: Date },
): Promise<string> {
  const tokenId = randomUUID();
  await sql`
    insert into account_token (token_id, purpose, user_id, created_at, expires_at)
    values (${tokenId}, ${token.purpose}, ${token.userId}, ${token.now},
            ${addMs(token.now, tokenLifeMs[token.purpose])})`;
  return tokenId;
}

/** Cancels the open links of a user whose password or username has changed. */
export async function cancelAccountTokens(sql: Sql, userId: string, now: Date): Promise<void> {
  await sql`
    update account_token set cancelled_at = ${now}
    where user_id = ${userId} and used_at is null and cancelled_at is null`;
}

/** The secret of a link: the id and its keyed hash, 64 characters of base64url. */
export function tokenSecret(ring: KeyRing, tokenId: string): string {
  const id = Buffer.from(tokenId.replaceAll('-', ''), 'hex');
  return Buffer.concat([id, keyedHash(ring.current, tokenId)]).toString('base64url');
}

/** The token id of a link that our key signed. Doesn't check that the link is open. */
export function readTokenId(ring: KeyRing, secret: string, now: Date): string | undefined {
  const bytes = Buffer.from(secret, 'base64url');
  // Rejects other encodings of the same bytes.
  if (bytes.length !== 48 || bytes.toString('base64url') !== secret) return undefined;
  const hex = bytes.subarray(0, 16).toString('hex');
  const tokenId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  // The link with the longest life is an invitation.
  const keys = ring.valid(now, invitationLifeMs);
  return keys.some((key) => timingSafeEqual(bytes.subarray(16), keyedHash(key, tokenId)))
    ? tokenId
    : undefined;
}

/** The user of an open link, which stays open. */
export async function readAccountToken(sql: Sql, tokenId: string, now: Date): Promise<string | undefined> {
  const [row] = await sql<{ userId: string }[]>`
    select user_id from account_token
    where token_id = ${tokenId} and user_id is not null
      and used_at is null and cancelled_at is null and expires_at > ${now}`;
  return row?.userId;
}

/** Marks a link as used. False when it is no longer open. Call it in the transaction of the change. */
export async function useAccountToken(
  sql: Sql,
  token: { tokenId: string; purposes: readonly TokenPurpose[]; now: Date },
): Promise<boolean> {
  const used = await sql`
    update account_token set used_at = ${token.now}
    where token_id = ${token.tokenId} and purpose = any (${token.purposes as string[]})
      and used_at is null and cancelled_at is null and expires_at > ${token.now}
    returning 1`;
  return used.length === 1;
}

/**
 * Deletes expired links, except invitations, whose expiry users see, and the used one of the first administrator, after which
 * no other is made.
 */
export async function deleteOldTokens(sql: Sql, now: Date): Promise<void> {
  await sql`
    delete from account_token
    where purpose <> 'invitation' and not (purpose = 'first-administrator' and used_at is not null)
      and expires_at < ${addMs(now, -hourMs * 24 * 30)}`;
}

/** Whether the first administrator is still missing: no provider's user exists, and no link was used. */
export async function isFirstAdministratorMissing(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ missing: boolean }[]>`
    select not exists (select from app_user where domain_user)
       and not exists (select from account_token where purpose = 'first-administrator' and used_at is not null)
       as missing`;
  return row?.missing ?? false;
}
