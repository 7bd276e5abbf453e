import type { TenantSql } from '#database/tenant.ts';
import type { Locale } from '#shared/locales.ts';
import { addMs, dayMs } from '#server/clock.ts';
import { queueMail } from '#server/mail/queue-mail.ts';

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
