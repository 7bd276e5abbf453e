import { localeOf } from '#contract/locales.ts';
import { formatMinor } from '#contract/money.ts';
import { Problem, problems } from '#contract/problem.ts';
import { linkStatusOf } from '#features/hosted-sessions/link-standing.ts';
import { lockLink } from '#features/hosted-sessions/server/session/session-store.ts';
import { recordAct } from '#server/audit.ts';
import { hourMs } from '#server/clock.ts';
import { handle } from '#server/handler.ts';
import { isMailAddress } from '#server/mail/mail-address.ts';
import { queueMail } from '#server/mail/queue-mail.ts';
import { countAttempt } from '#server/throttle.ts';
import { sendSmartLink as call } from '../calls.ts';
import { addressOf } from './link/link-session.ts';
import { linkById } from './link/link-store.ts';

const mostAddresses = 5;
/** Mails of one company in an hour: enough for a shop, too few for a flood in its name. */
const mailsAllowed = 500;

/** Queued in the transaction that notes the address, so that nobody gets it twice and nobody misses it. */
export const sendSmartLink = handle(call, async ({ sql, subject, body, caller, request, services, now }) => {
  const linkId = subject.smartLinkId ?? '';
  const address = body.emailAddress.trim().toLowerCase();
  if (!isMailAddress(address)) throw problems.invalid('body.emailAddress');
  await lockLink(sql, linkId);
  const link = await linkById(sql, linkId);
  if (!link) throw problems.notFound();
  if (linkStatusOf(link, now) !== 'ACTIVATED') throw new Problem(409, 'LINK_OVER', 'smart_link_over');
  if (link.mailedTo.includes(address)) throw new Problem(409, 'ALREADY_SENT', 'smart_link_sent');
  if (link.mailedTo.length >= mostAddresses) throw new Problem(409, 'SENT_OFTEN', 'smart_link_sent_often');
  const sent = await countAttempt(services.database, `smart-link-mails:${link.companyId}`, hourMs, now);
  if (sent > mailsAllowed) throw problems.tooManyRequests(hourMs / 1000);
  const { amountMinor, currency, merchantName } = link;
  await sql`update smart_link set mailed_to = mailed_to || ${address}::text where link_id = ${linkId}`;
  await queueMail(sql, {
    key: `smartLink:${linkId}:${address}`,
    template: 'smartLink',
    to: address,
    locale: localeOf(link.request.locale),
    values: {
      merchant: oneLine(merchantName),
      amount: amountMinor === null ? '' : `${formatMinor(amountMinor, currency)} ${currency}`,
      description: oneLine(link.request.transaction?.description ?? ''),
      linkUrl: addressOf(link.code, services.config),
      expires: link.expiresAt.toISOString(),
    },
    now,
  });
  await recordAct(sql, {
    by: { caller, request, now },
    companyId: link.companyId,
    organisationId: link.installationId,
    act: call.name,
    objectKind: 'smartLink',
    objectId: linkId,
    detail: { to: address },
  });
  return { mailedTo: [...link.mailedTo, address] };
});

/** Merchants' own clients may send lines; a mail's values have none. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');
