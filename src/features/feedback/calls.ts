import * as z from 'zod/mini';
import { defineCall } from '#contract/define-call.ts';
import { feedbackTypes, longestMessage } from './feedback-rules.ts';

/** One line: it stands in a mail. */
const line = (longest: number) => z.string().check(z.maxLength(longest), z.regex(/^\P{Cc}*$/u));

export const sendFeedback = defineCall({
  name: 'sendFeedback',
  summary: 'A problem or a suggestion, to the address of the operator',
  at: 'POST /users/sendFeedback',
  needs: { access: 'signed-in' },
  body: z.strictObject({
    feedbackType: z.enum(feedbackTypes),
    message: z.string().check(
      z.maxLength(longestMessage),
      z.refine((message) => message.trim() !== ''),
    ),
    browserInfo: z.strictObject({
      browser: line(100),
      browserVersion: line(100),
      userAgent: line(500),
      device: line(100),
      os: line(100),
      osVersion: line(100),
    }),
  }),
  answer: z.undefined(),
});
