import { canonicalEmail } from '#shared/email-address.ts';
import { Problem, problems } from '#shared/problem.ts';
import { linkStatus } from '#shared/payments/link-status.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import { hourMs } from '#server/clock.ts';
import { handle } from '#server/handler.ts';
import { isMailAddress } from '#server/mail/mail-address.ts';
import { countAttempt } from '#server/auth/throttle.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { CoreServices } from '#server/core-services.ts';
import { sendSmartLink as endpoint } from '../endpoints.ts';
import { sendSmartLink as schemas } from '../schemas.ts';
import { findMailPause, mailLink } from './link/link-mail.ts';
import { type StoredLink, auditedLink, lockStoredLink } from './smart-link-table.ts';

const maxAddresses = 5;
/** Emails of one company in an hour. */
export const mailsAllowedAnHour = 500;
export const linkMailKey = (companyId: number): string => `smart-link-mails:${companyId}`;

/** The lock of the link makes concurrent requests take turns: the second one finds the email of the first. */
export const sendSmartLink = handle(
  endpoint,
  schemas,
  async ({ sql, resource, body, caller, request, services, now }) => {
    const address = canonicalEmail(body.emailAddress);
    if (!isMailAddress(address)) throw problems.invalid('body.emailAddress');
    const link = await lockStoredLink(sql, resource.smartLinkId);
    if (linkStatus(link, now) !== 'ACTIVATED') throw new Problem(409, 'LINK_OVER', 'smart_link_over');
    const isKnown = link.mailedTo.includes(address);
    if (!isKnown && link.mailedTo.length >= maxAddresses)
      throw new Problem(409, 'SENT_OFTEN', 'smart_link_sent_often');
    await countSending(sql, services, link, address, now);
    if (!isKnown)
      await sql`update smart_link set mailed_to = mailed_to || ${address}::text where link_id = ${link.linkId}`;
    await mailLink(sql, link, { address, isReminder: false }, services.config, now);
    await auditAction(sql, {
      by: { caller, request, now },
      ...auditedLink(link),
      act: endpoint.name,
      detail: { to: address },
    });
    return { mailedTo: isKnown ? link.mailedTo : [...link.mailedTo, address] };
  },
);

/** Throws 409 while the address has to wait, and 429 when the company has sent its links of the hour. */
export async function countSending(
  sql: TenantSql,
  { database }: Pick<CoreServices, 'database'>,
  link: StoredLink,
  address: string,
  now: Date,
): Promise<void> {
  const pause = await findMailPause(sql, link, address, now);
  if (pause) {
    const after = pause.until.toISOString();
    throw pause.isToday
      ? new Problem(409, 'SENT_TODAY', 'smart_link_sent_today', { after })
      : new Problem(409, 'ALREADY_SENT', 'smart_link_sent', { after });
  }
  const sentCount = await countAttempt(database, linkMailKey(link.companyId), hourMs, now);
  if (sentCount > mailsAllowedAnHour) throw problems.tooManyRequests(hourMs / 1000);
}
