import { canonicalEmail } from '#shared/email-address.ts';
import { parseLocale } from '#shared/locales.ts';
import { formatMinor } from '#shared/money.ts';
import { formatPayerMoney } from '#shared/text/format-money.ts';
import { Problem, problems } from '#shared/problem.ts';
import { linkStatus } from '#shared/payments/link-status.ts';
import { lockLink } from '#features/payments/hosted-sessions/server/hosted-session-table.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import { hourMs } from '#server/clock.ts';
import { handle } from '#server/handler.ts';
import { isMailAddress } from '#server/mail/mail-address.ts';
import { queueMail } from '#server/mail/queue-mail.ts';
import { countAttempt } from '#server/auth/throttle.ts';
import { sendSmartLink as endpoint } from '../endpoints.ts';
import { sendSmartLink as schemas } from '../schemas.ts';
import { linkUrl } from './link/link-session.ts';
import { findLinkById } from './smart-link-table.ts';

const maxAddresses = 5;
/** Emails of one company in an hour. */
const mailsAllowed = 500;

/** Queues the email in the transaction that records the address, so that every address gets it exactly once. */
export const sendSmartLink = handle(
  endpoint,
  schemas,
  async ({ sql, resource, body, caller, request, services, now }) => {
    const linkId = resource.smartLinkId;
    const address = canonicalEmail(body.emailAddress);
    if (!isMailAddress(address)) throw problems.invalid('body.emailAddress');
    await lockLink(sql, linkId);
    const link = await findLinkById(sql, linkId);
    if (!link) throw problems.notFound();
    if (linkStatus(link, now) !== 'ACTIVATED') throw new Problem(409, 'LINK_OVER', 'smart_link_over');
    if (link.mailedTo.includes(address)) throw new Problem(409, 'ALREADY_SENT', 'smart_link_sent');
    if (link.mailedTo.length >= maxAddresses) throw new Problem(409, 'SENT_OFTEN', 'smart_link_sent_often');
    const sentCount = await countAttempt(
      services.database,
      `smart-link-mails:${link.companyId}`,
      hourMs,
      now,
    );
    if (sentCount > mailsAllowed) throw problems.tooManyRequests(hourMs / 1000);
    const { amountMinor, currency, merchantName } = link;
    const locale = parseLocale(link.request.locale);
    await sql`update smart_link set mailed_to = mailed_to || ${address}::text where link_id = ${linkId}`;
    await queueMail(sql, {
      key: `smartLink:${linkId}:${address}`,
      template: 'smartLink',
      to: address,
      locale,
      values: {
        merchant: toOneLine(merchantName),
        amount:
          amountMinor === null ? '' : formatPayerMoney(formatMinor(amountMinor, currency), currency, locale),
        description: toOneLine(link.request.transaction?.description ?? ''),
        linkUrl: linkUrl(link.code, services.config),
        expires: link.expiresAt.toISOString(),
      },
      now,
    });
    await auditAction(sql, {
      by: { caller, request, now },
      companyId: link.companyId,
      organisationId: link.installationId,
      act: endpoint.name,
      objectKind: 'smartLink',
      objectId: linkId,
      detail: { to: address },
    });
    return { mailedTo: [...link.mailedTo, address] };
  },
);

/** API clients may send line breaks; values of an email have none. */
const toOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');
