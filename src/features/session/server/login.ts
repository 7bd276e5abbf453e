import { parseLocale } from '#shared/locales.ts';
import { antiForgeryCookie, newAntiForgeryValue } from '#server/auth/anti-forgery.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import { sessionCookieName } from '#server/auth/authenticate.ts';
import { Reply, handlePublic } from '#server/handler.ts';
import { createSession, deleteSession, hashToken, newSessionToken } from '#server/auth/session-store.ts';
import { type LoginResult, login as endpoint } from '../endpoints.ts';
import { mustChangePassword } from '../sign-in.ts';
import { mailNewDevice, rememberDevice } from './sign-in/known-device.ts';
import { type Proof, auditOfProof, provePassword } from './sign-in/prove-password.ts';
import { type UserRow, buildLoginResult } from './user-store.ts';

export const login = handlePublic(endpoint, async ({ body, request, services, now }) => {
  const proof = { userName: body.username, password: body.password, act: 'login', request, services, now };
  const user = await provePassword(proof);
  // Signed in to nothing: the page leads on to a new password (docs/domain.md#sign-in).
  if (mustChangePassword(user.lockedReason)) return buildLoginResult(services.database, user);
  return signInUser(proof, user);
});

async function signInUser(proof: Proof, user: UserRow): Promise<Reply<LoginResult>> {
  const { request, now } = proof;
  const { config, database, keys } = proof.services;
  const cookie = sessionCookieName(config.portalUrl);
  const token = newSessionToken();
  const tokenHash = hashToken(token);
  const old = request.cookie(cookie);
  const { result, device } = await database.begin(async (sql) => {
    // A new token at every sign-in: one planted before it opens nothing (docs/domain.md#sign-in).
    if (old) await deleteSession(sql, hashToken(old));
    await createSession(sql, { tokenHash, userId: user.userId, now, ...request }, config);
    await sql`
      update app_user set previous_logon_at = last_logon_at, last_logon_at = ${now}, locked_reason = null,
        locked_until = null, locale = ${pageLocale(request.header('accept-language')) ?? user.locale}
      where user_id = ${user.userId}`;
    const { userId } = user;
    const remembered = await rememberDevice(sql, { userId, request, portalUrl: config.portalUrl, now });
    if (remembered.isNew) await mailNewDevice(sql, user, { request, now });
    await writeAuditEvent(sql, { ...auditOfProof(proof, user), outcome: 'allowed' });
    return {
      result: await buildLoginResult(sql, { ...user, lockedReason: null }),
      device: remembered.cookie,
    };
  });
  const antiForgery = newAntiForgeryValue(keys.antiForgery, tokenHash.toString('hex'));
  return new Reply(200, result, {
    cookies: [
      { name: cookie, value: token, httpOnly: true },
      { name: antiForgeryCookie, value: antiForgery, httpOnly: false },
      device,
    ],
  });
}

/** Mails follow the language that the person chose for the page, which the page names alone. */
function pageLocale(header: string | undefined): string | undefined {
  return header !== undefined && /^[a-z]{2}$/.test(header) ? parseLocale(header) : undefined;
}
