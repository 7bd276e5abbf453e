import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import { antiForgeryCookie, newAntiForgeryValue } from '#server/auth/anti-forgery.ts';
import { authenticateUser, sessionBinding, sessionCookieName } from '#server/auth/authenticate.ts';
import { refuseWhereRequired } from '#features/access/single-sign-on/server/required-sign-on.ts';
import { Reply, handle, handlePublic } from '#server/handler.ts';
import type { Services } from '#server/services.ts';
import { smartLinkMaxBatchSize } from '#shared/payments/link-status.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import { deleteSession, hashToken, isOneFactor, touchSession as touch } from '#server/auth/session-store.ts';
import { Problem, problems } from '#shared/problem.ts';
import { mustChangePassword } from '#features/access/sign-in/sign-in.ts';
import { openSession, replaceSession } from '#features/access/sign-in/server/open-session.ts';
import { isLocked, provePassword } from '#features/access/sign-in/server/prove-password.ts';
import {
  continueAfterPassword,
  loadStepUser,
  loadUserPolicy,
  signInExpired,
  clearStepCookie,
} from '#features/access/sign-in/server/second-step.ts';
import { buildLoginResult, loadUserById } from '#server/auth/app-user.ts';
import { createAssertionOptions, verifyAssertion } from '#features/access/second-factor/server/passkeys.ts';
import { countAddressFailure, refuseBusyAddress } from '#features/access/sign-in/server/sign-in-attempts.ts';
import { useChallenge } from '#features/access/second-factor/server/db/sign-in-challenge.ts';
import { trustDevice } from '#features/access/second-factor/server/db/trusted-device.ts';
import { proveCode } from '#features/access/sign-in/server/prove-code.ts';

export const getInitiation = handlePublic(
  endpoints.getInitiation,
  schemas.getInitiation,
  async ({ request, services }) => {
    const { config, keys } = services;
    // Renews the cookie of a signed-in page that lost it.
    const value = newAntiForgeryValue(keys.antiForgery, sessionBinding(request, services));
    return new Reply(
      200,
      { projectVersion: config.version, demo: config.demo !== 'none' },
      { cookies: [{ name: antiForgeryCookie, value, httpOnly: false }] },
    );
  },
);

/** Limits and switches of the page (docs/domain.md#start-up-configuration). */
export const getConfig = handlePublic<typeof endpoints.getConfig, Services>(
  endpoints.getConfig,
  schemas.getConfig,
  async ({ services: { config, processors } }) => ({
    serverBaseUrl: config.portalUrl,
    serverUrl: config.checkoutUrl,
    projectVersion: config.version,
    projectName: 'Countinghouse',
    homepageVideoUrl: config.homeVideoUrl,
    transactionExportLimit: config.exportLimit,
    ereListUpdateActionsLimit: 100,
    ereListUploadMaxSize: 1_048_576,
    tqsDataSourceDwEnabled: config.reports ? ('true' as const) : ('false' as const),
    passwordMinLength: config.passwordMinLength,
    passwordMaxLength: config.passwordMaxLength,
    smartLinkMaxBatchSize,
    caseManagementProxyEndpoint: '/case',
    virtualTerminalSkinId: '1',
    loginPageImportantInfoFragment: config.loginFragment,
    homePageProductFragment: config.homeFragment,
    processor: await findProcessor(config, processors),
    mail: config.smtpUrl ? ('SMTP' as const) : config.demo === 'none' ? ('NONE' as const) : ('DEMO' as const),
    sms: config.smsUrl !== undefined,
  }),
);

/** SANDBOX: it runs, and no route leads to a live connection. NONE: no route leads to a connection, so payments fail. */
async function findProcessor(
  { sandbox }: Services['config'],
  processors: Services['processors'],
): Promise<'SANDBOX' | 'CONNECTED' | 'NONE'> {
  const { routedModes } = await processors.current();
  if (routedModes.length === 0) return 'NONE';
  return routedModes.includes('LIVE') || !sandbox ? 'CONNECTED' : 'SANDBOX';
}

export const login = handlePublic(
  endpoints.login,
  schemas.login,
  async ({ body, request, services, now }) => {
    const proof = { userName: body.username, password: body.password, act: 'login', request, services, now };
    await refuseWhereRequired(services.database, body.username, now);
    const user = await provePassword(proof);
    // No session yet: the page first requests a new password (docs/domain.md#sign-in).
    if (mustChangePassword(user.lockedReason)) return buildLoginResult(services.database, user);
    return continueAfterPassword(proof, user);
  },
);

/** Cookies with user data (docs/domain.md#browser-storage), cleared even if the page's script never runs. */
const pageCookies = [
  'authenticated',
  'userFullName',
  'userIsDomainUser',
  'userId',
  'userOrganization',
  'previousState',
  'previousStateParams',
  'lastVirtualTerminalSession',
];

/** Works without a live session: sign-out must never fail (docs/domain.md#sign-in). */
export const logout = handlePublic(endpoints.logout, schemas.logout, async ({ request, services, now }) => {
  const cookie = sessionCookieName(services.config.portalUrl);
  const token = request.cookie(cookie);
  const userId = token === undefined ? undefined : await deleteSession(services.database, hashToken(token));
  if (userId !== undefined) {
    await writeAuditEvent(services.database, {
      at: now,
      actorKind: 'user',
      actor: userId,
      ip: request.ip,
      act: endpoints.logout.name,
      outcome: 'allowed',
      requestId: request.id,
    });
  }
  return new Reply(204, undefined, {
    // Not "cookies": it would clear those of every site of the registrable domain (docs/decisions/0063).
    headers: { 'clear-site-data': '"cache", "storage"' },
    cookies: [
      { name: cookie, value: undefined, httpOnly: true },
      { name: antiForgeryCookie, value: undefined, httpOnly: false },
      ...pageCookies.map((name) => ({ name, value: undefined, httpOnly: false })),
    ],
  });
});

export const getMe = handle(endpoints.getMe, schemas.getMe, async ({ sql, caller }) =>
  buildLoginResult(sql, await loadUserById(sql, caller.id)),
);

export const getAuthenticatedUser = handle(
  endpoints.getAuthenticatedUser,
  schemas.getAuthenticatedUser,
  async ({ sql, caller }) => {
    const user = await loadUserById(sql, caller.id);
    return {
      id: user.userId,
      userName: user.userName,
      displayName: `${user.givenName} ${user.familyName}`,
      active: user.active,
      name: { givenName: user.givenName, familyName: user.familyName },
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      extraInfo: {
        domainUser: user.domainUser,
        organisationId: user.organisationId,
        orgName: user.organisationName,
        passwordStatus: user.passwordHash === null ? 'NOT_SET' : 'SET',
        lastLogon: user.previousLogonAt?.toISOString() ?? null,
        lockedReason: user.lockedReason,
      },
    };
  },
);

export const touchSession = handle(
  endpoints.touchSession,
  schemas.touchSession,
  async ({ sql, caller, now }) => {
    if (caller.session) await touch(sql, caller.session.tokenHash, now);
    return undefined;
  },
);

/**
 * Turns a session that could only add a second factor into a full one, under a new token. The session itself must have proved
 * the factor: a factor that the user added elsewhere opens nothing here.
 */
export const finishEnrolment = handle(
  endpoints.finishEnrolment,
  schemas.finishEnrolment,
  async ({ sql, caller, request, services, now }) => {
    const { session } = caller;
    if (!session || isOneFactor(session.confirmedBy)) throw problems.enrolmentRequired();
    const { confirmedAt, confirmedBy, isEnrolling } = session;
    const state = { confirmedAt, confirmedBy, isEnrolling: false };
    const cookies = isEnrolling
      ? await replaceSession(sql, { services, request, now }, caller.id, state)
      : [];
    return new Reply(200, await buildLoginResult(sql, await loadUserById(sql, caller.id)), { cookies });
  },
);

export const getPasskeyOptions = handlePublic(
  endpoints.getPasskeyOptions,
  schemas.getPasskeyOptions,
  async ({ body, request, services, now }) => {
    const { config, database } = services;
    const ceremony = { portalUrl: config.portalUrl, now };
    if (body.purpose === 'sign-in') {
      // Names no user: whether an account has passkeys must not show before sign-in.
      return {
        ...(await createAssertionOptions(database, { userId: null, purpose: 'passkey-sign-in' }, ceremony)),
      };
    }
    if (body.purpose === 'step-up') {
      const { id } = await authenticateUser(request, services, now);
      return {
        ...(await createAssertionOptions(database, { userId: id, purpose: 'passkey-step-up' }, ceremony)),
      };
    }
    const { user } = await loadStepUser({ services, request, now });
    const challenge = { userId: user.userId, purpose: 'passkey-second-factor' } as const;
    return { ...(await createAssertionOptions(database, challenge, ceremony)) };
  },
);

/** A passkey with user verification is both factors: possession, and a fingerprint or PIN. */
export const signInWithPasskey = handlePublic(
  endpoints.signInWithPasskey,
  schemas.signInWithPasskey,
  async (ctx) => {
    const { body, request, services, now } = ctx;
    const { config, database } = services;
    await refuseBusyAddress(ctx);
    const attempts = { userId: null, purpose: 'passkey-sign-in', response: body.passkey } as const;
    const passkey = await verifyAssertion(database, attempts, { portalUrl: config.portalUrl, now });
    if (!passkey) {
      await countAddressFailure(ctx);
      throw new Problem(401, 'PASSKEY_REFUSED', 'passkey_refused');
    }
    const user = await loadUserById(database, passkey.userId);
    if (!user.active) throw problems.accountInactive();
    if (isLocked(user, now)) throw problems.accountLocked();
    // The same as with a password: no session before a new password.
    if (mustChangePassword(user.lockedReason)) return buildLoginResult(database, user);
    const signIn = { services, request, act: endpoints.signInWithPasskey.name, now };
    return openSession(signIn, user, { confirmedBy: 'passkey', detail: { by: 'passkey' } });
  },
);

// Longer handlers are in separate files.
export { stepUp } from './step-up.ts';

/** The second step of a sign-in, in the browser that proved the password. */
export const secondFactor = handlePublic(
  endpoints.secondFactor,
  schemas.secondFactor,
  async ({ body, request, services, now }) => {
    const signIn = { services, request, act: endpoints.secondFactor.name, now };
    const { config, database } = services;
    const { user, token } = await loadStepUser(signIn);
    const { rememberDevice, ...presented } = body;
    const proven = await proveCode(signIn, user, {
      presented,
      purpose: 'passkey-second-factor',
      status: 401,
    });
    const { userId } = user;
    // One of two concurrent requests with different codes signs in.
    if (!(await useChallenge(database, { token, purpose: 'second-factor', userId, now })))
      throw signInExpired();
    // The password has expired: the user must set a new one first.
    if (mustChangePassword(user.lockedReason)) return buildLoginResult(database, user);
    const cookies = clearStepCookie(request, config.portalUrl);
    const { deviceDays: days } = await loadUserPolicy(database, user, now);
    if (rememberDevice === true && days > 0) {
      const { portalUrl } = config;
      cookies.push(await trustDevice(database, { userId, request, portalUrl, days, now }));
    }
    const detail = { by: proven.by, ...(rememberDevice === true ? { rememberDevice } : {}) };
    return openSession(signIn, user, { confirmedBy: proven.by, detail, cookies });
  },
);
