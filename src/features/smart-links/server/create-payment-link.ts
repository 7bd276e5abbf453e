import { handle } from '#server/handler.ts';
import { createPaymentLink as call } from '../calls.ts';
import { makeLinks } from './link/make-links.ts';
import { replyOfOne } from './link/reply-of-one.ts';

export const createPaymentLink = handle(call, async (ask) =>
  replyOfOne(await makeLinks(ask, call.name, 'payments'), ask.services.config),
);
