import { type TenantSql, inTenant } from '#database/tenant.ts';
import { zoneColumn } from '#server/time/zone-of-organisation.ts';
import { addMs, dayMs } from '#server/clock.ts';
import type { Job } from '#server/job.ts';
import { isMailAddress } from '#server/mail/mail-address.ts';
import { queueMail } from '#server/mail/queue-mail.ts';
import type { Services } from '#server/services.ts';
import { parseLocale } from '#shared/locales.ts';
import { formatMinor } from '#shared/money.ts';
import { dateFormat } from '#shared/text/intl-formats.ts';
import { formatMoney } from '#shared/text/format-money.ts';
import { respondByDay } from '../respond-by.ts';
import type { DisputeKey } from './db/dispute-table.ts';

/** Days before the deadline. A reminder is due until the next one is, so a dispute gets one of them at a time. */
const reminders = [
  { days: 7, untilDays: 2 },
  { days: 2, untilDays: 0 },
] as const;
type Reminder = (typeof reminders)[number];
const batch = 100;

interface Due extends DisputeKey {
  days: number;
}

/**
 * Emails the users who respond to disputes, seven and two days before the deadline. The mark is set in the transaction that queues
 * the emails, so that each is sent once.
 */
export const remindOfDeadlines: Job = {
  name: 'remind-of-deadlines',
  everySeconds: 600,
  ofCompany: {
    nextDue: (sql, after) => sql<{ at: Date | null }[]>`
      select min(due) as at from dispute
      cross join lateral (select deadline - make_interval(days => days) as due from unnest(${reminders.map(({ days }) => days)}::integer[]) days) r
      where status = 'NEEDS_RESPONSE' and due > ${after}`,
  },
  async run(services) {
    const now = services.clock.now();
    for (const reminder of reminders) {
      const due = await inTenant(services.database, 'all-tenants', (sql) => findDue(sql, reminder, now));
      for (const one of due)
        await inTenant(services.database, [one.companyId], (sql) => remind(sql, services, one, now));
    }
  },
};

const findDue = async (sql: TenantSql, { days, untilDays }: Reminder, now: Date): Promise<Due[]> => sql<
  Due[]
>`
    select company_id, dispute_id, ${days}::integer as days from dispute d
    where status = 'NEEDS_RESPONSE' and deadline > ${addMs(now, untilDays * dayMs)} and deadline <= ${addMs(now, days * dayMs)}
      and coalesce(reminded, 99) > ${days}
      and not exists (select from dispute_answer a
        where a.company_id = d.company_id and a.dispute_id = d.dispute_id and a.state = 'PENDING')
    order by deadline limit ${batch}`;

interface Reminded {
  deadline: Date;
  amountMinor: number;
  ccyCode: string;
  merchantName: string;
  merchantPath: string;
  timeZone: string;
}

async function remind(
  sql: TenantSql,
  { config }: Services,
  { companyId, disputeId, days }: Due,
  now: Date,
): Promise<void> {
  const [dispute] = await sql<Reminded[]>`
    with marked as (
      update dispute set reminded = ${days}
      where company_id = ${companyId} and dispute_id = ${disputeId} and status = 'NEEDS_RESPONSE'
        and coalesce(reminded, 99) > ${days}
      returning *
    )
    select d.deadline, d.amount_minor, d.ccy_code, m.name as merchant_name, m.path as merchant_path,
           ${zoneColumn(sql, sql`d.merchant_id`)} as time_zone
    from marked d join organisation m on m.id = d.merchant_id`;
  if (!dispute) return;
  const { deadline, amountMinor, ccyCode, merchantName, merchantPath, timeZone } = dispute;
  const day = respondByDay(deadline, timeZone);
  for (const user of await findResponders(sql, merchantPath)) {
    if (!isMailAddress(user.userName)) continue;
    const locale = parseLocale(user.locale);
    await queueMail(sql, {
      key: `disputeDue:${disputeId}:${days}:${user.userId}`,
      template: 'disputeDue',
      to: user.userName,
      locale,
      values: {
        name: user.givenName,
        amount: formatMoney(formatMinor(amountMinor, ccyCode), ccyCode, locale),
        organisation: merchantName,
        day: dateFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T12:00:00Z`)),
        linkUrl: `${config.portalUrl}/disputes/${disputeId}`,
      },
      now,
    });
  }
}

/** Active users of the company who may respond at the merchant. */
const findResponders = (sql: TenantSql, merchantPath: string) =>
  sql<{ userId: string; userName: string; givenName: string; locale: string | null }[]>`
    select u.user_id, u.user_name, u.given_name, u.locale
    from app_user u
    where u.active and not u.domain_user and exists (
      select from role_grant g
      join role_permission p on p.role_id = g.role_id and p.permission = 'P_MANAGE_DISPUTES'
      join organisation o on o.id = g.organisation_id
      where g.user_id = u.user_id
        and (o.path = ${merchantPath} or (g.cascade and starts_with(${merchantPath}, o.path || '/'))))
    order by u.user_id limit 1000`;
