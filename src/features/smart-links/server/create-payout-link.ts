import { handle } from '#server/handler.ts';
import { createPayoutLink as call } from '../calls.ts';
import { answerWithLinks } from './link/make-links.ts';
import { answerOfOne } from './link/reply-of-one.ts';

export const createPayoutLink = handle(call, async (ask) =>
  answerWithLinks(ask, call.name, 'payouts', (made) => answerOfOne(made, ask.services.config)),
);
