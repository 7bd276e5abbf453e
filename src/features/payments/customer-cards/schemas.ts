import * as z from 'zod/mini';
import { databaseId as installationId } from '#shared/whole-number.ts';

const ofCustomer = { installationId, customerId: z.string().check(z.maxLength(20)) };
const ofCard = { ...ofCustomer, cardToken: z.string().check(z.maxLength(60)) };

/** As in a payment's response; absent values are left out. */
const customer = z.object({
  id: z.string(),
  merchantRef: z.optional(z.string()),
  displayName: z.optional(z.string()),
  registered: z.boolean(),
});

const paymentMethod = z.object({
  registered: z.literal(true),
  paymentClass: z.literal('CARD'),
  registeredTime: z.string(),
  card: z.object({
    cardToken: z.string(),
    cardFingerprint: z.string(),
    cardType: z.string(),
    cardUsageType: z.string(),
    cardScheme: z.string(),
    cardCategory: z.string(),
    maskedPan: z.string(),
    expiryDate: z.string(),
    validDate: z.optional(z.string()),
    issuer: z.optional(z.string()),
    issuerCountry: z.optional(z.string()),
    cardHolderName: z.optional(z.string()),
    cardNickname: z.optional(z.string()),
    defaultCard: z.boolean(),
  }),
});

export const readCustomer = { path: z.object(ofCustomer), response: customer };

export const readCustomerByRef = {
  path: z.object({ installationId }),
  query: z.object({ merchantRef: z.optional(z.string().check(z.maxLength(255))) }),
  response: customer,
};

export const listCustomerCards = {
  path: z.object(ofCustomer),
  response: z.array(paymentMethod),
};

export const readCustomerCard = { path: z.object(ofCard), response: paymentMethod };

export const removeCustomerCard = {
  path: z.object(ofCard),
  response: z.object({ status: z.literal('SUCCESS'), reasonCode: z.string(), reasonMessage: z.string() }),
};
