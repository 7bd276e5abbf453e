import { parseAmount } from '#shared/money.ts';
import type { QueryOf } from '#shared/define-endpoint.ts';
import type { Config } from '#server/config.ts';
import type { reportSmartLinks } from '../../endpoints.ts';
import type { ListedLink } from '../../schemas.ts';
import { linkCurrencies } from '../../link-rules.ts';
import { describeLink } from './describe-link.ts';
import { linkUrl } from './link-session.ts';
import type { LinkSearch, StoredLink } from '../db/smart-link.ts';

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
    amountMinor: parsed === undefined ? undefined : parsed.ok ? parsed.value : -1,
    createdFrom: createdFrom === undefined ? undefined : new Date(createdFrom),
    createdTo: createdTo === undefined ? undefined : new Date(createdTo),
  };
}

/** A link as list and file show it. */
export function toListedLink(link: StoredLink, config: Pick<Config, 'checkoutUrl'>, now: Date): ListedLink {
  const { linkId, ...described } = describeLink(link, now);
  return { linkId, link: linkUrl(link.code, config), ...described };
}
