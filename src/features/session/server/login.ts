import { localeOf } from '#contract/locales.ts';
import { antiForgeryCookie, newAntiForgeryValue } from '#server/anti-forgery.ts';
import { recordAudit } from '#server/audit.ts';
import { sessionCookieName } from '#server/authenticate.ts';
import { Reply, handlePublic } from '#server/handler.ts';
import { createSession, deleteSession, hashToken, newSessionToken } from '#server/session-store.ts';
import { type LoginResult, login as call } from '../calls.ts';
import { mustChangePassword } from '../sign-in.ts';
import { mailNewDevice, rememberDevice } from './sign-in/known-device.ts';
import { type Proof, auditOfProof, provePassword } from './sign-in/prove-password.ts';
import { type UserRow, loginResultOf } from './user-store.ts';

export const login = handlePublic(call, async ({ body, request, services, now }) => {
  const proof = { userName: body.username, password: body.password, act: 'login', request, services, now };
  const user = await provePassword(proof);
  // Signed in to nothing: the page leads on to a new password (spec 1 §4).
  if (mustChangePassword(user.lockedReason)) return loginResultOf(services.database, user);
  return admit(proof, user);
});

async function admit(proof: Proof, user: UserRow): Promise<Reply<LoginResult>> {
  const { request, now } = proof;
  const { config, database, keys } = proof.services;
  const cookie = sessionCookieName(config.portalUrl);
  const token = newSessionToken();
  const tokenHash = hashToken(token);
  const old = request.cookie(cookie);
  const { result, device } = await database.begin(async (sql) => {
    // A new token at every sign-in: one planted before it opens nothing (security B2 #23).
    if (old) await deleteSession(sql, hashToken(old));
    await createSession(sql, { tokenHash, userId: user.userId, now, ...request }, config);
    await sql`
      update app_user set previous_logon_at = last_logon_at, last_logon_at = ${now}, locked_reason = null,
        locked_until = null, locale = ${pageLocale(request.header('accept-language')) ?? user.locale}
      where user_id = ${user.userId}`;
    const { userId } = user;
    const remembered = await rememberDevice(sql, { userId, request, portalUrl: config.portalUrl, now });
    if (remembered.isNew) await mailNewDevice(sql, user, { request, now });
    await recordAudit(sql, { ...auditOfProof(proof, user), outcome: 'allowed' });
    return { result: await loginResultOf(sql, { ...user, lockedReason: null }), device: remembered.cookie };
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
  return header !== undefined && /^[a-z]{2}$/.test(header) ? localeOf(header) : undefined;
}
