import * as z from 'zod/mini';
import { transactionIdPattern } from '#shared/patterns.ts';
import { openStatuses } from '#shared/payments/review-task.ts';
import { receiptKinds } from '#features/payments/receipts/receipt-kind.ts';
import { chosenConnection } from '#features/processing/connections/schemas.ts';
import { detailParts, lifeEvent, relatedEvent } from './detail-parts.ts';
import { disputeStages, disputeStatuses } from '#shared/payments/dispute-status.ts';
import { refundReasons } from '#shared/payments/refund-reasons.ts';
import { gatedActions } from '#shared/approval-actions.ts';

const text = z.nullable(z.string());

const block = { permitted: z.boolean(), availableToProcess: z.boolean() };

const sequence = z.enum(['RECURRING', 'INSTALMENT']);

/**
 * One transaction, flat, for the details screen (docs/domain.md#transaction-details). Amounts are decimal
 * text with the currency's digits, times ISO 8601 UTC. Parts that the product does not record are absent.
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
  /** Signed; zero where no money moved. */
  moneyMoved: z.string(),
  currencyCode: z.string(),
  localAmount: text,
  localCurrencyCode: text,
  merchantReference: text,
  transactionDescription: text,
  /** Of a refund: the reason, and the note of the merchant's staff. */
  refundReason: z.nullable(z.enum(refundReasons)),
  refundNote: text,
  /** Of a refund: the acquirer reference number, and the day by which the payer's bank shows it. */
  arn: text,
  refundExpectedDate: text,
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
  /** From a processor's report; null while the date is only expected. */
  settlement: z.nullable(
    z.object({
      settledOn: z.string(),
      /** For users who may see payouts. */
      payout: z.nullable(
        z.object({
          payoutId: z.string(),
          amount: z.string(),
          currency: z.string(),
          fees: z.string(),
          net: z.string(),
        }),
      ),
    }),
  ),
  /** The processor connection that it went to, and why. */
  connection: z.nullable(chosenConnection),
  authoriserStatus: text,
  /** The processor's response code. */
  authoriserCode: text,
  /** Mastercard's merchant advice code. */
  adviceCode: text,
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
  customerAddressDistrict: text,
  customerAddressState: text,
  /** yyyyMMdd. Financial services send this and the next three (docs/domain.md#sale-details). */
  dateOfBirth: text,
  surname: text,
  accountNumber: text,
  postCode: text,
  billingAddress: z.nullable(z.record(z.string(), z.nullable(z.string()))),
  ipAddress: text,
  ipCountry: text,
  threeDSecureStatus: text,
  threeDSecureEnrolmentStatus: text,
  threeDSecureECI: text,
  threeDSecureVersion: text,
  threeDSecureFrictionless: z.nullable(z.boolean()),
  threeDSecureProtocolVersion: text,
  threeDSecureScheme: text,
  threeDSecureChallengeRequest: text,
  /** From the ECI of the authorisation where its processor gave one. */
  threeDSecureLiabilityShift: z.nullable(z.boolean()),
  /** The merchant asked for no challenge, for this reason. */
  threeDSecureExemption: text,
  threeDSecureAuthorisation: text,
  threeDSecureCardHolderInfo: text,
  versionsAttempted: z.array(z.object({ version: z.number(), availability: z.string() })),
  /** As the merchant sent them, with their display names. */
  customFields: z.array(z.object({ name: z.string(), displayName: z.string(), value: z.string() })),
  /** What an authorisation reserved, and what became of it: decimal text, never negative. */
  authorisationInformation: z.nullable(
    z.object({
      authorisedAmount: z.string(),
      /** Given up by a cancellation, by the end of its time, or beside a partial capture. */
      releasedAmount: z.string(),
      /** All of it while it can be captured. */
      capturableAmount: z.string(),
    }),
  ),
  /** Captured and refunded amounts of a charge: decimal text, never negative. */
  chargeInformation: z.nullable(
    z.object({
      capturedAmount: z.string(),
      refundedAmount: z.string(),
      refundPendingAmount: z.string(),
      /** The amount that disputes have taken. */
      chargedBackAmount: z.string(),
      refundableAmount: z.string(),
      /** Captured minus refunded and charged back: negative where both came to more than was captured. */
      netAmount: z.string(),
    }),
  ),
  ...detailParts,
  /** The events of the whole family, oldest first. */
  life: z.array(lifeEvent),
  /** Disputes of the family, the newest first. Without the permission to read them they have no id. */
  disputes: z.array(
    z.object({
      disputeId: text,
      transactionId: z.string(),
      stage: z.enum(disputeStages),
      status: z.enum(disputeStatuses),
      amount: z.string(),
    }),
  ),
  /** Fraud was reported: by a dispute, or by the card's issuer without one. */
  fraudReported: z.nullable(z.enum(['DISPUTE', 'WARNING'])),
  /** Around the whole family, the earliest first. */
  relatedEvents: z.array(relatedEvent),
  refundInformation: z.object({ ...block, amount: z.string() }),
  captureInformation: z.object({ ...block, partialOperationAllowed: z.boolean() }),
  cancelInformation: z.object(block),
  repeatInformation: z.object({
    ...block,
    allowedTypes: z.array(sequence),
    sequenceType: z.nullable(sequence),
  }),
  addScheduleInformation: z.object(block),
  /** The email that the user may send about it, and the customer's address on it; null where there is none. */
  receiptInformation: z.nullable(z.object({ kind: z.enum(receiptKinds), to: z.string() })),
  newTransactionInformation: z.object({ PAYMENT: z.object(block), PAYOUT: z.object(block) }),
  /** A decline after which the card should not be charged until a time (docs/domain.md#paused-cards). */
  cardPause: z.nullable(
    z.object({
      /** The declined transaction. */
      transactionId: z.string(),
      declinedAt: z.string(),
      /** The key of a text at `declines`. */
      reason: z.string(),
      until: z.string(),
      /** The issuer will not approve the card. Otherwise its advice is to wait. */
      isFinal: z.boolean(),
    }),
  ),
  /** The transaction's open task in the queue, for reviewers. */
  queueTask: z.nullable(
    z.object({
      /** The deferred transaction. */
      transactionId: z.string(),
      status: z.enum(openStatuses),
      decidesAt: z.string(),
      finalAction: z.enum(['capture', 'decline', 'release']),
    }),
  ),
  /** Refunds and payouts of it that a second person has to approve, newest first. */
  /** Other payments of the same amount with the card within ten minutes (docs/domain.md#transaction-details). */
  samePayments: z.array(z.object({ transactionId: z.string(), at: z.string() })),
  waitingApprovals: z.array(
    z.object({
      approvalId: z.string(),
      action: z.enum(gatedActions),
      amount: z.string(),
      requestedBy: z.string(),
      requestedAt: z.string(),
      endsAt: z.string(),
    }),
  ),
  alternativePaymentInformation: z.nullable(z.object({ supportedTransactionTypes: z.array(z.string()) })),
});

export type TransactionDetails = z.output<typeof transactionDetails>;

export const getTransaction = {
  path: z.object({ transactionId: z.string().check(z.regex(transactionIdPattern)) }),
  response: transactionDetails,
};

export const getCountries = {
  response: z.array(z.object({ alpha2Code: z.string(), alpha3Code: z.string(), countryName: z.string() })),
};
