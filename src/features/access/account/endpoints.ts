import { endpointsOf } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

const defineEndpoint = endpointsOf<typeof schemas>();

export const forgottenPassword = defineEndpoint({
  name: 'forgottenPassword',
  summary: 'Sends an email with a link to set a new password; the response is the same for unknown usernames',
  route: 'POST /users/forgottenPassword/{username}',
  auth: { access: 'public' },
  rateLimit: { calls: 30, minutes: 60 },
});

export const checkPasswordToken = defineEndpoint({
  name: 'checkPasswordToken',
  summary: 'Reads the username of an open link, without using the link',
  route: 'POST /users/checkPasswordToken/{token}',
  audited: 'refused',
  auth: { access: 'public' },
});

export const checkNewPassword = defineEndpoint({
  name: 'checkNewPassword',
  summary: 'Checks a candidate password against the rules, from its text alone',
  route: 'POST /users/checkNewPassword',
  audited: 'refused',
  auth: { access: 'public' },
});

export const changeForgottenPassword = defineEndpoint({
  name: 'changeForgottenPassword',
  summary: 'Sets a new password with an emailed link, once',
  route: 'PUT /users/changeForgottenPassword/{token}',
  auth: { access: 'public' },
});

export const changePassword = defineEndpoint({
  name: 'changePassword',
  summary: 'Sets a new password with the current one; needs no session',
  route: 'POST /users/changePassword',
  auth: { access: 'public' },
});

export const listSessions = defineEndpoint({
  name: 'listSessions',
  summary: "Lists the caller's sessions",
  route: 'GET /session/own',
  auth: { access: 'signed-in' },
});

export const endSession = defineEndpoint({
  name: 'endSession',
  summary: 'Ends another session of the caller',
  route: 'DELETE /session/own/{sessionId}',
  auth: { access: 'signed-in' },
});

export const endOtherSessions = defineEndpoint({
  name: 'endOtherSessions',
  summary: 'Ends all other sessions of the caller',
  route: 'DELETE /session/own',
  auth: { access: 'signed-in' },
});
