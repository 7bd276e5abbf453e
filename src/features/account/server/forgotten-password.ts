import { randomUUID } from 'node:crypto';
import { isEmailLike } from '#shared/patterns.ts';
import { problems } from '#shared/problem.ts';
import { userNameKey } from '#features/session/server/user-store.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import { hourMs } from '#server/clock.ts';
import { handlePublic } from '#server/handler.ts';
import { countAttempt } from '#server/auth/throttle.ts';
import { forgottenPassword as endpoint } from '../endpoints.ts';

/** Mails to one account in an hour; what is asked beyond them is answered alike and sends nothing. */
const accountLimit = 3;
/** Requests from one address in an hour, whatever the names. */
const addressLimit = 30;

/**
 * Does the same for every name, known or not: the name is noted, and a worker looks whose it is
 * (jobs/answer-reset-requests.ts).
 */
export const forgottenPassword = handlePublic(endpoint, async ({ path, request, services, now }) => {
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
    await writeAuditEvent(sql, {
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
