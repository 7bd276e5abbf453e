import { endpointsOf } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

const defineEndpoint = endpointsOf<typeof schemas>();

export const getConfig = defineEndpoint({
  name: 'getConfig',
  summary: 'Startup configuration of the page',
  route: 'GET /config',
  auth: { access: 'public' },
});

export const getInitiation = defineEndpoint({
  name: 'getInitiation',
  summary: 'First request before sign-in: sets the anti-forgery cookie',
  route: 'GET /initiation',
  auth: { access: 'public' },
});

export const login = defineEndpoint({
  name: 'login',
  summary: 'Signs in; sets the session cookie unless the password must be changed first',
  route: 'POST /auth/login',
  auth: { access: 'public' },
});

export const secondFactor = defineEndpoint({
  name: 'secondFactor',
  summary: 'Signs in after the password with a code, a recovery code or a passkey',
  route: 'POST /auth/secondFactor',
  auth: { access: 'public' },
});

export const getPasskeyOptions = defineEndpoint({
  name: 'getPasskeyOptions',
  summary: 'A challenge for a passkey: to sign in alone, as the second step, or to confirm',
  route: 'POST /auth/passkey/options',
  audited: 'refused',
  auth: { access: 'public' },
  rateLimit: { calls: 60, minutes: 1 },
});

export const signInWithPasskey = defineEndpoint({
  name: 'signInWithPasskey',
  summary: 'Signs in with a passkey alone',
  route: 'POST /auth/passkey',
  auth: { access: 'public' },
});

export const stepUp = defineEndpoint({
  name: 'stepUp',
  summary: 'Confirms the identity of the user with a factor, or with the password if there is none',
  route: 'POST /auth/stepUp',
  auth: { access: 'signed-in' },
});

export const finishEnrolment = defineEndpoint({
  name: 'finishEnrolment',
  summary: 'Opens the full session of a user who has added the required second factor',
  route: 'POST /auth/enrolled',
  duringEnrolment: true,
  auth: { access: 'signed-in' },
});

export const logout = defineEndpoint({
  name: 'logout',
  summary: 'Signs out: ends the session on the server',
  route: 'DELETE /auth/logout',
  // The handler records who signed out. Without a session no user can be recorded.
  audited: 'refused',
  auth: { access: 'public' },
});

export const getMe = defineEndpoint({
  name: 'getMe',
  summary: 'Organisation and permissions of the signed-in user',
  route: 'GET /me',
  auth: { access: 'signed-in' },
});

/** SCIM user with the shell's fields: extraInfo.domainUser, passwordStatus, lastLogon, lockedReason. */
export const getAuthenticatedUser = defineEndpoint({
  name: 'getAuthenticatedUser',
  summary: 'The signed-in user as a SCIM resource',
  route: 'GET /proxy/sync/SCIM/Me',
  auth: { access: 'signed-in' },
});

export const touchSession = defineEndpoint({
  name: 'touchSession',
  summary: 'Keep-alive: extends the session',
  route: 'POST /session/touch',
  audited: 'refused',
  auth: { access: 'signed-in' },
});
