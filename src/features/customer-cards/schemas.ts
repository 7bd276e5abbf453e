import * as z from 'zod/mini';

const installationId = z.coerce.number().check(z.int(), z.positive(), z.maximum(2_147_483_647));

export const listCustomerCards = {
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
};

export const removeCustomerCard = {
  path: z.object({ installationId, cardToken: z.string().check(z.maxLength(60)) }),
  response: z.object({ status: z.literal('SUCCESS'), reasonCode: z.string(), reasonMessage: z.string() }),
};
