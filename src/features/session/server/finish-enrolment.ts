import { handle, Reply } from '#server/handler.ts';
import { isOneFactor } from '#server/auth/session-store.ts';
import { problems } from '#shared/problem.ts';
import { finishEnrolment as endpoint } from '../endpoints.ts';
import { finishEnrolment as schemas } from '../schemas.ts';
import { replaceSession } from './sign-in/open-session.ts';
import { buildLoginResult, userById } from './user-store.ts';

/**
 * Turns a session that could only add a second factor into a full one, under a new token. The session itself must have proved
 * the factor: a factor that the user added elsewhere opens nothing here.
 */
export const finishEnrolment = handle(endpoint, schemas, async ({ sql, caller, request, services, now }) => {
  const { session } = caller;
  if (!session || isOneFactor(session.confirmedBy)) throw problems.enrolmentRequired();
  const { confirmedAt, confirmedBy, isEnrolling } = session;
  const state = { confirmedAt, confirmedBy, isEnrolling: false };
  const cookies = isEnrolling ? await replaceSession(sql, { services, request, now }, caller.id, state) : [];
  return new Reply(200, await buildLoginResult(sql, await userById(sql, caller.id)), { cookies });
});
