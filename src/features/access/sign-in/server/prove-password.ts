import { problems } from '#shared/problem.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import { addMs, dayMs } from '#server/clock.ts';
import type { RequestInfo } from '#server/handler.ts';
import { hashPassword, isOutdatedHash, verifyPassword } from '#server/auth/passwords.ts';
import { mustChangePassword } from '../sign-in.ts';
import { type Attempt, countBeforehand, countFailure, clearFailures } from './sign-in-attempts.ts';
import { type UserRow, findUserByName } from '#server/auth/app-user.ts';

interface Proof extends Attempt {
  request: RequestInfo;
  password: string;
  /** The attempted action, for the audit. */
  act: string;
}

/**
 * Returns the user of a correct username and password, for sign-in and password change. Unknown users, wrong
 * passwords and locks get the same response, and every counted attempt costs one password hash. Throws 401,
 * 429.
 */
export async function provePassword(proof: Proof): Promise<UserRow> {
  const attempts = await countBeforehand(proof);
  const user = await findUserByName(proof.services.database, proof.userName);
  const matches = await verifyPassword(user?.passwordHash ?? null, proof.password);
  if (user && isLocked(user, proof.now)) {
    // Only a caller with the password learns of the lock. For others the account looks like an unknown one.
    const lock = user.lockedReason === 'USER_INACTIVE_ACCOUNT' ? 'inactive' : 'locked';
    return refuse(proof, user, attempts, matches ? lock : 'incorrect');
  }
  if (!user || !matches) return refuse(proof, user, attempts, 'incorrect');
  if (!user.active) return refuse(proof, user, attempts, 'inactive');
  await clearFailures(proof);
  if (isOutdatedHash(user.passwordHash ?? '')) await renewHash(user, proof);
  return expired(user, proof) ? { ...user, lockedReason: await expire(user, proof) } : user;
}

export function isLocked(user: UserRow, now: Date): boolean {
  if (user.lockedReason === null || mustChangePassword(user.lockedReason)) return false;
  return user.lockedUntil === null || user.lockedUntil > now;
}

function expired(user: UserRow, { services, now }: Proof): boolean {
  const { passwordDays } = services.config;
  if (passwordDays === 0 || mustChangePassword(user.lockedReason) || !user.passwordChangedAt) return false;
  return user.passwordChangedAt <= addMs(now, -passwordDays * dayMs);
}

async function renewHash(user: UserRow, { services, password }: Proof): Promise<void> {
  // Replaces only the compared hash: the user may be changing the password right now.
  await services.database`
    update app_user set password_hash = ${await hashPassword(password)}
    where user_id = ${user.userId} and password_hash = ${user.passwordHash}`;
}

async function expire(user: UserRow, { services }: Proof): Promise<string> {
  await services.database`
    update app_user set locked_reason = 'PASSWORD_EXPIRED', locked_until = null where user_id = ${user.userId}`;
  return 'PASSWORD_EXPIRED';
}

async function refuse(
  proof: Proof,
  user: UserRow | undefined,
  attempts: number,
  reason: 'incorrect' | 'locked' | 'inactive',
): Promise<never> {
  await countFailure(proof, attempts);
  await writeAuditEvent(proof.services.database, {
    ...proofDetails(proof, user),
    outcome: `refused: ${reason}`,
  });
  if (reason === 'locked') throw problems.accountLocked();
  if (reason === 'inactive') throw problems.accountInactive();
  throw problems.incorrectCredentials();
}

export function proofDetails(proof: Proof, user: UserRow | undefined) {
  return {
    at: proof.now,
    companyId: user?.companyId ?? null,
    actorKind: user ? ('user' as const) : ('anonymous' as const),
    // Omits unknown usernames: users type passwords into the wrong field.
    actor: user?.userId ?? 'unknown',
    ip: proof.request.ip,
    act: proof.act,
    requestId: proof.request.id,
  };
}
