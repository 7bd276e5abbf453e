import * as z from 'zod/mini';
import { defineEndpoint } from '#shared/define-endpoint.ts';
import { paymentResponse } from '#features/payments/endpoints.ts';
import { scheduleBody } from '#features/schedules/definition/schedule-body.ts';

const transactionPath = '{installationId}/{transactionId}/addSchedule' as const;

export const addSchedule = defineEndpoint({
  name: 'addSchedule',
  summary: 'Adds a schedule to a paid transaction, which charges its card again',
  route: `POST /proxy/sync/ta/transactions/${transactionPath}`,
  merchantRoute: `POST /acceptor/rest/transactions/${transactionPath}`,
  auth: {
    anyOf: ['P_REPEAT_TRANSACTION'],
    resource: { installation: 'installationId', transaction: 'transactionId' },
  },
  path: z.object({
    installationId: z.coerce.number().check(z.int(), z.positive(), z.maximum(2_147_483_647)),
    transactionId: z.coerce.number().check(z.int(), z.positive()),
  }),
  body: z.object({ schedule: scheduleBody }),
  response: paymentResponse,
});
