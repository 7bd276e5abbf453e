import { handle } from '#server/handler.ts';
import { createPaymentLink as call } from '../calls.ts';
import { answerWithLinks } from './link/make-links.ts';
import { answerOfOne } from './link/reply-of-one.ts';

export const createPaymentLink = handle(call, async (ask) =>
  answerWithLinks(ask, call.name, 'payments', (made) => answerOfOne(made, ask.services.config)),
);
