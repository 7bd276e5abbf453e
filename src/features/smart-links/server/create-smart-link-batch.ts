import { handle } from '#server/handler.ts';
import { createSmartLinkBatch as call } from '../calls.ts';
import { addressOf } from './link/link-session.ts';
import { answerWithLinks } from './link/make-links.ts';

export const createSmartLinkBatch = handle(call, async (ask) =>
  answerWithLinks(ask, call.name, 'payments', ({ links }) => ({
    smartLinkResponseDetail: {
      links: links.map(({ linkId, code }) => ({ linkId, link: addressOf(code, ask.services.config) })),
    },
    status: 'SUCCESS' as const,
    reasonCode: 'S100',
    reasonMessage: 'SmartLink created',
  })),
);
