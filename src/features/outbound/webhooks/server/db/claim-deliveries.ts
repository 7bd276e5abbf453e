import type { TenantSql } from '#database/tenant.ts';
import { maskCardNumbers } from '#shared/card-number.ts';
import type { NotificationFormat } from '#features/outbound/notifications/notification-body.ts';
import { backOffMs, maxAttempts } from '#features/outbound/notifications/server/notification-table.ts';
import type { SentMessage } from '#features/outbound/notifications/server/send-message.ts';
import type { SecretStatus } from '#features/outbound/notifications/server/sign-notification.ts';
import { addMs, minuteMs, dayMs } from '#server/clock.ts';
import type { Locale } from '#shared/locales.ts';
import { queueMail } from '#server/mail/queue-mail.ts';

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
    select d.company_id, d.endpoint_id, d.event_id, e.url, e.format, e.secret_version, e.previous_until,
           e.key_generation, e.previous_generation
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
              d.total_attempts, due.secret_version as version, due.previous_until, due.key_generation,
              due.previous_generation`;
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

/** After so many days without a successful attempt users receive an email, and later the endpoint is paused. */
const warnAfterDays = 3;
const pauseAfterDays = 5;
/** The most users who receive an email. */
const maxRecipients = 20;

interface Place {
  companyId: number;
  endpointId: string;
}

/** A delivered message ends the failures of an endpoint. Writes nothing while there are none. */
export async function recordSuccess(sql: TenantSql, { companyId, endpointId }: Place): Promise<void> {
  await sql`
    update webhook_endpoint set failing_since = null, warned_at = null
    where company_id = ${companyId} and endpoint_id = ${endpointId} and failing_since is not null`;
}

/**
 * A failed attempt: warns the users once after three days of failures, and pauses the endpoint after five. Days without
 * attempts pause nothing, because the rule is applied with an attempt only.
 */
export async function recordFailure(
  sql: TenantSql,
  { companyId, endpointId }: Place,
  now: Date,
): Promise<void> {
  const warning = addMs(now, -warnAfterDays * dayMs);
  const pausing = addMs(now, -pauseAfterDays * dayMs);
  const [changed] = await sql<{ url: string; state: string; failingSince: Date }[]>`
    update webhook_endpoint set
      failing_since = coalesce(failing_since, ${now}),
      warned_at = case when failing_since <= ${warning} then coalesce(warned_at, ${now}) end,
      state = case when failing_since <= ${pausing} then 'paused' else state end,
      paused_at = case when failing_since <= ${pausing} then ${now}::timestamptz end,
      paused_by = case when failing_since <= ${pausing} then 'failures' end,
      version = version + case when failing_since <= ${pausing} then 1 else 0 end
    where company_id = ${companyId} and endpoint_id = ${endpointId} and state = 'active'
      and (failing_since is null or failing_since <= ${pausing} or (failing_since <= ${warning} and warned_at is null))
    returning url, state, failing_since`;
  if (!changed || changed.failingSince > warning) return;
  const template = changed.state === 'paused' ? 'webhookPaused' : 'webhookFailing';
  for (const { userName, givenName, locale } of await listManagers(sql, { companyId, endpointId })) {
    await queueMail(sql, {
      key: `${template}:${endpointId}:${changed.failingSince.toISOString()}:${userName}`,
      template,
      to: userName,
      locale,
      values: {
        name: givenName,
        url: changed.url.split('?')[0] ?? '',
        since: changed.failingSince.toISOString(),
      },
      now,
    });
  }
}

/** Active users of the company who manage webhooks of one of the endpoint's installations. */
function listManagers(
  sql: TenantSql,
  { companyId, endpointId }: Place,
): Promise<{ userName: string; givenName: string; locale: Locale }[]> {
  return sql<{ userName: string; givenName: string; locale: Locale }[]>`
    select distinct u.user_name, u.given_name, u.locale
    from webhook_installation w
    join organisation i on i.id = w.installation_id
    join organisation o on o.path = i.path or (starts_with(i.path, o.path || '/'))
    join role_grant g on g.organisation_id = o.id and (g.cascade or o.path = i.path)
    join role_permission p on p.role_id = g.role_id and p.permission = 'P_MANAGE_WEBHOOKS'
    join app_user u on u.user_id = g.user_id and u.active
    where w.company_id = ${companyId} and w.endpoint_id = ${endpointId} and o.company_id = ${companyId}
    order by u.user_name limit ${maxRecipients}`;
}
