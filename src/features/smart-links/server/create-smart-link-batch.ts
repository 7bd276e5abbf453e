import { Reply, handle } from '#server/handler.ts';
import { createSmartLinkBatch as call } from '../calls.ts';
import { addressOf } from './link/link-session.ts';
import { makeLinks } from './link/make-links.ts';

export const createSmartLinkBatch = handle(call, async (ask) => {
  const made = await makeLinks(ask, call.name, 'payments');
  if (made.status === 'FAILED') return new Reply(400, made);
  return new Reply(201, {
    smartLinkResponseDetail: {
      links: made.links.map(({ linkId, code }) => ({ linkId, link: addressOf(code, ask.services.config) })),
    },
    status: 'SUCCESS' as const,
    reasonCode: 'S100',
    reasonMessage: 'SmartLink created',
  });
});
