import * as z from 'zod/mini';
import { hasVisibleText } from '#shared/label.ts';
import { feedbackTypes, maxMessageLength } from './feedback-rules.ts';

/** One line, because it becomes part of an email. */
const line = (maxLength: number) => z.string().check(z.maxLength(maxLength), z.regex(/^\P{Cc}*$/u));

export const sendFeedback = {
  body: z.strictObject({
    feedbackType: z.enum(feedbackTypes),
    message: z.string().check(z.maxLength(maxMessageLength), z.refine(hasVisibleText)),
    browserInfo: z.strictObject({
      browser: line(100),
      browserVersion: line(100),
      userAgent: line(500),
      device: line(100),
      os: line(100),
      osVersion: line(100),
    }),
  }),
  response: z.undefined(),
};
