import { writeAuditEvent } from '#server/audit/audit-event.ts';
import { readEffectivePolicy } from '#server/auth/security-policy.ts';
import { confirmSession } from '#server/auth/session-store.ts';
import { listConfirmationMethods } from '#server/auth/step-up.ts';
import { handleWithoutTransaction } from '#server/handler.ts';
import { problems } from '#shared/problem.ts';
import { stepUp as endpoint } from '../endpoints.ts';
import { stepUp as schemas } from '../schemas.ts';
import { proveCode } from '#features/access/sign-in/server/prove-code.ts';
import { provePassword } from '#features/access/sign-in/server/prove-password.ts';
import { loadUserById } from '#server/auth/app-user.ts';

/** The user confirms that they are there (docs/domain.md#step-up). Refusals are recorded outside of a transaction. */
export const stepUp = handleWithoutTransaction(endpoint, schemas, async (ctx) => {
  const { body, caller, request, services, now } = ctx;
  const { database } = services;
  const { session } = caller;
  if (!session) throw problems.forbidden();
  const user = await loadUserById(database, caller.id);
  const signIn = { services, request, act: endpoint.name, now };
  const by =
    'password' in body
      ? 'password'
      : (
          await proveCode(signIn, user, {
            presented: body,
            purpose: 'passkey-step-up',
            status: 400,
          })
        ).by;
  if ('password' in body) {
    const policy = await readEffectivePolicy(database, caller, { now });
    // `own-sign-in` permits the password to users without a factor. The endpoint in question checks its own rule again.
    const methods = await listConfirmationMethods(database, caller.id, {
      now,
      policy,
      reason: 'own-sign-in',
    });
    if (!methods.includes('password')) throw problems.stepUpRequired(methods);
    await provePassword({ ...signIn, userName: user.userName, password: body.password });
  }
  await database.begin(async (sql) => {
    await confirmSession(sql, { tokenHash: session.tokenHash, confirmedBy: by, now });
    await writeAuditEvent(sql, {
      at: now,
      companyId: user.companyId,
      actorKind: 'user',
      actor: user.userId,
      ip: request.ip,
      act: endpoint.name,
      outcome: 'allowed',
      detail: { by },
      requestId: request.id,
    });
  });
  return undefined;
});
