import { maskCardNumbers } from '#shared/card-number.ts';
import { readInstant } from '#shared/instant.ts';
import { smartLinkMaxBatchSize, type LinkUsage, linkUsages } from '#shared/payments/link-status.ts';
import { parseAmount } from '#shared/money.ts';
import { type Result, ok, refuse } from '#shared/result.ts';
import { knownLanguage } from '#shared/page-languages.ts';
import type { HostedRefusal } from '#features/payments/hosted-sessions/server/session/hosted-problem.ts';
import type { SessionRequest } from '#features/payments/hosted-sessions/session-request.ts';
import type { LinkRequest } from '../../link-request.ts';
import {
  defaultExpiryDays,
  isExpiry,
  isLinkEmail,
  isLinkTelephone,
  isLinkText,
  linkCurrencies,
  maxReminderDays,
  reminderTime,
} from '../../link-rules.ts';
import { addMs, dayMs } from '#server/clock.ts';

export type LinkKind = 'payments' | 'payouts';

/** The common terms of all links of one request. */
export interface LinkPlan {
  usage: LinkUsage;
  expiresAt: Date;
  batchSize: number;
  currency: string;
  /** Null if the customer enters it. */
  amountMinor: number | null;
  /** The redirect for payers once the link has ended; null shows our page. */
  onDeadLink: string | null;
  /** Days before the end, and when that is. */
  remindDaysBefore: number | null;
  remindAt: Date | null;
  /** The merchant's text on the page after the payment. */
  thankYou: string | null;
  /** The request of every session that the links open. */
  request: SessionRequest;
}

const amountField = 'transaction.money.amount.fixed';

/**
 * Returns the plan of a request, or refuses its first error. `isForm` also applies the text rules of the portal's form
 * (docs/domain.md#smart-links).
 */
export function validateLink(
  { smartLink, batchSize = 1, ...request }: LinkRequest,
  kind: LinkKind,
  now: Date,
  isForm: boolean,
): Result<LinkPlan, HostedRefusal> {
  const usage = linkUsages.find((allowed) => allowed === (smartLink?.usage ?? 'SINGLE'));
  if (!usage) return refuse('V100', 'smartLink.usage');
  const expiresAt =
    smartLink?.expires === undefined ? addMs(now, defaultExpiryDays * dayMs) : readInstant(smartLink.expires);
  if (!expiresAt || !isExpiry(expiresAt, now)) return refuse('V100', 'smartLink.expires');
  const remindDaysBefore = smartLink?.remindDaysBefore ?? null;
  const remindAt = reminderTime(expiresAt, remindDaysBefore, now);
  const mayRemind = remindAt !== null && (remindDaysBefore ?? 0) <= maxReminderDays;
  if (
    remindDaysBefore !== null &&
    !(mayRemind && remindDaysBefore > 0 && usage === 'SINGLE' && kind === 'payments')
  )
    return refuse('V100', 'smartLink.remindDaysBefore');
  if (batchSize < 1 || batchSize > smartLinkMaxBatchSize) return refuse('V100', 'batchSize');
  if (request.locale !== undefined && !knownLanguage(request.locale)) return refuse('V100', 'locale');
  const invalidField = isForm ? findFormError(request, smartLink?.thankYou) : undefined;
  if (invalidField !== undefined) return refuse('V100', invalidField);
  const { currency, amount } = request.transaction?.money ?? {};
  if (currency === undefined) return refuse('V126', 'transaction.money.currency');
  if (!linkCurrencies.some((allowed) => allowed === currency))
    return refuse('A102', 'transaction.money.currency');
  const fixed = amount?.fixed === undefined ? undefined : parseAmount(amount.fixed, currency);
  if (fixed && !fixed.ok) return refuse(fixed.code, amountField);
  // A payee cannot choose the amount.
  if (!fixed && kind === 'payouts') return refuse('V129', amountField);
  return ok({
    usage,
    expiresAt,
    batchSize,
    currency,
    amountMinor: fixed ? fixed.value : null,
    onDeadLink: smartLink?.onDeadLink ?? null,
    remindDaysBefore,
    remindAt,
    thankYou: smartLink?.thankYou === undefined ? null : maskCardNumbers(smartLink.thankYou),
    request: withPayerAmount(request),
  });
}

function findFormError({ transaction, customer }: SessionRequest, thankYou = ''): string | undefined {
  const { emailAddress, telephone } = customer?.details ?? {};
  if (!isLinkText(transaction?.merchantReference ?? '')) return 'transaction.merchantReference';
  if (!isLinkText(transaction?.description ?? '')) return 'transaction.description';
  if (emailAddress !== undefined && !isLinkEmail(emailAddress)) return 'customer.details.emailAddress';
  if (telephone !== undefined && !isLinkTelephone(telephone)) return 'customer.details.telephone';
  return isLinkText(thankYou) ? undefined : 'smartLink.thankYou';
}

/** A link's amount is optional (docs/domain.md#smart-links); a hosted session needs an explicit open amount. */
function withPayerAmount(request: SessionRequest): SessionRequest {
  const { transaction } = request;
  const money = { ...transaction?.money, amount: transaction?.money?.amount ?? {} };
  return { ...request, transaction: { ...transaction, money } } as SessionRequest;
}
