import * as z from 'zod/mini';
import { defineEndpoint } from '#shared/define-endpoint.ts';
import { paymentResponse } from '#features/payments/endpoints.ts';
import { scheduleBody } from '#features/schedules/definition/schedule-body.ts';

const place = '{installationId}/{transactionId}/addSchedule' as const;

export const addSchedule = defineEndpoint({
  name: 'addSchedule',
  summary: 'Charges the card of a paid transaction again and again, by a schedule',
  route: `POST /proxy/sync/ta/transactions/${place}`,
  merchantRoute: `POST /acceptor/rest/transactions/${place}`,
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
