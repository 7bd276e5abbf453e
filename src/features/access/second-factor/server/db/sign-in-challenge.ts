import type { Sql } from '#database/connection.ts';
import { hashToken } from '#server/auth/session-store.ts';
import { addMs, minuteMs } from '#server/clock.ts';

export type ChallengePurpose =
  | 'second-factor'
  | 'enrol-totp'
  | 'enrol-passkey'
  | 'passkey-sign-in'
  | 'passkey-second-factor'
  | 'passkey-step-up';

/** How long a started sign-in, enrolment or passkey ceremony waits. */
export const challengeMinutes = 10;

interface Challenge {
  token: string;
  purpose: ChallengePurpose;
  /** null: the user is not known yet. */
  userId: string | null;
  now: Date;
}

export async function insertChallenge(
  sql: Sql,
  { token, purpose, userId, now, sealedSecret = null }: Challenge & { sealedSecret?: Buffer | null },
): Promise<void> {
  await sql`
    insert into sign_in_challenge (challenge_hash, purpose, user_id, sealed_secret, expires_at)
    values (${hashToken(token)}, ${purpose}, ${userId}, ${sealedSecret}, ${addMs(now, challengeMinutes * minuteMs)})`;
}

/** Uses a challenge up. False for unknown, used and expired ones, and those of another user or purpose. */
export async function useChallenge(sql: Sql, { token, purpose, userId, now }: Challenge): Promise<boolean> {
  const used = await sql`
    delete from sign_in_challenge
    where challenge_hash = ${hashToken(token)} and purpose = ${purpose}
      and user_id is not distinct from ${userId} and expires_at > ${now}
    returning 1`;
  return used.length === 1;
}

interface OpenChallenge {
  userId: string;
  sealedSecret: Buffer | null;
}

/** Reads an open challenge of a known user, which stays open. */
export async function readChallenge(
  sql: Sql,
  { token, purpose, now }: Omit<Challenge, 'userId'>,
): Promise<OpenChallenge | undefined> {
  const [row] = await sql<OpenChallenge[]>`
    select user_id, sealed_secret from sign_in_challenge
    where challenge_hash = ${hashToken(token)} and purpose = ${purpose} and user_id is not null
      and expires_at > ${now}`;
  return row;
}

/** Ends every started sign-in and enrolment of a user. */
export async function deleteChallenges(sql: Sql, userId: string): Promise<void> {
  await sql`delete from sign_in_challenge where user_id = ${userId}`;
}

/** Expired ones are refused already; this frees their rows. */
export async function deleteOldChallenges(sql: Sql, now: Date): Promise<void> {
  await sql`delete from sign_in_challenge where expires_at <= ${now}`;
}
