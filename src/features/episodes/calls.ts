import * as z from 'zod/mini';
import { defineCall } from '#contract/define-call.ts';
import { paymentAnswer } from '#features/payments/calls.ts';
import { scheduleBody } from '#features/schedules/definition/schedule-body.ts';

const place = '{installationId}/{transactionId}/addSchedule' as const;

export const addSchedule = defineCall({
  name: 'addSchedule',
  summary: 'Charges the card of a paid transaction again and again, by a schedule',
  at: `POST /proxy/sync/ta/transactions/${place}`,
  merchantApi: `POST /acceptor/rest/transactions/${place}`,
  needs: {
    anyOf: ['P_REPEAT_TRANSACTION'],
    of: { installation: 'installationId', transaction: 'transactionId' },
  },
  path: z.object({
    installationId: z.coerce.number().check(z.int(), z.positive(), z.maximum(2_147_483_647)),
    transactionId: z.coerce.number().check(z.int(), z.positive()),
  }),
  body: z.object({ schedule: scheduleBody }),
  answer: paymentAnswer,
});
