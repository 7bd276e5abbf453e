import {
  insertChallenge,
  readChallenge,
} from '#features/access/second-factor/server/db/sign-in-challenge.ts';
import { isTrusted } from '#features/access/second-factor/server/db/trusted-device.ts';
import { listFactorsForSignIn } from '#features/access/second-factor/server/prove-factor.ts';
import type { Sql } from '#database/connection.ts';
import { listGrantedPermissions } from '#server/auth/access-store.ts';
import { loadTenantIds } from '#server/auth/caller.ts';
import { type EffectivePolicy, readEffectivePolicy } from '#server/auth/security-policy.ts';
import { newSessionToken } from '#server/auth/session-store.ts';
import { minuteMs } from '#server/clock.ts';
import { type CookieChange, type RequestInfo, Reply } from '#server/handler.ts';
import { Problem } from '#shared/problem.ts';
import type { LoginResult, NextStep } from '#features/access/session/schemas.ts';
import { type UserRow, loadUserById } from '#server/auth/app-user.ts';
import { type SignIn, openSession } from './open-session.ts';

/** How long the second step may take after the password. */
const stepMinutes = 10;

const cookieName = (portalUrl: string): string =>
  portalUrl.startsWith('https:') ? '__Host-sign-in' : 'sign-in';

/**
 * After the correct password: a session, or the step that comes before it. The second factor is requested by what the user
 * has; a policy decides only whether they must have one (docs/domain.md#second-factors).
 */
export async function continueAfterPassword(
  signIn: SignIn,
  user: UserRow,
): Promise<Reply<LoginResult | NextStep>> {
  const { services, now } = signIn;
  const { isBreakGlass } = await listFactorsForSignIn(services.database, user.userId, now);
  if (isBreakGlass) return openSession(signIn, user, { confirmedBy: 'password', detail: { isBreakGlass } });
  return continueSignIn(signIn, user, 'password');
}

/** After one factor: the password, or a sign-in at a provider that showed no second factor. */
export async function continueSignIn(
  signIn: SignIn,
  user: UserRow,
  by: 'password' | 'single-sign-on',
): Promise<Reply<LoginResult | NextStep>> {
  const { services, request, now } = signIn;
  const { config, database } = services;
  const { kinds } = await listFactorsForSignIn(database, user.userId, now);
  const policy = await loadUserPolicy(database, user, now);
  if (kinds.length === 0) return openSessionWithoutFactor(signIn, user, policy, by);
  const visit = { userId: user.userId, request, portalUrl: config.portalUrl, days: policy.deviceDays, now };
  if (await isTrusted(database, visit))
    return openSession(signIn, user, { confirmedBy: null, detail: { isRememberedDevice: true } });
  const token = newSessionToken();
  await insertChallenge(database, { token, purpose: 'second-factor', userId: user.userId, now });
  const cookie = {
    name: cookieName(config.portalUrl),
    value: token,
    httpOnly: true,
    maxAgeSeconds: (stepMinutes * minuteMs) / 1000,
  };
  return new Reply(
    200,
    { next: 'second-factor', methods: [...kinds, 'recovery-code'], deviceDays: policy.deviceDays },
    { cookies: [cookie] },
  );
}

async function openSessionWithoutFactor(
  signIn: SignIn,
  user: UserRow,
  { isRequired }: EffectivePolicy,
  confirmedBy: 'password' | 'single-sign-on',
): Promise<Reply<LoginResult | NextStep>> {
  const reply = await openSession(signIn, user, { confirmedBy, isEnrolling: isRequired });
  if (!isRequired) return reply;
  const { cookies } = reply;
  return new Reply(200, { next: 'enrolment', methods: [], deviceDays: 0 }, { cookies });
}

/** The policy of a user who has no session yet. */
export async function loadUserPolicy(sql: Sql, user: UserRow, now: Date): Promise<EffectivePolicy> {
  const permissions = await listGrantedPermissions(sql, user.userId);
  const tenantIds = await loadTenantIds(sql, [
    ...new Set([user.path, ...permissions.map(({ scope }) => scope)]),
  ]);
  const organisation = { id: user.organisationId, name: user.organisationName, path: user.path };
  return readEffectivePolicy(sql, { organisation, held: permissions, tenantIds }, { now });
}

/** The user whose password this browser proved a moment ago. Throws SIGN_IN_EXPIRED. */
export async function loadStepUser({
  services: { config, database },
  request,
  now,
}: Omit<SignIn, 'act'>): Promise<{ user: UserRow; token: string }> {
  const token = request.cookie(cookieName(config.portalUrl));
  const challenge = token
    ? await readChallenge(database, { token, purpose: 'second-factor', now })
    : undefined;
  if (!token || !challenge) throw signInExpired();
  return { user: await loadUserById(database, challenge.userId), token };
}

export const signInExpired = () => new Problem(401, 'SIGN_IN_EXPIRED', 'sign_in_expired');

/** Ends the second step in the browser. */
export const clearStepCookie = (request: RequestInfo, portalUrl: string): CookieChange[] => {
  const name = cookieName(portalUrl);
  return request.cookie(name) === undefined ? [] : [{ name, value: undefined, httpOnly: true }];
};
