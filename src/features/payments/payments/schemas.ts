import * as z from 'zod/mini';
import { databaseId as installationId, wholeNumber } from '#shared/whole-number.ts';
import { disputeStages, disputeStatuses } from '#shared/payments/dispute-status.ts';
import { refundReasons } from '#shared/payments/refund-reasons.ts';
import { wallets } from '#shared/payments/wallets.ts';
import { followUpBody, paymentBody, refundBody, resumeBody } from './request/request-schemas.ts';

const transactionId = wholeNumber(1);

const ofInstallation = z.object({ installationId });

const ofTransaction = z.object({ installationId, transactionId });

const text = z.optional(z.string());

/** What to do after a failure (docs/domain.md#decline-advice). */
export const declineAdvice = z.object({
  group: z.string(),
  side: z.enum(['CUSTOMER', 'ISSUER', 'MERCHANT', 'PROVIDER', 'PROCESSOR']),
  retry: z.enum(['NEVER', 'FIX', 'LATER', 'AUTHENTICATE']),
  /** With LATER: the earliest time of the next attempt. */
  notBefore: text,
});

/** Both envelopes of docs/domain.md#responses: `outcome` of an operation, or top-level status and reason. */
export const paymentResponse = z.looseObject({
  transaction: z.optional(
    z.looseObject({
      /** A follow-up that was refused is no transaction: it has no id, and no more than this, status and type. */
      transactionId: text,
      status: z.enum(['SUCCESS', 'FAILED', 'PENDING', 'EXPIRED', 'CANCELLED', 'VOIDED']),
      stage: text,
      type: z.string(),
      amount: z.optional(z.number()),
      consumerSpend: z.optional(z.number()),
      currency: text,
      merchantRef: text,
      /** Fields whose text held a card number, which is masked before anything is stored. */
      masked: z.optional(z.array(z.string())),
      transactionTime: text,
      receivedTime: text,
      relatedTransaction: z.optional(z.looseObject({ transactionId: z.string(), merchantRef: text })),
      /** Of a refund. */
      refundReason: z.optional(z.enum(refundReasons)),
      refundExpectedDate: text,
    }),
  ),
  processing: z.optional(
    z.looseObject({ model: z.string(), authResponse: z.optional(z.looseObject({ arn: text })) }),
  ),
  paymentMethod: z.optional(
    z.looseObject({
      paymentClass: z.string(),
      /** The wallet that paid. */
      wallet: z.optional(z.enum(wallets)),
    }),
  ),
  /** The form for the issuer is there while the card holder has to confirm (U100). */
  threeDSecure: z.optional(
    z.looseObject({
      status: text,
      eci: text,
      /** Whether the issuer bears the risk of fraud. */
      liabilityShift: z.optional(z.boolean()),
      redirectUrl: text,
      acsUrl: text,
      creq: text,
      threeDSSessionData: text,
      PaReq: text,
      MD: text,
      TermUrl: text,
    }),
  ),
  /** The requested exemption from strong customer authentication. */
  exemption: z.optional(z.object({ type: z.string(), requestedBy: z.string() })),
  schedule: z.optional(z.object({ scheduleId: z.string() })),
  /** Of a refund: the disputes of its payment whose end is open. */
  disputes: z.optional(
    z.array(
      z.object({
        disputeId: z.string(),
        transactionId: z.string(),
        stage: z.enum(disputeStages),
        status: z.enum(disputeStatuses),
        amount: z.number(),
        currency: z.string(),
      }),
    ),
  ),
  outcome: z.optional(
    z.object({
      status: z.string(),
      reasonCode: z.string(),
      reasonMessage: z.string(),
      advice: z.optional(declineAdvice),
      /** Mastercard's merchant advice code. */
      adviceCode: text,
      /** The field of the request that is to blame, and what is wrong with it. */
      field: text,
      detail: text,
    }),
  ),
  history: z.optional(z.array(z.looseObject({ transactionStatus: z.string(), timeStamp: z.string() }))),
  followUpStatus: z.optional(
    z.looseObject({ status: z.optional(z.array(z.looseObject({ name: z.string() }))) }),
  ),
  installationId: z.optional(z.number()),
  /** The hosted session that was paid. */
  sessionId: text,
  locale: text,
  /** Of a payment that its merchant has suspended: where the payer continues. */
  redirect: z.optional(z.object({ url: z.string(), frame: z.string() })),
  link: z.optional(z.array(z.object({ rel: z.string(), href: z.string() }))),
  status: text,
  reasonCode: text,
  reasonMessage: text,
});

export type PaymentResponse = z.output<typeof paymentResponse>;

export const pingPayments = { response: z.undefined() };

export const takePayment = {
  path: ofInstallation,
  body: paymentBody,
  response: paymentResponse,
};

export const takePayout = {
  path: ofInstallation,
  body: paymentBody,
  response: paymentResponse,
};

export const verifyCard = {
  path: ofInstallation,
  body: paymentBody,
  response: paymentResponse,
};

/** Of a capture, a cancellation and a repeat. */
const followUp = {
  path: ofTransaction,
  body: followUpBody,
  response: paymentResponse,
};

export const captureTransaction = followUp;
export const cancelTransaction = followUp;
export const refundTransaction = { ...followUp, body: refundBody };
export const repeatTransaction = followUp;

export const resumeTransaction = {
  path: ofTransaction,
  body: resumeBody,
  response: paymentResponse,
};

export const readPayment = {
  path: ofTransaction,
  response: paymentResponse,
};

export const readPaymentByRef = {
  path: ofInstallation,
  query: z.object({ merchantRef: z.string().check(z.minLength(1), z.maxLength(255)) }),
  response: z.array(paymentResponse),
};
