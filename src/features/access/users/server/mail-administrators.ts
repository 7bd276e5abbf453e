import { randomUUID } from 'node:crypto';
import { parseLocale } from '#shared/locales.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { Actor } from '#server/audit/actor.ts';
import { queueMail } from '#server/mail/queue-mail.ts';

/** Emails of one change. */
const maxRecipients = 50;

/** A change after which other people may have access. */
type AccessChange =
  | { template: 'signOnChanged' }
  | { template: 'organisationMoved'; moved: string; parent: string };

/** Emails the active users who manage the security of the whole company, so that no such change goes unnoticed. */
export async function mailAdministrators(
  sql: TenantSql,
  by: Actor,
  companyId: number,
  { template, ...values }: AccessChange,
): Promise<void> {
  const recipients = await sql<
    { userName: string; givenName: string; locale: string; organisation: string; actorName: string | null }[]
  >`
    select distinct u.user_name, u.given_name, u.locale, company.name as organisation,
      (select a.given_name || ' ' || a.family_name from app_user a where a.user_id::text = ${by.actor}) as actor_name
    from organisation company
    join organisation o on o.path = company.path or starts_with(company.path, o.path || '/')
    join role_grant g on g.organisation_id = o.id and (g.cascade or o.id = company.id)
    join role_permission p on p.role_id = g.role_id and p.permission = 'P_MANAGE_SECURITY'
    join app_user u on u.user_id = g.user_id and u.active and not u.domain_user
    where company.id = ${companyId}
    order by u.user_name limit ${maxRecipients}`;
  const change = randomUUID();
  for (const [index, to] of recipients.entries())
    await queueMail(sql, {
      key: `${template}:${change}:${index}`,
      template,
      to: to.userName,
      locale: parseLocale(to.locale),
      values: {
        name: to.givenName,
        by: to.actorName ?? by.actor,
        organisation: to.organisation,
        at: by.at.toISOString(),
        ip: by.ip,
        ...(values as { moved: string; parent: string }),
      },
      now: by.at,
    });
}
