import type { LinkStatus, LinkUsage } from '#features/hosted-sessions/link-standing.ts';
import { writeMoment } from '#features/smart-links/link-rules.ts';
import type { Config } from '#server/config.ts';
import { Reply } from '#server/handler.ts';
import type { CreatedLinks } from './create-links.ts';
import type { LinkRefusal } from './judge-link.ts';
import { addressOf } from './link-session.ts';

export interface OneLink {
  linkId: string;
  code: string;
  usage: LinkUsage;
  status: LinkStatus;
  expiresAt: Date;
}

/** One link in the merchant API's form (domain §1.7). */
export const detailOfOne = (
  { linkId, code, usage, status, expiresAt }: OneLink,
  config: Pick<Config, 'checkoutUrl'>,
) => ({ expires: writeMoment(expiresAt), usage, status, link: addressOf(code, config), linkId });

/** 201 with the link that was made, or 400 with the reason. */
export function replyOfOne(made: CreatedLinks | LinkRefusal, config: Pick<Config, 'checkoutUrl'>) {
  if (made.status === 'FAILED') return new Reply(400, made);
  const { usage, expiresAt } = made.plan;
  const [link] = made.links;
  if (!link) throw new Error('a request made no link');
  return new Reply(201, {
    smartLinkResponseDetail: detailOfOne({ ...link, usage, expiresAt, status: 'ACTIVATED' }, config),
    status: 'SUCCESS' as const,
    reasonCode: 'S100',
    reasonMessage: 'SmartLink created',
  });
}
