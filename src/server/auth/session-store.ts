import { createHash, randomBytes } from 'node:crypto';
import type { Sql } from '#database/connection.ts';
import { addMs, secondMs } from '../clock.ts';
import type { Config } from '../config.ts';
import { type TestClock, testClocksColumn } from '../time/test-clock.ts';

/**
 * How users prove that they are there. 'provider-factor' is a second factor at the provider of single sign-on; 'single-sign-on' is
 * a sign-in there without one.
 */
export type ConfirmedBy =
  | 'password'
  | 'single-sign-on'
  | 'provider-factor'
  | 'totp'
  | 'passkey'
  | 'recovery-code';

/** Whether this proof counts for users without a second factor only. */
export const isOneFactor = (by: ConfirmedBy | null): boolean => by === 'password' || by === 'single-sign-on';

/** The last proof in a session; null: the session began without one, in a remembered browser. */
export interface Confirmation {
  confirmedAt: Date | null;
  confirmedBy: ConfirmedBy | null;
}

interface SessionRow extends Confirmation {
  userId: string;
  accessVersion: number;
  isEnrolling: boolean;
  testClocks: Readonly<Record<string, TestClock>> | null;
}

/** 256 random bits. Only the hash is stored, so that a leaked database contains no usable token. */
export function newSessionToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** How old last_used_at may be before a request updates it, which keeps most requests read-only. */
const useGranularityMs = 20 * secondMs;

/** The open session of a token: neither idle nor expired, and its user active. */
export async function useSession(
  sql: Sql,
  tokenHash: Buffer,
  now: Date,
  config: Config,
): Promise<SessionRow | undefined> {
  const [found] = await sql<(SessionRow & { lastUsedAt: Date })[]>`
    select s.user_id, s.last_used_at, s.confirmed_at, s.confirmed_by, s.is_enrolling, u.access_version,
           ${testClocksColumn(sql)} as test_clocks
    from user_session s
    join app_user u on u.user_id = s.user_id
    where s.token_hash = ${tokenHash}
      and s.expires_at > ${now}
      and s.last_used_at > ${addMs(now, -config.sessionIdleMs)}
      and u.active and u.locked_reason is null`;
  if (!found) return undefined;
  const { lastUsedAt, ...row } = found;
  if (now.getTime() - lastUsedAt.getTime() > useGranularityMs) await touchSession(sql, tokenHash, now);
  return row;
}

export async function touchSession(sql: Sql, tokenHash: Buffer, now: Date): Promise<void> {
  await sql`update user_session set last_used_at = greatest(last_used_at, ${now}) where token_hash = ${tokenHash}`;
}

export async function createSession(
  sql: Sql,
  session: { tokenHash: Buffer; userId: string; now: Date; ip: string; userAgent: string } & Confirmation & {
      isEnrolling: boolean;
    },
  config: Config,
): Promise<void> {
  await sql`
    insert into user_session (token_hash, user_id, created_at, last_used_at, expires_at, ip, user_agent, confirmed_at,
                              confirmed_by, is_enrolling)
    values (${session.tokenHash}, ${session.userId}, ${session.now}, ${session.now},
            ${addMs(session.now, config.sessionAbsoluteMs)}, ${session.ip}, ${session.userAgent},
            ${session.confirmedAt}, ${session.confirmedBy}, ${session.isEnrolling})`;
}

/** Records a new proof in a session. */
export async function confirmSession(
  sql: Sql,
  { tokenHash, confirmedBy, now }: { tokenHash: Buffer; confirmedBy: ConfirmedBy; now: Date },
): Promise<void> {
  await sql`
    update user_session set confirmed_at = ${now}, confirmed_by = ${confirmedBy} where token_hash = ${tokenHash}`;
}

/** Deletes a session and returns its user. */
export async function deleteSession(sql: Sql, tokenHash: Buffer): Promise<string | undefined> {
  const [deleted] = await sql<{ userId: string }[]>`
    delete from user_session where token_hash = ${tokenHash} returning user_id`;
  return deleted?.userId;
}

export async function deleteExpiredSessions(sql: Sql, now: Date, config: Config): Promise<number> {
  const deleted = await sql`
    delete from user_session
    where expires_at <= ${now} or last_used_at <= ${addMs(now, -config.sessionIdleMs)}`;
  return deleted.count;
}

export interface OpenSession {
  sessionId: string;
  tokenHash: Buffer;
  createdAt: Date;
  lastUsedAt: Date;
  ip: string;
  userAgent: string;
}

/** The open sessions of a user, latest used first. */
export async function openSessions(
  sql: Sql,
  userId: string,
  now: Date,
  config: Config,
): Promise<OpenSession[]> {
  return sql<OpenSession[]>`
    select session_id, token_hash, created_at,
           last_used_at, ip, user_agent
    from user_session
    where user_id = ${userId} and expires_at > ${now}
      and last_used_at > ${addMs(now, -config.sessionIdleMs)}
    order by last_used_at desc, session_id`;
}

/** Ends one session of a user, all but one, or all; returns how many. */
export async function endSessions(
  sql: Sql,
  userId: string,
  target: { sessionId: string } | { except: Buffer } | 'all',
): Promise<number> {
  const chosen =
    target === 'all'
      ? sql`true`
      : 'sessionId' in target
        ? sql`session_id::text = ${target.sessionId}`
        : sql`token_hash <> ${target.except}`;
  const ended = await sql`delete from user_session where user_id = ${userId} and ${chosen}`;
  return ended.count;
}
