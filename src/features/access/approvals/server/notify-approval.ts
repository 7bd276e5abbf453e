import { numberFormat } from '#shared/text/intl-formats.ts';
import { formatMinor } from '#shared/money.ts';
import { type Locale, parseLocale } from '#shared/locales.ts';
import type { Sql } from '#database/connection.ts';
import { queueMail } from '#server/mail/queue-mail.ts';
import { type Approver, listApproversAt } from './approval-policy-table.ts';
import type { StoredRequest } from './approval-request-table.ts';

type MailedRequest = Pick<
  StoredRequest,
  | 'approvalId'
  | 'action'
  | 'organisationId'
  | 'organisationName'
  | 'amountMinor'
  | 'currency'
  | 'objectId'
  | 'objectName'
  | 'requestedBy'
  | 'requestedByName'
>;

/** Emails the users who may approve the request. Returns how many. */
export async function mailApprovers(sql: Sql, request: MailedRequest, now: Date): Promise<number> {
  const { organisationId, requestedBy: exceptId } = request;
  const approvers = await listApproversAt(sql, { organisationId, exceptId, now });
  for (const approver of approvers) {
    const locale = parseLocale(approver.locale);
    await queueMail(sql, {
      key: `approvalAsked:${request.approvalId}:${approver.userId}`,
      template: 'approvalAsked',
      to: approver.userName,
      locale,
      values: { ...facts(request, approver, locale), asker: request.requestedByName },
      now,
    });
  }
  return approvers.length;
}

/** Emails the requester that the request was decided, or that it has ended. */
export async function mailRequester(
  sql: Sql,
  request: MailedRequest,
  { state, by, now }: { state: 'Approved' | 'Rejected' | 'Expired'; by: string; now: Date },
): Promise<void> {
  const [requester] = await sql<Approver[]>`
    select user_id, user_name, given_name, locale from app_user where user_id = ${request.requestedBy} and active`;
  if (!requester) return;
  const locale = parseLocale(requester.locale);
  await queueMail(sql, {
    key: `approval${state}:${request.approvalId}`,
    template: `approval${state}`,
    to: requester.userName,
    locale,
    values: { ...facts(request, requester, locale), decider: by },
    now,
  });
}

function facts(request: MailedRequest, { givenName }: Approver, locale: Locale) {
  const { amountMinor, currency, objectId, objectName } = request;
  return {
    name: givenName,
    action: request.action,
    organisation: request.organisationName,
    amount: amountMinor === null || currency === null ? '' : formatAmount(amountMinor, currency, locale),
    reference: objectName ?? objectId ?? '',
  };
}

const formatAmount = (minor: number, currency: string, locale: Locale): string =>
  numberFormat(locale, { style: 'currency', currency }).format(
    formatMinor(minor, currency) as Intl.StringNumericLiteral,
  );
