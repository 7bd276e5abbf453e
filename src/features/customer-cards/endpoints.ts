import * as z from 'zod/mini';
import { defineEndpoint } from '#shared/define-endpoint.ts';

const installationId = z.coerce.number().check(z.int(), z.positive(), z.maximum(2_147_483_647));
const cardsUrl = '/acceptor/rest/customers/{installationId}/cards' as const;

export const listCustomerCards = defineEndpoint({
  name: 'listCustomerCards',
  summary: 'Registered cards of a customer, by the merchant’s reference or by id',
  route: `GET ${cardsUrl}`,
  auth: { anyOf: ['P_VIEW_TRANSACTION_NGPORTAL'], resource: { installation: 'installationId' } },
  path: z.object({ installationId }),
  query: z.object({
    merchantRef: z.optional(z.string().check(z.maxLength(255))),
    id: z.optional(z.string().check(z.maxLength(20))),
  }),
  response: z.object({
    customer: z.object({
      id: z.string(),
      merchantRef: z.optional(z.string()),
      displayName: z.optional(z.string()),
    }),
    cards: z.array(
      z.object({
        cardToken: z.string(),
        cardFingerprint: z.string(),
        cardType: z.string(),
        cardScheme: z.string(),
        maskedPan: z.string(),
        expiryDate: z.string(),
        cardHolderName: z.nullable(z.string()),
        cardNickname: z.nullable(z.string()),
        defaultCard: z.boolean(),
        registeredTime: z.string(),
      }),
    ),
  }),
});

export const removeCustomerCard = defineEndpoint({
  name: 'removeCustomerCard',
  summary: 'Removes a registered card: payments with its token are rejected (A123)',
  route: `DELETE ${cardsUrl}/{cardToken}`,
  auth: { anyOf: ['P_NEW_PAYMENT'], resource: { installation: 'installationId' } },
  path: z.object({ installationId, cardToken: z.string().check(z.maxLength(60)) }),
  response: z.object({ status: z.literal('SUCCESS'), reasonCode: z.string(), reasonMessage: z.string() }),
});
