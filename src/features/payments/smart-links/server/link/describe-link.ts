import { adviseMerchant } from '#shared/payments/declines.ts';
import { formatMinor, parseAmount } from '#shared/money.ts';
import { isBeingPaid, linkState, linkStatus } from '#shared/payments/link-status.ts';
import { isMovingType } from '#shared/payments/transaction-kind.ts';
import type { ListedLink } from '../../schemas.ts';
import type { StoredLink } from '../smart-link-table.ts';

/** A link as lists and webhooks show it, without the address by which it is paid. */
export function describeLink(link: StoredLink, now: Date): Omit<ListedLink, 'link'> {
  const { paidCount, paidMinor, refundedMinor, lastPaidAt, currency } = link;
  return {
    linkId: link.linkId,
    batchId: link.batchId,
    status: linkStatus(link, now),
    state: linkState(link, now),
    isBeingPaid: isBeingPaid(link),
    usage: link.usage,
    kind: link.kind,
    created: link.createdAt.toISOString(),
    expires: link.expiresAt.toISOString(),
    opened: link.openedAt?.toISOString() ?? null,
    installationId: link.installationId,
    installationName: link.installationName,
    merchantName: link.merchantName,
    currency,
    amount: link.amountMinor === null ? null : formatMinor(link.amountMinor, currency),
    authorised: describeAuthorisation(link),
    paid:
      paidCount > 0 && lastPaidAt !== null
        ? { count: paidCount, amount: formatMinor(paidMinor, currency), at: lastPaidAt.toISOString() }
        : null,
    refunded: refundedMinor > 0 ? { amount: formatMinor(refundedMinor, currency) } : null,
    merchantReference: link.request.transaction?.merchantReference ?? null,
    description: link.request.transaction?.description ?? null,
    emailAddress: link.request.customer?.details?.emailAddress ?? null,
    mailedTo: link.mailedTo,
    mailedAt: link.mailedAt?.toISOString() ?? null,
    reminder:
      link.remindDaysBefore === null
        ? null
        : {
            daysBefore: link.remindDaysBefore,
            at: link.remindAt?.toISOString() ?? null,
            sentAt: link.remindedAt?.toISOString() ?? null,
          },
    onDeadLink: link.onDeadLink,
    thankYou: link.thankYou,
    returnUrl: link.request.session?.returnUrl?.url ?? null,
    ...describeBounds(link),
    transactionId: link.txnId === null ? null : String(link.txnId),
    attempts: link.attempts,
    failure: describeFailure(link),
  };
}

/** The bounds of an amount that the customer chooses. */
function describeBounds({ request }: StoredLink): Pick<ListedLink, 'minAmount' | 'maxAmount'> {
  const { currency, amount } = request.transaction?.money ?? {};
  const textOf = (bound: string | number | undefined): string | null => {
    const parsed = parseAmount(bound, currency);
    return parsed.ok ? formatMinor(parsed.value, currency ?? '') : null;
  };
  return { minAmount: textOf(amount?.min), maxAmount: textOf(amount?.max) };
}

/** An authorisation that can still be captured. */
function describeAuthorisation(link: StoredLink): ListedLink['authorised'] {
  const { usage, usedAt, paidCount, transactionStatus, transactionType, attemptMinor, currency } = link;
  const isReserved = transactionStatus === 'SUCCESS' && !isMovingType(transactionType ?? '');
  if (usage !== 'SINGLE' || usedAt === null || paidCount > 0 || !isReserved) return null;
  return { amount: formatMinor(attemptMinor ?? 0, currency), at: usedAt.toISOString() };
}

/** The reason of the latest failed attempt, and advice for the merchant. */
function describeFailure(link: StoredLink): ListedLink['failure'] {
  const { transactionStatus, reasonCode, statusCode, scheme, adviceCode, attemptedAt } = link;
  if (transactionStatus !== 'FAILED' || reasonCode === null) return null;
  const failure = { reasonCode, statusCode, scheme, adviceCode };
  const advice = adviseMerchant(failure, attemptedAt ?? undefined);
  return { ...failure, ...(advice && { advice }) };
}
