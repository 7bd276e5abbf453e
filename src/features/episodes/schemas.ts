import * as z from 'zod/mini';
import { paymentResponse } from '#features/payments/schemas.ts';
import { scheduleBody } from '#features/schedules/definition/schedule-body.ts';

export const addSchedule = {
  path: z.object({
    installationId: z.coerce.number().check(z.int(), z.positive(), z.maximum(2_147_483_647)),
    transactionId: z.coerce.number().check(z.int(), z.positive()),
  }),
  body: z.object({ schedule: scheduleBody }),
  response: paymentResponse,
};
