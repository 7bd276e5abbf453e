import { type TenantSql, inTenant } from '#database/tenant.ts';
import { canonicalEmail } from '#shared/email-address.ts';
import { isBeingPaid, linkStatus } from '#shared/payments/link-status.ts';
import { lockLink } from '#features/payments/hosted-sessions/server/hosted-session-table.ts';
import { addMs, minuteMs } from '#server/clock.ts';
import type { Job } from '#server/job.ts';
import { isMailAddress } from '#server/mail/mail-address.ts';
import type { Services } from '#server/services.ts';
import { mailLink } from './link/link-mail.ts';
import { type StoredLink, findLinkById } from './smart-link-table.ts';

const batch = 100;
/** While a payment is in progress, the reminder waits this long. */
const waitMs = 15 * minuteMs;

/**
 * Emails the reminders of links that end soon. The transaction that queues the emails clears the due time under the link's lock, so
 * that a reminder is sent once, also when a worker dies or two run at the same time.
 */
export const sendLinkReminders: Job = {
  name: 'send-link-reminders',
  everySeconds: 60,
  ofCompany: {
    nextDue: (sql, after) => sql<{ at: Date | null }[]>`
      select min(remind_at) as at from smart_link where remind_at > ${after}`,
  },
  async run(services) {
    const { database, clock } = services;
    const now = clock.now();
    const loadDue = () =>
      inTenant(
        database,
        'all-tenants',
        (sql) => sql<{ companyId: number; linkId: string }[]>`
          select company_id, link_id from smart_link where remind_at <= ${now} order by remind_at limit ${batch}`,
      );
    for (;;) {
      const due = await loadDue();
      let sent = 0;
      for (const { companyId, linkId } of due) {
        try {
          await inTenant(database, [companyId], (sql) => remind(sql, services, linkId, now));
          sent += 1;
        } catch (error) {
          services.log.error({ err: error, linkId }, 'reminder of a link not sent yet');
        }
      }
      if (due.length < batch || sent === 0) return;
    }
  },
};

async function remind(sql: TenantSql, services: Services, linkId: string, now: Date): Promise<void> {
  await lockLink(sql, linkId);
  const link = await findLinkById(sql, linkId);
  if (!link || link.remindAt === null || link.remindAt > now) return;
  const isOpen = linkStatus(link, now) === 'ACTIVATED';
  if (isOpen && isBeingPaid(link)) {
    await sql`update smart_link set remind_at = ${addMs(now, waitMs)} where link_id = ${linkId}`;
    return;
  }
  const addresses = isOpen ? recipientsOf(link) : [];
  for (const address of addresses)
    await mailLink(sql, link, { address, isReminder: true }, services.config, now);
  await sql`
    update smart_link set remind_at = null, reminded_at = ${addresses.length > 0 ? now : link.remindedAt}
    where link_id = ${linkId}`;
}

/** Everybody who got the link; before that, the customer. */
function recipientsOf({ mailedTo, request }: StoredLink): string[] {
  if (mailedTo.length > 0) return mailedTo;
  const email = canonicalEmail(request.customer?.details?.emailAddress ?? '');
  return isMailAddress(email) ? [email] : [];
}
