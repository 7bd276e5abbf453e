import * as z from 'zod/mini';
import { defineEndpoint } from '#shared/define-endpoint.ts';

const username = z.string().check(z.minLength(1), z.maxLength(254));
/** As typed. The password policy limits the length of a new one. */
const password = z.string().check(z.minLength(1), z.maxLength(256));
/** The token of an emailed link. */
const link = z.object({ token: z.string().check(z.maxLength(200)) });

export const forgottenPassword = defineEndpoint({
  name: 'forgottenPassword',
  summary: 'Sends an email with a link to set a new password; the response is the same for unknown usernames',
  route: 'POST /users/forgottenPassword/{username}',
  auth: { access: 'public' },
  path: z.object({ username }),
  response: z.undefined(),
});

export const checkPasswordToken = defineEndpoint({
  name: 'checkPasswordToken',
  summary: 'Reads whose link this is while it is open, without using it up',
  route: 'POST /users/checkPasswordToken/{token}',
  audited: 'refused',
  auth: { access: 'public' },
  path: link,
  /** The username. */
  response: z.object({ userId: z.string() }),
});

export const checkNewPassword = defineEndpoint({
  name: 'checkNewPassword',
  summary: 'Checks a candidate password against the rules, from its text alone',
  route: 'POST /users/checkNewPassword',
  audited: 'refused',
  auth: { access: 'public' },
  body: z.strictObject({
    /** The candidate (docs/domain.md#passwords). */
    token: z.string().check(z.maxLength(256)),
    /** As the page knows it, for the rule about usernames. It is never looked up. */
    username: z.optional(z.string().check(z.maxLength(254))),
  }),
  response: z.object({ checks: z.array(z.object({ id: z.string(), passed: z.boolean() })) }),
});

export const changeForgottenPassword = defineEndpoint({
  name: 'changeForgottenPassword',
  summary: 'Sets a new password with an emailed link, once',
  route: 'PUT /users/changeForgottenPassword/{token}',
  auth: { access: 'public' },
  path: link,
  body: z.strictObject({ token: password }),
  response: z.undefined(),
});

export const changePassword = defineEndpoint({
  name: 'changePassword',
  summary: 'Sets a new password with the current one; needs no session',
  route: 'POST /users/changePassword',
  auth: { access: 'public' },
  body: z.strictObject({ username, password, newPassword: password }),
  response: z.undefined(),
});

export const sessionRow = z.object({
  sessionId: z.string(),
  device: z.string(),
  ip: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string(),
  isCurrent: z.boolean(),
});
export type SessionView = z.output<typeof sessionRow>;

export const listSessions = defineEndpoint({
  name: 'listSessions',
  summary: "Lists the caller's sessions",
  route: 'GET /session/own',
  auth: { access: 'signed-in' },
  response: z.array(sessionRow),
});

export const endSession = defineEndpoint({
  name: 'endSession',
  summary: 'Ends another session of the caller',
  route: 'DELETE /session/own/{sessionId}',
  auth: { access: 'signed-in' },
  path: z.object({ sessionId: z.string().check(z.maxLength(64)) }),
  response: z.undefined(),
});

export const endOtherSessions = defineEndpoint({
  name: 'endOtherSessions',
  summary: 'Ends all other sessions of the caller',
  route: 'DELETE /session/own',
  auth: { access: 'signed-in' },
  response: z.object({ ended: z.number() }),
});
