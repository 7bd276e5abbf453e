import { randomUUID } from 'node:crypto';
import { parseLocale } from '#shared/locales.ts';
import type { TenantSql } from '#database/tenant.ts';
import { queueMail } from '#server/mail/queue-mail.ts';

/** A change of a key that gives or ends access. */
export type KeyEvent = 'apiKeyCreated' | 'apiKeyWidened' | 'apiKeyRotated' | 'apiKeyRevoked';

interface KeyChange {
  companyId: number;
  apiId: string;
  keyName: string;
  /** The user's or the operator's name. */
  by: string;
  ip: string;
  now: Date;
}

/** Emails of one change. */
const maxRecipients = 50;

interface Recipient {
  userName: string;
  givenName: string;
  locale: string;
}

/** Emails the company's users who manage keys on an installation of the key, those of the whole company first. */
export async function notifyManagers(
  sql: TenantSql,
  event: KeyEvent,
  { companyId, apiId, keyName, by, ip, now }: KeyChange,
): Promise<void> {
  const [company] = await sql<{ name: string }[]>`select name from organisation where id = ${companyId}`;
  const change = randomUUID();
  for (const [index, to] of (await loadManagers(sql, companyId, apiId)).entries())
    await queueMail(sql, {
      key: `${event}:${change}:${index}`,
      template: event,
      to: to.userName,
      locale: parseLocale(to.locale),
      values: {
        name: to.givenName,
        // A subject has one line.
        key: keyName.replaceAll(/\s+/g, ' '),
        by,
        organisation: company?.name ?? '',
        at: now.toISOString(),
        ip,
      },
      now,
    });
}

function loadManagers(sql: TenantSql, companyId: number, apiId: string): Promise<Recipient[]> {
  return sql<Recipient[]>`
    select u.user_name, u.given_name, u.locale
    from api_credential_installation i
    join organisation place on place.id = i.installation_id
    join organisation o on o.company_id = ${companyId} and (o.id = place.id or starts_with(place.path, o.path || '/'))
    join role_grant g on g.organisation_id = o.id and (g.cascade or o.id in (place.id, place.parent_id))
    join role_permission p on p.role_id = g.role_id and p.permission = 'P_MANAGE_API_KEYS'
    join app_user u on u.user_id = g.user_id
    join organisation home on home.id = u.organisation_id and home.company_id = ${companyId}
    where i.api_id = ${apiId} and u.active
    group by u.user_id
    order by min(length(o.path)), u.user_name limit ${maxRecipients}`;
}
