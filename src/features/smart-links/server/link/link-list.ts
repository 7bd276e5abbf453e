import { formatMinor, parseAmount } from '#shared/money.ts';
import { isBeingPaid, linkStatus } from '../../link-status.ts';
import type { QueryOf } from '#shared/define-endpoint.ts';
import type { Config } from '#server/config.ts';
import type { reportSmartLinks } from '../../endpoints.ts';
import type { ListedLink } from '../../schemas.ts';
import { linkCurrencies } from '../../link-rules.ts';
import { linkUrl } from './link-session.ts';
import type { LinkSearch, StoredLink } from './link-store.ts';

/** Converts the criteria of a request to those of the query. */
export function buildLinkSearch(
  query: QueryOf<typeof reportSmartLinks>,
  tenantIds: readonly number[],
  installations: readonly number[],
): LinkSearch {
  const { status, reference, emailAddress, amount, createdFrom, createdTo } = query;
  // All currencies of links have the same digits.
  const parsed = amount === undefined ? undefined : parseAmount(amount, linkCurrencies[0]);
  return {
    tenantIds,
    installations,
    status,
    reference,
    emailAddress,
    amountMinor: parsed === undefined ? undefined : parsed.ok ? parsed.minor : -1,
    createdFrom: createdFrom === undefined ? undefined : new Date(createdFrom),
    createdTo: createdTo === undefined ? undefined : new Date(createdTo),
  };
}

/** A link as list and file show it. */
export function toListedLink(link: StoredLink, config: Pick<Config, 'checkoutUrl'>, now: Date): ListedLink {
  const { paidCount, paidMinor, lastPaidAt, currency } = link;
  return {
    linkId: link.linkId,
    link: linkUrl(link.code, config),
    status: linkStatus(link, now),
    isBeingPaid: isBeingPaid(link),
    usage: link.usage,
    kind: link.kind,
    created: link.createdAt.toISOString(),
    expires: link.expiresAt.toISOString(),
    installationId: link.installationId,
    installationName: link.installationName,
    merchantName: link.merchantName,
    currency,
    amount: link.amountMinor === null ? null : formatMinor(link.amountMinor, currency),
    paid:
      paidCount > 0 && lastPaidAt !== null
        ? { count: paidCount, amount: formatMinor(paidMinor, currency), at: lastPaidAt.toISOString() }
        : null,
    merchantReference: link.request.transaction?.merchantReference ?? null,
    description: link.request.transaction?.description ?? null,
    emailAddress: link.request.customer?.details?.emailAddress ?? null,
    mailedTo: link.mailedTo,
    onDeadLink: link.onDeadLink,
    transactionId: link.txnId === null ? null : String(link.txnId),
    attempts: link.attempts,
    failure:
      link.transactionStatus === 'FAILED' && link.reasonCode !== null
        ? { reasonCode: link.reasonCode, statusCode: link.statusCode, scheme: link.scheme }
        : null,
  };
}
