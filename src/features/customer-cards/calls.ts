import * as z from 'zod/mini';
import { defineCall } from '#contract/define-call.ts';

const installationId = z.coerce.number().check(z.int(), z.positive(), z.maximum(2_147_483_647));
const place = '/acceptor/rest/customers/{installationId}/cards' as const;

export const listCustomerCards = defineCall({
  name: 'listCustomerCards',
  summary: 'Registered cards of a customer, who is named by the merchant’s reference or by id',
  at: `GET ${place}`,
  needs: { anyOf: ['P_VIEW_TRANSACTION_NGPORTAL'], of: { installation: 'installationId' } },
  path: z.object({ installationId }),
  query: z.object({
    merchantRef: z.optional(z.string().check(z.maxLength(255))),
    id: z.optional(z.string().check(z.maxLength(20))),
  }),
  answer: z.object({
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

export const removeCustomerCard = defineCall({
  name: 'removeCustomerCard',
  summary: 'Removes a registered card: its token pays and repeats nothing any more (A123)',
  at: `DELETE ${place}/{cardToken}`,
  needs: { anyOf: ['P_NEW_PAYMENT'], of: { installation: 'installationId' } },
  path: z.object({ installationId, cardToken: z.string().check(z.maxLength(60)) }),
  answer: z.object({ status: z.literal('SUCCESS'), reasonCode: z.string(), reasonMessage: z.string() }),
});
