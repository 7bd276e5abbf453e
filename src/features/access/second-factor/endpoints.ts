import { endpointsOf } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

const defineEndpoint = endpointsOf<typeof schemas>();

const signedIn = { auth: { access: 'signed-in' } } as const;
const changing = { ...signedIn, stepUp: 'own-sign-in' } as const;

export const getMySecurity = defineEndpoint({
  name: 'getMySecurity',
  summary: "The caller's second factors, recovery codes and remembered devices",
  route: 'GET /me/security',
  ...signedIn,
});

export const startTotp = defineEndpoint({
  name: 'startTotp',
  summary: 'Creates the secret of an authenticator app, which a code must confirm',
  route: 'POST /me/totp',
  duringEnrolment: true,
  ...changing,
});

export const confirmTotp = defineEndpoint({
  name: 'confirmTotp',
  summary: 'Adds the authenticator app after a correct code. The first factor comes with recovery codes',
  route: 'POST /me/totp/confirm',
  duringEnrolment: true,
  ...signedIn,
});

export const removeTotp = defineEndpoint({
  name: 'removeTotp',
  summary: "Removes the caller's authenticator app and ends the other sessions",
  route: 'DELETE /me/totp',
  ...changing,
});

export const startPasskey = defineEndpoint({
  name: 'startPasskey',
  summary: 'Options to create a passkey in the browser',
  route: 'POST /me/passkeys/options',
  duringEnrolment: true,
  ...changing,
});

export const addPasskey = defineEndpoint({
  name: 'addPasskey',
  summary: 'Adds a passkey that the browser created. The first factor comes with recovery codes',
  route: 'POST /me/passkeys',
  duringEnrolment: true,
  ...signedIn,
});

export const removePasskey = defineEndpoint({
  name: 'removePasskey',
  summary: 'Removes a passkey of the caller and ends the other sessions',
  route: 'DELETE /me/passkeys/{factorId}',
  ...changing,
});

export const renewRecoveryCodes = defineEndpoint({
  name: 'renewRecoveryCodes',
  summary: 'Replaces the recovery codes. Only this response contains them',
  route: 'POST /me/recoveryCodes',
  ...changing,
});

export const forgetDevice = defineEndpoint({
  name: 'forgetDevice',
  summary: 'Removes a remembered device of the caller',
  route: 'DELETE /me/devices/{deviceId}',
  ...signedIn,
});

export const forgetAllDevices = defineEndpoint({
  name: 'forgetAllDevices',
  summary: 'Removes all remembered devices of the caller',
  route: 'DELETE /me/devices',
  ...signedIn,
});

const managing = {
  auth: { anyOf: ['P_MANAGE_SECURITY'], resource: { organisation: 'orgId' } },
} as const;

export const getSecurityPolicy = defineEndpoint({
  name: 'getSecurityPolicy',
  summary: "Sign-in rules of the organisation's company",
  route: 'GET /proxy/sync/security/{orgId}/policy',
  ...managing,
});

export const saveSecurityPolicy = defineEndpoint({
  name: 'saveSecurityPolicy',
  summary: 'Replaces the sign-in rules of a company; only in the version that was read',
  route: 'PUT /proxy/sync/security/{orgId}/policy',
  stepUp: 'policy',
  ...managing,
});
