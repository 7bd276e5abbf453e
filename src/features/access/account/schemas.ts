import * as z from 'zod/mini';

const username = z.string().check(z.minLength(1), z.maxLength(254));

/** As typed. The password policy limits the length of a new one. */
const password = z.string().check(z.minLength(1), z.maxLength(256));

/** The token of an emailed link. */
const link = z.object({ token: z.string().check(z.maxLength(200)) });

export const forgottenPassword = {
  path: z.object({ username }),
  response: z.undefined(),
};

export const checkPasswordToken = {
  path: link,
  /** The username. */
  response: z.object({ userId: z.string() }),
};

export const checkNewPassword = {
  body: z.strictObject({
    /** The candidate (docs/domain.md#passwords). */
    token: z.string().check(z.maxLength(256)),
    /** As the page has it, for the rule about usernames. It is never looked up. */
    username: z.optional(z.string().check(z.maxLength(254))),
  }),
  response: z.object({ checks: z.array(z.object({ id: z.string(), passed: z.boolean() })) }),
};

export const changeForgottenPassword = {
  path: link,
  body: z.strictObject({ token: password }),
  response: z.undefined(),
};

export const changePassword = {
  body: z.strictObject({ username, password, newPassword: password }),
  response: z.undefined(),
};

const sessionRow = z.object({
  sessionId: z.string(),
  device: z.string(),
  ip: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string(),
  isCurrent: z.boolean(),
});

export type SessionView = z.output<typeof sessionRow>;

export const listSessions = {
  response: z.array(sessionRow),
};

export const endSession = {
  path: z.object({ sessionId: z.string().check(z.maxLength(64)) }),
  response: z.undefined(),
};

export const endOtherSessions = {
  response: z.object({ ended: z.number() }),
};
