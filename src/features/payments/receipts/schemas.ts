import * as z from 'zod/mini';
import { databaseId as installationId, wholeNumber } from '#shared/whole-number.ts';
import { receiptKinds } from './receipt-kind.ts';

export const sendReceipt = {
  path: z.object({ installationId, transactionId: wholeNumber(1) }),
  response: z.object({ kind: z.enum(receiptKinds), sentTo: z.string() }),
};

export const textReceipt = {
  path: z.object({ installationId, transactionId: wholeNumber(1) }),
  body: z.strictObject({
    /** With its country code; spaces and hyphens are ignored. */
    telephone: z.string().check(z.maxLength(40)),
  }),
  response: z.object({ kind: z.enum(receiptKinds), sentTo: z.string() }),
};
