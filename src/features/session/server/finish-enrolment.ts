import { factorsForSignIn } from '#features/second-factor/server/prove-factor.ts';
import { handle, Reply } from '#server/handler.ts';
import { problems } from '#shared/problem.ts';
import { finishEnrolment as endpoint } from '../endpoints.ts';
import { finishEnrolment as schemas } from '../schemas.ts';
import { replaceSession } from './sign-in/open-session.ts';
import { buildLoginResult, userById } from './user-store.ts';

/** Turns a session that could only add a second factor into a full one, under a new token. */
export const finishEnrolment = handle(endpoint, schemas, async ({ sql, caller, request, services, now }) => {
  const { kinds } = await factorsForSignIn(sql, caller.id, now);
  const [kind] = kinds;
  if (kind === undefined) throw problems.enrolmentRequired();
  const state = { confirmedAt: now, confirmedBy: kind, isEnrolling: false };
  const isEnrolling = caller.session?.isEnrolling === true;
  const cookies = isEnrolling ? await replaceSession(sql, { services, request, now }, caller.id, state) : [];
  return new Reply(200, await buildLoginResult(sql, await userById(sql, caller.id)), { cookies });
});
