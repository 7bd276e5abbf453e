import { problems } from '#contract/problem.ts';
import { antiForgeryCookie, newAntiForgeryValue } from '#server/anti-forgery.ts';
import { recordAudit } from '#server/audit.ts';
import { sessionCookieName } from '#server/authenticate.ts';
import { type PublicAsk, Reply, handlePublic } from '#server/handler.ts';
import { verifyPassword } from '#server/passwords.ts';
import { createSession, deleteSession, hashToken, newSessionToken } from '#server/session-store.ts';
import { attemptsOf, clearAttempts, countAttempt } from '#server/throttle.ts';
import { minuteMs } from '#server/clock.ts';
import { type LoginResult, login as call } from '../calls.ts';
import { type UserRow, loginResultOf, userByName, userNameKey } from './user-store.ts';

type LoginAsk = PublicAsk<typeof call>;

/** Failed attempts one address may make in a minute, whatever the names. */
const addressLimit = 30;
/** Both are signed in to nothing: the page leads on to a new password (spec 1 §4). */
const mustChangePassword = ['TEMPORARY_PASSWORD', 'PASSWORD_EXPIRED'];

/**
 * Unknown users, wrong passwords and locks answer alike at every step: attempts are counted by the name
 * as typed, known or not, and every attempt that is not throttled costs one password hash.
 */
export const login = handlePublic(call, async (ask) => {
  const { body, services } = ask;
  await refuseThrottled(ask);
  const user = await userByName(services.database, body.username);
  const matches = await verifyPassword(user?.passwordHash ?? null, body.password);
  if (user && isLocked(user, ask.now)) return refuse(ask, user, 'locked');
  if (!user || !matches) return refuse(ask, user, 'incorrect');
  if (!user.active) return refuse(ask, user, 'inactive');
  await clearAttempts(services.database, nameKey(ask));
  if (mustChangePassword.includes(user.lockedReason ?? '')) {
    return loginResultOf(services.database, user);
  }
  return admit(ask, user);
});

const nameKey = (ask: LoginAsk) => `login:name:${userNameKey(ask.body.username)}`;
const addressKey = (ask: LoginAsk) => `login:address:${ask.request.ip}`;

async function refuseThrottled(ask: LoginAsk): Promise<void> {
  const { config, database } = ask.services;
  const attempts = await attemptsOf(database, [nameKey(ask), addressKey(ask)], ask.now);
  const byAddress = attempts.get(addressKey(ask));
  if (byAddress && byAddress.attempts >= addressLimit) {
    throw problems.tooManyRequests(Math.ceil((byAddress.resetsAt.getTime() - ask.now.getTime()) / 1000));
  }
  if ((attempts.get(nameKey(ask))?.attempts ?? 0) >= config.maxPasswordAttempts) {
    throw problems.accountLocked();
  }
}

function isLocked(user: UserRow, now: Date): boolean {
  if (user.lockedReason === null || mustChangePassword.includes(user.lockedReason)) return false;
  return user.lockedUntil === null || user.lockedUntil > now;
}

async function refuse(
  ask: LoginAsk,
  user: UserRow | undefined,
  why: 'incorrect' | 'locked' | 'inactive',
): Promise<never> {
  const { config, database } = ask.services;
  const attempts = await countAttempt(database, nameKey(ask), config.lockMs, ask.now);
  await countAttempt(database, addressKey(ask), minuteMs, ask.now);
  if (user && why === 'incorrect' && attempts >= config.maxPasswordAttempts) {
    await database`
      update app_user set locked_reason = 'MAX_PASSWORD_ATTEMPTS',
        locked_until = ${new Date(ask.now.getTime() + config.lockMs)}
      where user_id = ${user.userId} and locked_reason is null`;
  }
  await recordAudit(database, { ...auditOf(ask, user), outcome: `refused: ${why}` });
  if (why === 'locked') throw problems.accountLocked();
  if (why === 'inactive') throw problems.accountInactive();
  throw problems.incorrectCredentials();
}

async function admit(ask: LoginAsk, user: UserRow): Promise<Reply<LoginResult>> {
  const { config, database, keys } = ask.services;
  const cookie = sessionCookieName(config.portalUrl);
  const token = newSessionToken();
  const tokenHash = hashToken(token);
  const old = ask.request.cookie(cookie);
  const result = await database.begin(async (sql) => {
    // A new token at every sign-in: one planted before it opens nothing (security B2 #23).
    if (old) await deleteSession(sql, hashToken(old));
    await createSession(sql, { tokenHash, userId: user.userId, now: ask.now, ...ask.request }, config);
    await sql`
      update app_user set last_logon_at = ${ask.now}, locked_reason = null, locked_until = null
      where user_id = ${user.userId}`;
    await recordAudit(sql, { ...auditOf(ask, user), outcome: 'allowed' });
    return loginResultOf(sql, { ...user, lockedReason: null });
  });
  const antiForgery = newAntiForgeryValue(keys.antiForgery, tokenHash.toString('hex'));
  return new Reply(200, result, {
    cookies: [
      { name: cookie, value: token, httpOnly: true },
      { name: antiForgeryCookie, value: antiForgery, httpOnly: false },
    ],
  });
}

function auditOf(ask: LoginAsk, user: UserRow | undefined) {
  return {
    at: ask.now,
    companyId: user?.companyId ?? null,
    actorKind: user ? ('user' as const) : ('anonymous' as const),
    // Of a stranger only that there was one: people type passwords into the wrong box.
    actor: user?.userId ?? 'unknown',
    ip: ask.request.ip,
    act: 'login',
    requestId: ask.request.id,
  };
}
