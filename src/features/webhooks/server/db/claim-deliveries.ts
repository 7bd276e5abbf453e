import type { TenantSql } from '#database/tenant.ts';
import { maskCardNumbers } from '#shared/card-number.ts';
import type { NotificationFormat } from '#features/notifications/notification-body.ts';
import { backOffMs, maxAttempts } from '#features/notifications/server/db/notification.ts';
import type { SentMessage } from '#features/notifications/server/outbox/send-message.ts';
import type { SecretStatus } from '#features/notifications/server/outbox/sign-notification.ts';
import { addMs, minuteMs } from '#server/clock.ts';

export interface ClaimedDelivery extends SecretStatus {
  companyId: number;
  endpointId: string;
  eventId: string;
  type: string;
  url: string;
  format: NotificationFormat;
  body: string;
  attempts: number;
  totalAttempts: number;
}

export interface Attempt {
  at: Date;
  durationMs: number;
  message: SentMessage;
}

/** Longer than any attempt takes. Afterwards the claim of a crashed worker expires. */
const claimMs = 2 * minuteMs;
/** A page of the receiver's response is enough to find the reason of a refusal. */
export const responseBytes = 4096;

/**
 * Claims due deliveries: at most `perEndpoint` of an endpoint, one while it fails, none of those in `busy`. Delivery is
 * at least once: receivers recognise copies by the event's id.
 */
export function claimDeliveries(
  sql: TenantSql,
  {
    limit,
    perEndpoint,
    busy,
    now,
  }: { limit: number; perEndpoint: number; busy: readonly string[]; now: Date },
): Promise<ClaimedDelivery[]> {
  // One statement a kind of endpoint, because LIMIT takes no column.
  const dueCondition = (isFailing: boolean) => sql`(
    select d.company_id, d.endpoint_id, d.event_id, e.url, e.format, e.secret_version, e.previous_until
    from (
      select * from webhook_endpoint
      where state = 'active' and endpoint_id <> all (${busy as string[]}::text[])
        and failing_since is ${isFailing ? sql`not null` : sql`null`}
      -- No endpoint is always the last one.
      order by random()
    ) e
    cross join lateral (
      select q.company_id, q.endpoint_id, q.event_id from webhook_delivery q
      where q.company_id = e.company_id and q.endpoint_id = e.endpoint_id
        and q.state in ('queued', 'sending', 'retrying') and q.next_attempt_at <= ${now}
      order by q.next_attempt_at limit ${isFailing ? 1 : perEndpoint} for update skip locked
    ) d
    limit ${limit})`;
  return sql<ClaimedDelivery[]>`
    with healthy as ${dueCondition(false)}, failing as ${dueCondition(true)},
    due as (select * from healthy union all select * from failing limit ${limit})
    update webhook_delivery d set state = 'sending', attempts = attempts + 1, total_attempts = total_attempts + 1,
      next_attempt_at = ${addMs(now, claimMs)}
    from due
    join webhook_event v on v.company_id = due.company_id and v.event_id = due.event_id
    where d.company_id = due.company_id and d.endpoint_id = due.endpoint_id and d.event_id = due.event_id
    returning d.company_id, d.endpoint_id, d.event_id, d.type, due.url, due.format, v.body, d.attempts,
              d.total_attempts, due.secret_version as version, due.previous_until`;
}

/**
 * Records an attempt. A failed one is retried with the back-off of notifications. False when another attempt has begun in
 * the meantime, or a user has sent the delivery again.
 */
export async function recordAttempt(
  sql: TenantSql,
  { companyId, endpointId, eventId, attempts, totalAttempts }: ClaimedDelivery,
  { at, durationMs, message }: Attempt,
  now: Date,
): Promise<boolean> {
  const { isDelivered, result, headers, response } = message;
  const state = isDelivered ? 'delivered' : attempts >= maxAttempts ? 'failed' : 'retrying';
  const updated = await sql`
    update webhook_delivery set state = ${state}, last_result = ${result}, last_duration_ms = ${durationMs},
      delivered_at = case when ${isDelivered} then ${now}::timestamptz else delivered_at end,
      next_attempt_at = ${addMs(now, backOffMs(attempts))}
    where company_id = ${companyId} and endpoint_id = ${endpointId} and event_id = ${eventId}
      and state = 'sending' and total_attempts = ${totalAttempts}
    returning 1`;
  const receivedResponse = response.kind === 'response' ? response : undefined;
  await sql`
    insert into webhook_attempt (company_id, endpoint_id, event_id, attempt, at, duration_ms, result,
                                 request_headers, response_headers, response_body)
    select company_id, endpoint_id, event_id, ${totalAttempts}, ${at}, ${durationMs}, ${result}, ${sql.json(headers)},
           ${receivedResponse ? sql.json(storedHeaders(receivedResponse.headers ?? {})) : null}, ${receivedResponse ? storedText(receivedResponse.body) : null}
    from webhook_delivery
    where company_id = ${companyId} and endpoint_id = ${endpointId} and event_id = ${eventId}
    on conflict do nothing`;
  return updated.length > 0;
}

/** The first 4 kB of a response, as the database stores it: without card numbers and without zero bytes. */
const storedText = (text: string): string => maskCardNumbers(text.replaceAll('\0', ''));

/** Without cookies, which are secrets of the receiver. At most 4 kB. */
function storedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const stored: Record<string, string> = {};
  let remainingBytes = responseBytes;
  for (const [name, value] of Object.entries(headers)) {
    remainingBytes -= name.length + value.length;
    if (remainingBytes < 0) break;
    if (name !== 'set-cookie') stored[name] = storedText(value);
  }
  return stored;
}
