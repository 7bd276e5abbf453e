import * as z from 'zod/mini';
import { databaseId, wholeNumber } from '#shared/whole-number.ts';
import { paymentResponse } from '#features/payments/payments/schemas.ts';
import { scheduleBody } from '#features/payments/schedules/schedule-body.ts';

export const addSchedule = {
  path: z.object({
    installationId: databaseId,
    transactionId: wholeNumber(1),
  }),
  body: z.object({ schedule: scheduleBody }),
  response: paymentResponse,
};
