import * as z from 'zod/mini';
import { defineCall } from '#contract/define-call.ts';
import { transactionIdPattern } from '#contract/patterns.ts';

const text = z.nullable(z.string());
const block = { permitted: z.boolean(), availableToProcess: z.boolean() };
const sequence = z.enum(['RECURRING', 'INSTALMENT']);

/**
 * One transaction, flat, as the details screen reads it (spec 1 §3). Amounts are decimal text with the
 * currency's digits; times are ISO 8601 UTC. Parts the product does not yet record are absent.
 */
export const transactionDetails = z.object({
  transactionId: z.string(),
  transactionRootId: z.string(),
  relatedTransactionId: text,
  merchantId: z.number(),
  merchantName: z.string(),
  installationId: z.number(),
  transactionTime: z.string(),
  lastUpdatedTime: z.string(),
  type: z.string(),
  transactionStatus: z.string(),
  stage: z.string(),
  processingModel: z.string(),
  reasonCode: text,
  reasonMessage: text,
  /** Negative for refunds and payouts. */
  requestedAmount: z.string(),
  consumerSpend: z.string(),
  currencyCode: z.string(),
  merchantReference: text,
  transactionDescription: text,
  salesChannel: z.string(),
  commerceType: z.string(),
  recurring: z.boolean(),
  instalment: z.boolean(),
  paymentClass: z.string(),
  paymentProduct: text,
  maskedPan: text,
  cardCorrelationId: text,
  cardExpiryDate: text,
  cardHolderName: text,
  cardScheme: text,
  cardUsageType: text,
  cardIssuer: text,
  issuerCountry: text,
  merchantToken: text,
  acquirerName: text,
  authoriserStatus: text,
  authoriserMessage: text,
  authCode: text,
  gatewayReference: text,
  gatewaySettlement: text,
  cv2Check: text,
  avsAddressCheck: text,
  avsPostcodeCheck: text,
  customerMerchantReference: text,
  customerName: text,
  customerEmailAddress: text,
  customerPhoneNumber: text,
  customerAddressCountry: text,
  billingAddress: z.nullable(z.record(z.string(), z.nullable(z.string()))),
  ipAddress: text,
  ipCountry: text,
  threeDSecureStatus: text,
  threeDSecureEnrolmentStatus: text,
  threeDSecureECI: text,
  threeDSecureVersion: text,
  threeDSecureFrictionless: z.nullable(z.boolean()),
  history: z.array(
    z.object({
      status: z.string(),
      reasonCode: text,
      reasonMessage: text,
      timeStamp: z.string(),
    }),
  ),
  refundInformation: z.object({ ...block, amount: z.string() }),
  captureInformation: z.object({ ...block, partialOperationAllowed: z.boolean() }),
  cancelInformation: z.object(block),
  repeatInformation: z.object({
    ...block,
    allowedTypes: z.array(sequence),
    sequenceType: z.nullable(sequence),
  }),
});
export type TransactionDetails = z.output<typeof transactionDetails>;

export const getTransaction = defineCall({
  name: 'getTransaction',
  summary: 'One transaction with everything the details screen shows',
  at: 'GET /proxy/sync/tqs/transaction/{transactionId}',
  needs: {
    anyOf: ['P_VIEW_TRANSACTIONS_NGPORTAL', 'P_VIEW_TRANSACTION_NGPORTAL'],
    of: { transaction: 'transactionId' },
  },
  path: z.object({ transactionId: z.string().check(z.regex(transactionIdPattern)) }),
  answer: transactionDetails,
});
