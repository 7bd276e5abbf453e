import * as z from 'zod/mini';
import { defineCall } from '#contract/define-call.ts';

const username = z.string().check(z.minLength(1), z.maxLength(254));
/** As typed; how long a new one may be is the policy's matter. */
const password = z.string().check(z.minLength(1), z.maxLength(256));
/** The secret of a mailed link. */
const link = z.object({ token: z.string().check(z.maxLength(200)) });

export const forgottenPassword = defineCall({
  name: 'forgottenPassword',
  summary: 'Asks for a mail with a link to a new password; answers alike for names that nobody has',
  at: 'POST /users/forgottenPassword/{username}',
  needs: { access: 'public' },
  path: z.object({ username }),
  answer: z.undefined(),
});

export const checkPasswordToken = defineCall({
  name: 'checkPasswordToken',
  summary: 'Whose link this is, while it is open; it stays open',
  at: 'POST /users/checkPasswordToken/{token}',
  traced: 'refused',
  needs: { access: 'public' },
  path: link,
  /** The name that the person signs in with. */
  answer: z.object({ userId: z.string() }),
});

export const checkNewPassword = defineCall({
  name: 'checkNewPassword',
  summary: 'Which rules a new password keeps; knows nothing of anybody’s passwords',
  at: 'POST /users/checkNewPassword',
  traced: 'refused',
  needs: { access: 'public' },
  body: z.strictObject({
    /** The candidate (spec 1 §7). */
    token: z.string().check(z.maxLength(256)),
    /** As the page knows it, for the rule about it; never looked up. */
    username: z.optional(z.string().check(z.maxLength(254))),
  }),
  answer: z.object({ checks: z.array(z.object({ id: z.string(), passed: z.boolean() })) }),
});

export const changeForgottenPassword = defineCall({
  name: 'changeForgottenPassword',
  summary: 'Sets a new password by a mailed link, once',
  at: 'PUT /users/changeForgottenPassword/{token}',
  needs: { access: 'public' },
  path: link,
  body: z.strictObject({ token: password }),
  answer: z.undefined(),
});

export const changePassword = defineCall({
  name: 'changePassword',
  summary: 'Sets a new password by the current one; needs no session',
  at: 'POST /users/changePassword',
  needs: { access: 'public' },
  body: z.strictObject({ username, password, newPassword: password }),
  answer: z.undefined(),
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

export const listSessions = defineCall({
  name: 'listSessions',
  summary: 'Where the caller is signed in',
  at: 'GET /session/own',
  needs: { access: 'signed-in' },
  answer: z.array(sessionRow),
});

export const endSession = defineCall({
  name: 'endSession',
  summary: 'Signs the caller out somewhere else',
  at: 'DELETE /session/own/{sessionId}',
  needs: { access: 'signed-in' },
  path: z.object({ sessionId: z.string().check(z.maxLength(64)) }),
  answer: z.undefined(),
});

export const endOtherSessions = defineCall({
  name: 'endOtherSessions',
  summary: 'Signs the caller out everywhere but here',
  at: 'DELETE /session/own',
  needs: { access: 'signed-in' },
  answer: z.object({ ended: z.number() }),
});
