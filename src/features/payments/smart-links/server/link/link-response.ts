import type { LinkStatus, LinkUsage } from '#shared/payments/link-status.ts';
import { writeMoment } from '../../link-rules.ts';
import type { Config } from '#server/config.ts';
import type { ListedLink } from '../../schemas.ts';
import type { StoredLink } from '../smart-link-table.ts';
import type { CreatedLinks } from './create-links.ts';
import { describeLink } from './describe-link.ts';
import { linkUrl } from './link-session.ts';

interface LinkSummary {
  linkId: string;
  code: string;
  usage: LinkUsage;
  status: LinkStatus;
  expiresAt: Date;
}

/** One link in the merchant API's format (docs/domain.md#smart-links). */
export const toLinkDetail = (
  { linkId, code, usage, status, expiresAt }: LinkSummary,
  config: Pick<Config, 'checkoutUrl'>,
) => ({ expires: writeMoment(expiresAt), usage, status, link: linkUrl(code, config), linkId });

/** The response to creating one link. */
export function singleLinkResponse({ plan, links }: CreatedLinks, config: Pick<Config, 'checkoutUrl'>) {
  const { usage, expiresAt } = plan;
  const [link] = links;
  if (!link) throw new Error('a request created no link');
  return {
    smartLinkResponseDetail: toLinkDetail({ ...link, usage, expiresAt, status: 'ACTIVATED' }, config),
    status: 'SUCCESS' as const,
    reasonCode: 'S100',
    reasonMessage: 'SmartLink created',
  };
}

/** A link as list and file show it. */
export function toListedLink(link: StoredLink, config: Pick<Config, 'checkoutUrl'>, now: Date): ListedLink {
  const { linkId, ...described } = describeLink(link, now);
  return { linkId, link: linkUrl(link.code, config), ...described };
}
