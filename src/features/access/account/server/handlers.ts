import { randomUUID } from 'node:crypto';
import { isEmailLike } from '#shared/patterns.ts';
import { problems } from '#shared/problem.ts';
import { type UserRow, userNameKey, loadUserById } from '#server/auth/app-user.ts';
import { rememberDevice } from '#features/access/sign-in/server/known-device.ts';
import {
  type PublicSubmit,
  clearFailures,
  countAddressFailure,
  refuseBusyAddress,
} from '#features/access/sign-in/server/sign-in-attempts.ts';
import { proofDetails, provePassword } from '#features/access/sign-in/server/prove-password.ts';
import { deviceName } from '#shared/device-name.ts';
import { writeAuditEvent, auditAction } from '#server/audit/audit-event.ts';
import { hourMs } from '#server/clock.ts';
import { type CookieChange, handlePublic, Reply, handle } from '#server/handler.ts';
import { countAttempt } from '#server/auth/throttle.ts';
import { useAccountToken, readAccountToken, readTokenId } from '#server/auth/account-token.ts';
import { sessionCookieName } from '#server/auth/authenticate.ts';
import { antiForgeryCookie, newAntiForgeryValue } from '#server/auth/anti-forgery.ts';
import {
  type OpenSession,
  createSession,
  hashToken,
  newSessionToken,
  useSession,
  openSessions,
  endSessions,
} from '#server/auth/session-store.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import { checkPassword, hashAcceptedPassword, replacePassword } from './new-password.ts';
import { mayResetByMail } from './account-jobs.ts';

/** Emails to one account in an hour. Further requests get the same response and send nothing. */
const accountLimit = 3;

/** Does the same work for every username: it stores the request, and a job looks up the account (jobs.ts). */
export const forgottenPassword = handlePublic(
  endpoints.forgottenPassword,
  schemas.forgottenPassword,
  async ({ path, request, services, now }) => {
    if (!isEmailLike(path.username.trim())) throw problems.invalid('username_email');
    const key = userNameKey(path.username);
    await services.database.begin(async (sql) => {
      const forName = await countAttempt(sql, `reset:name:${key}`, hourMs, now);
      if (forName <= accountLimit) {
        await sql`
        insert into reset_request (request_id, user_name_key, requested_at)
        values (${randomUUID()}, ${key}, ${now})`;
      }
      await writeAuditEvent(sql, {
        at: now,
        actorKind: 'anonymous',
        actor: 'unknown',
        ip: request.ip,
        act: 'forgottenPassword',
        outcome: forName <= accountLimit ? 'allowed' : 'refused: too many',
        requestId: request.id,
      });
    });
    return undefined;
  },
);

export const checkPasswordToken = handlePublic(
  endpoints.checkPasswordToken,
  schemas.checkPasswordToken,
  async (ctx) => {
    const { user } = await findLinkOwner(ctx, ctx.path.token);
    return { userId: user.userName };
  },
);

/**
 * Checks the text alone, so that callers learn the rules and no user's password (docs/domain.md#passwords).
 */
export const checkNewPassword = handlePublic(
  endpoints.checkNewPassword,
  schemas.checkNewPassword,
  async ({ body, services }) => ({
    checks: await checkPassword(body.token, body.username ?? '', services.config),
  }),
);

/** Locks that access to the mailbox lifts. An administrator lifts the others. */
const unlocks = ['TEMPORARY_PASSWORD', 'PASSWORD_EXPIRED', 'MAX_PASSWORD_ATTEMPTS'];

export const changeForgottenPassword = handlePublic(
  endpoints.changeForgottenPassword,
  schemas.changeForgottenPassword,
  async (ctx) => {
    const { services, request, now } = ctx;
    const { config, database } = services;
    const { tokenId, user } = await findLinkOwner(ctx, ctx.path.token);
    const hash = await hashAcceptedPassword(database, user, ctx.body.token, config);
    const device = await database.begin(async (sql) => {
      const purposes = ['invitation', 'password-reset'] as const;
      const isFirst = await useAccountToken(sql, { tokenId, purposes, now });
      const change = { hash, now, ip: request.ip, unlocks };
      if (!isFirst || !(await replacePassword(sql, user, change))) throw problems.linkNotOpen();
      await writeAuditEvent(sql, {
        at: now,
        companyId: user.companyId,
        actorKind: 'user',
        actor: user.userId,
        ip: request.ip,
        act: 'changeForgottenPassword',
        objectKind: 'user',
        objectId: user.userId,
        outcome: 'allowed',
        requestId: request.id,
      });
      // The owner of the mailbox uses this browser, so the next sign-in sends no new-device email.
      const { portalUrl } = config;
      return rememberDevice(sql, { userId: user.userId, request, portalUrl, now });
    });
    await clearFailures({ ...ctx, userName: user.userName });
    return new Reply(204, undefined, { cookies: [device.cookie] });
  },
);

/**
 * Changes the password with the current one, with or without a session. It shares the counters of sign-in.
 * All sessions of the user end; the current one continues under a new token.
 */
export const changePassword = handlePublic(
  endpoints.changePassword,
  schemas.changePassword,
  async ({ body, request, services, now }) => {
    const { config, database, keys } = services;
    const { username: userName, password } = body;
    const credentials = { userName, password, act: 'changePassword', request, services, now };
    const user = await provePassword(credentials);
    const hash = await hashAcceptedPassword(database, user, body.newPassword, config);
    const cookies: CookieChange[] = [];
    await database.begin(async (sql) => {
      const cookie = sessionCookieName(config.portalUrl);
      const old = request.cookie(cookie);
      const session = old ? await useSession(sql, hashToken(old), now, config) : undefined;
      const unlocks = ['TEMPORARY_PASSWORD', 'PASSWORD_EXPIRED'];
      if (!(await replacePassword(sql, user, { hash, now, ip: request.ip, unlocks }))) {
        // Another request has changed the password, so the proven one is no longer current.
        throw problems.incorrectCredentials();
      }
      if (session?.userId === user.userId) {
        const token = newSessionToken();
        const tokenHash = hashToken(token);
        // The new session must have no more rights than the old one.
        const { confirmedAt, confirmedBy, isEnrolling } = session;
        const inherited = { confirmedAt, confirmedBy, isEnrolling };
        await createSession(sql, { tokenHash, userId: user.userId, now, ...request, ...inherited }, config);
        const value = newAntiForgeryValue(keys.antiForgery, tokenHash.toString('hex'));
        cookies.push(
          { name: cookie, value: token, httpOnly: true },
          { name: antiForgeryCookie, value, httpOnly: false },
        );
      }
      await writeAuditEvent(sql, { ...proofDetails(credentials, user), outcome: 'allowed' });
    });
    return new Reply(204, undefined, { cookies });
  },
);

export const listSessions = handle(
  endpoints.listSessions,
  schemas.listSessions,
  async ({ sql, caller, services, now }) => {
    const rows = await openSessions(sql, caller.id, now, services.config);
    const isCurrent = (row: OpenSession) => caller.session?.tokenHash.equals(row.tokenHash) ?? false;
    // The current session comes first. The sort is stable.
    const sorted = rows.toSorted((a, b) => Number(isCurrent(b)) - Number(isCurrent(a)));
    return sorted.map((row) => ({
      sessionId: row.sessionId,
      device: deviceName(row.userAgent),
      ip: row.ip,
      createdAt: row.createdAt.toISOString(),
      lastUsedAt: row.lastUsedAt.toISOString(),
      isCurrent: isCurrent(row),
    }));
  },
);

/** Sessions of other users do not exist for the caller. */
export const endSession = handle(
  endpoints.endSession,
  schemas.endSession,
  async ({ sql, caller, path, request, now }) => {
    const ended = await endSessions(sql, caller.id, { sessionId: path.sessionId });
    if (ended === 0) throw problems.notFound();
    await auditAction(sql, {
      by: { caller, request, now },
      companyId: caller.tenantIds.length === 1 ? caller.tenantIds[0] : null,
      act: 'endSession',
      objectKind: 'session',
      objectId: path.sessionId,
    });
    return undefined;
  },
);

export const endOtherSessions = handle(
  endpoints.endOtherSessions,
  schemas.endOtherSessions,
  async ({ sql, caller, request, now }) => {
    const ended = caller.session
      ? await endSessions(sql, caller.id, { except: caller.session.tokenHash })
      : 0;
    await auditAction(sql, {
      by: { caller, request, now },
      companyId: caller.tenantIds.length === 1 ? caller.tenantIds[0] : null,
      act: 'endOtherSessions',
      detail: { ended },
    });
    return { ended };
  },
);

/**
 * Returns the owner of an open link. A wrong token counts as a failed sign-in of its address. Used, replaced,
 * expired and forged ones get one response: throws password_link_not_open, 429.
 */
async function findLinkOwner(
  submitPublic: PublicSubmit,
  secret: string,
): Promise<{ tokenId: string; user: UserRow }> {
  await refuseBusyAddress(submitPublic);
  const { database, keys } = submitPublic.services;
  const tokenId = readTokenId(keys.accountLink, secret, submitPublic.now);
  const userId = tokenId && (await readAccountToken(database, tokenId, submitPublic.now));
  const user = userId ? await loadUserById(database, userId) : undefined;
  if (!tokenId || !user || !mayResetByMail(user)) {
    await countAddressFailure(submitPublic);
    throw problems.linkNotOpen();
  }
  return { tokenId, user };
}
