import type { TenantSql } from '#database/tenant.ts';
import { htmlLanguage, parsePageLanguage } from '#shared/page-languages.ts';
import { formatMinor } from '#shared/money.ts';
import { formatPayerMoney } from '#shared/text/format-money.ts';
import type { Config } from '#server/config.ts';
import { addMs, dayMs } from '#server/clock.ts';
import { queuePayerMail, queueSms } from '#server/mail/queue-mail.ts';
import { maxMailsADay, resendAfterMs } from '../../link-rules.ts';
import type { StoredLink } from '../smart-link-table.ts';
import { linkUrl } from './link-session.ts';

interface LinkMail {
  /** An email address; with `isText` a telephone number in E.164. */
  address: string;
  isReminder: boolean;
  isText?: boolean;
}

/** Queues the email or text message in the transaction that records it, so that neither exists without the other. The caller holds the link's lock. */
export async function mailLink(
  sql: TenantSql,
  link: StoredLink,
  { address, isReminder, isText = false }: LinkMail,
  config: Pick<Config, 'checkoutUrl'>,
  now: Date,
): Promise<void> {
  const { companyId, linkId, amountMinor, currency, merchantName, request } = link;
  const locale = parsePageLanguage(request.locale);
  await sql`
    insert into smart_link_mail (company_id, link_id, address, sent_at, is_reminder)
    values (${companyId}, ${linkId}, ${address}, ${now}, ${isReminder})`;
  const mail = {
    key: `smartLink:${linkId}:${address}:${now.toISOString()}:${isReminder ? 'reminder' : 'sent'}`,
    to: address,
    locale,
    values: {
      merchant: toOneLine(merchantName),
      amount:
        amountMinor === null
          ? ''
          : formatPayerMoney(formatMinor(amountMinor, currency), currency, htmlLanguage(locale)),
      reference: toOneLine(request.transaction?.merchantReference ?? ''),
      description: toOneLine(request.transaction?.description ?? ''),
      linkUrl: linkUrl(link.code, config),
      expires: link.expiresAt.toISOString(),
    },
    now,
  };
  if (isText) return queueSms(sql, { ...mail, template: 'smartLink' });
  await queuePayerMail(sql, { ...mail, template: isReminder ? 'smartLinkReminder' : 'smartLink' });
}

/** API clients may send line breaks; values of an email have none. */
const toOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** When users may email the link to the address again; undefined: now. `isToday`: the limit of a day is reached. */
export async function findMailPause(
  sql: TenantSql,
  { companyId, linkId }: Pick<StoredLink, 'companyId' | 'linkId'>,
  address: string,
  now: Date,
): Promise<{ until: Date; isToday: boolean } | undefined> {
  const sent = await sql<{ sentAt: Date }[]>`
    select sent_at from smart_link_mail
    where company_id = ${companyId} and link_id = ${linkId} and address = ${address} and not is_reminder
      and sent_at > ${addMs(now, -dayMs)}
    order by sent_at desc limit ${maxMailsADay}`;
  const [last, oldest] = [sent[0], sent[maxMailsADay - 1]];
  if (oldest) return { until: addMs(oldest.sentAt, dayMs), isToday: true };
  const until = last && addMs(last.sentAt, resendAfterMs);
  return until && until > now ? { until, isToday: false } : undefined;
}
