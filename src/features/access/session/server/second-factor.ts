import { useChallenge } from '#features/access/second-factor/server/db/sign-in-challenge.ts';
import { trustDevice } from '#features/access/second-factor/server/db/trusted-device.ts';
import { handlePublic } from '#server/handler.ts';
import { secondFactor as endpoint } from '../endpoints.ts';
import { secondFactor as schemas } from '../schemas.ts';
import { mustChangePassword } from '#features/access/sign-in/sign-in.ts';
import { buildLoginResult } from '#server/auth/app-user.ts';
import { openSession } from '#features/access/sign-in/server/open-session.ts';
import { proveCode } from '#features/access/sign-in/server/prove-code.ts';
import {
  loadUserPolicy,
  signInExpired,
  clearStepCookie,
  loadStepUser,
} from '#features/access/sign-in/server/second-step.ts';

/** The second step of a sign-in, in the browser that proved the password. */
export const secondFactor = handlePublic(endpoint, schemas, async ({ body, request, services, now }) => {
  const signIn = { services, request, act: endpoint.name, now };
  const { config, database } = services;
  const { user, token } = await loadStepUser(signIn);
  const { rememberDevice, ...presented } = body;
  const proven = await proveCode(signIn, user, { presented, purpose: 'passkey-second-factor', status: 401 });
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
});
