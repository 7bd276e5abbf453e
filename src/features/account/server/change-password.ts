import { problems } from '#shared/problem.ts';
import { auditOfProof, provePassword } from '#features/session/server/sign-in/prove-password.ts';
import { sessionCookieName } from '#server/auth/authenticate.ts';
import { antiForgeryCookie, newAntiForgeryValue } from '#server/auth/anti-forgery.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import { type CookieChange, Reply, handlePublic } from '#server/handler.ts';
import { createSession, hashToken, newSessionToken, useSession } from '#server/auth/session-store.ts';
import { changePassword as endpoint } from '../endpoints.ts';
import { acceptedHash, replacePassword } from './new-password.ts';

/**
 * By the current password, with or without a session; it shares the counters of signing in. Every session of
 * the person ends; the one that asks goes on under a new token.
 */
export const changePassword = handlePublic(endpoint, async ({ body, request, services, now }) => {
  const { config, database, keys } = services;
  const { username: userName, password } = body;
  const proof = { userName, password, act: 'changePassword', request, services, now };
  const user = await provePassword(proof);
  const hash = await acceptedHash(database, user, body.newPassword, config);
  const cookies: CookieChange[] = [];
  await database.begin(async (sql) => {
    const cookie = sessionCookieName(config.portalUrl);
    const old = request.cookie(cookie);
    const session = old ? await useSession(sql, hashToken(old), now, config) : undefined;
    const unlocks = ['TEMPORARY_PASSWORD', 'PASSWORD_EXPIRED'];
    if (!(await replacePassword(sql, user, { hash, now, ip: request.ip, unlocks }))) {
      // Somebody else has changed it meanwhile: the one that was proven is not the current one any more.
      throw problems.incorrectCredentials();
    }
    if (session?.userId === user.userId) {
      const token = newSessionToken();
      const tokenHash = hashToken(token);
      await createSession(sql, { tokenHash, userId: user.userId, now, ...request }, config);
      const value = newAntiForgeryValue(keys.antiForgery, tokenHash.toString('hex'));
      cookies.push(
        { name: cookie, value: token, httpOnly: true },
        { name: antiForgeryCookie, value, httpOnly: false },
      );
    }
    await writeAuditEvent(sql, { ...auditOfProof(proof, user), outcome: 'allowed' });
  });
  return new Reply(204, undefined, { cookies });
});
