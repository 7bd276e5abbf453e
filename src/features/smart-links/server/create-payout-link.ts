import { handle } from '#server/handler.ts';
import { createPayoutLink as call } from '../calls.ts';
import { makeLinks } from './link/make-links.ts';
import { replyOfOne } from './link/reply-of-one.ts';

export const createPayoutLink = handle(call, async (ask) =>
  replyOfOne(await makeLinks(ask, call.name, 'payouts'), ask.services.config),
);
