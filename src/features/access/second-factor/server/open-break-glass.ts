import { randomUUID } from 'node:crypto';
import type { Database, Sql } from '#database/connection.ts';
import { parseLocale } from '#shared/locales.ts';
import { userNameKey } from '#shared/user-name.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import { addMs, minuteMs } from '#server/clock.ts';
import { queueMail } from '#server/mail/queue-mail.ts';

interface BreakGlass {
  userName: string;
  minutes: number;
  operator: string;
  now: Date;
}

/** Emails of one emergency access, besides the user's own. */
const maxRecipients = 50;

interface Recipient {
  userId: string;
  userName: string;
  givenName: string;
  locale: string;
}

/**
 * Lets a user sign in with the password alone for some minutes. Audited, and emailed to the user and to everyone who manages
 * security there. Returns the end; undefined for an unknown or inactive user.
 */
export async function openBreakGlass(
  database: Database,
  { userName, minutes, operator, now }: BreakGlass,
): Promise<Date | undefined> {
  const until = addMs(now, minutes * minuteMs);
  return database.begin(async (sql) => {
    const [user] = await sql<(Recipient & { companyId: number | null; path: string })[]>`
      select u.user_id, u.user_name, u.given_name, u.locale, o.company_id, o.path
      from app_user u join organisation o on o.id = u.organisation_id
      where u.user_name_key = ${userNameKey(userName)} and u.active`;
    if (!user) return undefined;
    await sql`
      insert into break_glass (user_id, granted_by, ends_at) values (${user.userId}, ${operator}, ${until})
      on conflict (user_id) do update set granted_by = excluded.granted_by, ends_at = excluded.ends_at`;
    await writeAuditEvent(sql, {
      at: now,
      companyId: user.companyId,
      actorKind: 'system',
      actor: `operator: ${operator}`,
      ip: '',
      userAgent: '',
      act: 'breakGlass',
      objectKind: 'user',
      objectId: user.userId,
      outcome: 'allowed',
      after: { minutes, until: until.toISOString() },
      requestId: '',
    });
    for (const to of [user, ...(await listSecurityManagers(sql, user))]) {
      await queueMail(sql, {
        key: `breakGlass:${randomUUID()}`,
        template: 'breakGlass',
        to: to.userName,
        locale: parseLocale(to.locale),
        values: {
          name: to.givenName,
          username: user.userName,
          operator,
          at: now.toISOString(),
          until: until.toISOString(),
        },
        now,
      });
    }
    return until;
  });
}

/** Other active users who manage security at the user's organisation. */
function listSecurityManagers(sql: Sql, user: { userId: string; path: string }): Promise<Recipient[]> {
  return sql<Recipient[]>`
    select distinct u.user_id, u.user_name, u.given_name, u.locale
    from role_permission p
    join role_grant g on g.role_id = p.role_id
    join organisation o on o.id = g.organisation_id
    join app_user u on u.user_id = g.user_id
    where p.permission = 'P_MANAGE_SECURITY' and u.active and u.user_id <> ${user.userId}
      and (o.path = ${user.path} or (g.cascade and starts_with(${user.path}, o.path || '/')))
    order by u.user_name limit ${maxRecipients}`;
}
