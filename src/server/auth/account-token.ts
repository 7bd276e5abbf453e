import { type KeyObject, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Sql } from '#database/connection.ts';
import { addMs, dayMs, hourMs } from '../clock.ts';
import { keyedHash } from '../keys.ts';

export type TokenPurpose = 'invitation' | 'password-reset' | 'first-administrator';

/** How long each link opens (docs/domain.md#passwords). */
export const tokenLifeMs: Readonly<Record<TokenPurpose, number>> = {
  invitation: 7 * dayMs,
  'password-reset': dayMs,
  'first-administrator': dayMs,
};

/**
 * Makes a single-use link to a password and answers its token id, which mails carry: the secret is made
 * from it when a mail is rendered. A newer link of a person cancels the older ones, whatever for.
 */
export async function issueAccountToken(
  sql: Sql,
  token: { purpose: 'invitation' | 'password-reset'; userId: string; now: Date },
): Promise<string> {
  // One at a time a person, or two issued at once would both stay open.
  await sql`select from app_user where user_id = ${token.userId} for update`;
  await cancelAccountTokens(sql, token.userId, token.now);
  return insertToken(sql, token);
}

/** The link of an empty installation; it belongs to nobody yet, and the newest is the only one. */
export async function issueFirstAdministratorToken(sql: Sql, now: Date): Promise<string> {
  await sql`delete from account_token where purpose = 'first-administrator'`;
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

/** Closes the open links of a person: their password or their username has changed. */
export async function cancelAccountTokens(sql: Sql, userId: string, now: Date): Promise<void> {
  await sql`
    update account_token set cancelled_at = ${now}
    where user_id = ${userId} and used_at is null and cancelled_at is null`;
}

/** What stands in the link: the id and its keyed hash, 64 characters of base64url. */
export function tokenSecret(key: KeyObject, tokenId: string): string {
  const id = Buffer.from(tokenId.replaceAll('-', ''), 'hex');
  return Buffer.concat([id, keyedHash(key, tokenId)]).toString('base64url');
}

/** The token id behind a link, when the server's key made it; says nothing yet of being open. */
export function readTokenId(key: KeyObject, secret: string): string | undefined {
  const bytes = Buffer.from(secret, 'base64url');
  // Decoding is forgiving; only the one spelling that was sent counts.
  if (bytes.length !== 48 || bytes.toString('base64url') !== secret) return undefined;
  const hex = bytes.subarray(0, 16).toString('hex');
  const tokenId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return timingSafeEqual(bytes.subarray(16), keyedHash(key, tokenId)) ? tokenId : undefined;
}

/** Whose open link it is; it stays open. */
export async function readAccountToken(sql: Sql, tokenId: string, now: Date): Promise<string | undefined> {
  const [row] = await sql<{ userId: string }[]>`
    select user_id from account_token
    where token_id = ${tokenId} and user_id is not null
      and used_at is null and cancelled_at is null and expires_at > ${now}`;
  return row?.userId;
}

/** Uses the link up, once, in the transaction of what it opens; false when it is not open any more. */
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

/** Links that opened nothing for a long time; invitations are kept a while, users see that they expired. */
export async function deleteOldTokens(sql: Sql, now: Date): Promise<void> {
  await sql`delete from account_token where purpose <> 'invitation' and expires_at < ${addMs(now, -hourMs * 24 * 30)}`;
}
