import {
  type PresentedFactor,
  type ProvenFactor,
  proveFactor,
} from '#features/access/second-factor/server/prove-factor.ts';
import { notifyOwner } from '#features/access/second-factor/server/notify-owner.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import { Problem, problems } from '#shared/problem.ts';
import type { UserRow } from '#server/auth/app-user.ts';
import type { SignIn } from './open-session.ts';
import { isLocked } from './prove-password.ts';
import { clearFailures, countBeforehand, countFailure } from './sign-in-attempts.ts';

/**
 * Checks a second factor with the counters and locks of passwords. `status`: of the refusal; 400 in a session, which 401 would
 * end. Throws INCORRECT_CODE, PASSKEY_REFUSED, account_locked, 429.
 */
export async function proveCode(
  signIn: SignIn,
  user: UserRow,
  { presented, ...expected }: { presented: PresentedFactor; status: 400 | 401 } & PasskeyPurpose,
): Promise<ProvenFactor> {
  const { services, request, now } = signIn;
  const attempt = { services, request, now, userName: user.userName, isCode: true };
  const attempts = await countBeforehand(attempt);
  const { purpose, status } = expected;
  const isOpen = user.active && !isLocked(user, now);
  const proven = isOpen
    ? await proveFactor(services.database, presented, { services, userId: user.userId, purpose, now })
    : undefined;
  if (!proven) {
    await countFailure(attempt, attempts);
    await writeAuditEvent(services.database, {
      at: now,
      companyId: user.companyId,
      actorKind: 'user',
      actor: user.userId,
      ip: request.ip,
      act: signIn.act,
      outcome: isOpen ? 'refused: incorrect' : 'refused: locked',
      requestId: request.id,
    });
    if (!isOpen) throw problems.accountLocked();
    throw 'passkey' in presented
      ? new Problem(status, 'PASSKEY_REFUSED', 'passkey_refused')
      : new Problem(status, 'INCORRECT_CODE', 'incorrect_code');
  }
  await clearFailures(attempt);
  if (proven.by === 'recovery-code') {
    const used = { userId: user.userId, ip: request.ip, now, object: String(proven.codesLeft) };
    await notifyOwner(services.database, 'recoveryCodeUsed', used);
  }
  return proven;
}

interface PasskeyPurpose {
  purpose: 'passkey-second-factor' | 'passkey-step-up';
}
