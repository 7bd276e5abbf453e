import { formatMinor } from '#contract/money.ts';
import { isBeingPaid, linkStatusOf } from '#features/hosted-sessions/link-standing.ts';
import { handle } from '#server/handler.ts';
import { type ListedLink, searchSmartLinks as call } from '../calls.ts';
import { mostLinkOffset } from '../links-search.ts';
import { installationsInSight } from './link/installations-in-sight.ts';
import { addressOf } from './link/link-session.ts';
import { type StoredLink, linksOf } from './link/link-store.ts';

export const searchSmartLinks = handle(call, async ({ sql, caller, subject, query, services, now }) => {
  const { offset = 0, pageSize = 25, status } = query;
  const inSight = await installationsInSight(sql, caller, subject.paths[0] ?? '');
  const installations = inSight.map(({ id }) => id);
  const { companies } = caller;
  const page = { companies, installations, status, offset, pageSize, most: mostLinkOffset };
  const { links, found } = await linksOf(sql, page, now);
  const listed = (link: StoredLink): ListedLink => ({
    linkId: link.linkId,
    link: addressOf(link.code, services.config),
    status: linkStatusOf(link, now),
    isBeingPaid: isBeingPaid(link),
    usage: link.usage,
    kind: link.kind,
    created: link.createdAt.toISOString(),
    expires: link.expiresAt.toISOString(),
    installationId: link.installationId,
    installationName: link.installationName,
    merchantName: link.merchantName,
    currency: link.currency,
    amount: link.amountMinor === null ? null : formatMinor(link.amountMinor, link.currency),
    merchantReference: link.request.transaction?.merchantReference ?? null,
    description: link.request.transaction?.description ?? null,
    emailAddress: link.request.customer?.details?.emailAddress ?? null,
    mailedTo: link.mailedTo,
    onDeadLink: link.onDeadLink,
    transactionId: link.txnId === null ? null : String(link.txnId),
  });
  return {
    links: links.map(listed),
    total: Math.min(found, mostLinkOffset),
    hasMore: found > mostLinkOffset,
  };
});
