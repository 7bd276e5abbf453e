import { randomUUID } from 'node:crypto';
import { isEmailLike } from '#contract/patterns.ts';
import { problems } from '#contract/problem.ts';
import { userNameKey } from '#features/session/server/user-store.ts';
import { recordAudit } from '#server/audit.ts';
import { hourMs } from '#server/clock.ts';
import { handlePublic } from '#server/handler.ts';
import { countAttempt } from '#server/throttle.ts';
import { forgottenPassword as call } from '../calls.ts';

/** Mails to one account in an hour; what is asked beyond them is answered alike and sends nothing. */
const accountLimit = 3;
/** Requests from one address in an hour, whatever the names. */
const addressLimit = 30;

/**
 * Does the same for every name, known or not: the name is noted, and a worker looks whose it is
 * (jobs/answer-reset-requests.ts).
 */
export const forgottenPassword = handlePublic(call, async ({ path, request, services, now }) => {
  if (!isEmailLike(path.username.trim())) throw problems.invalid('username_email');
  const key = userNameKey(path.username);
  await services.database.begin(async (sql) => {
    const fromAddress = await countAttempt(sql, `reset:address:${request.ip}`, hourMs, now);
    if (fromAddress > addressLimit) throw problems.tooManyRequests(hourMs / 1000);
    const forName = await countAttempt(sql, `reset:name:${key}`, hourMs, now);
    if (forName <= accountLimit) {
      await sql`
        insert into reset_request (request_id, user_name_key, requested_at)
        values (${randomUUID()}, ${key}, ${now})`;
    }
    await recordAudit(sql, {
      at: now,
      actorKind: 'anonymous',
      actor: 'unknown',
      ip: request.ip,
      act: 'forgottenPassword',
      outcome: forName <= accountLimit ? 'allowed' : 'refused: too many',
      requestId: request.id,
    });
  });
  return undefined;
});
