import * as z from 'zod/mini';
import type { Permission } from '#shared/permissions.ts';
import { defineEndpoint } from '#shared/define-endpoint.ts';
import { followUpBody, paymentBody, resumeBody } from './request/request-schemas.ts';

const installationId = z.coerce.number().check(z.int(), z.positive(), z.maximum(2_147_483_647));
const transactionId = z.coerce.number().check(z.int(), z.positive());
const ofInstallation = z.object({ installationId });
const ofTransaction = z.object({ installationId, transactionId });
const text = z.optional(z.string());

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
    }),
  ),
  processing: z.optional(z.looseObject({ model: z.string() })),
  paymentMethod: z.optional(z.looseObject({ paymentClass: z.string() })),
  schedule: z.optional(z.object({ scheduleId: z.string() })),
  outcome: z.optional(
    z.object({
      status: z.string(),
      reasonCode: z.string(),
      reasonMessage: z.string(),
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

const acceptor = '/acceptor/rest/transactions';
const portal = '/proxy/sync/ta/transactions';

export const pingPayments = defineEndpoint({
  name: 'pingPayments',
  summary: 'Is the merchant API there, and are the credentials good?',
  route: `GET ${acceptor}/ping`,
  auth: { access: 'signed-in' },
  response: z.object({ status: z.literal('SUCCESS'), reasonCode: z.string(), reasonMessage: z.string() }),
});

export const takePayment = defineEndpoint({
  name: 'takePayment',
  summary:
    'A payment, or with `deferred` an authorisation to be captured; from the portal by card token only',
  route: `POST ${portal}/{installationId}/payment`,
  merchantRoute: `POST ${acceptor}/{installationId}/payment`,
  auth: { anyOf: ['P_NEW_PAYMENT'], resource: { installation: 'installationId' } },
  path: ofInstallation,
  body: paymentBody,
  response: paymentResponse,
});

export const takePayout = defineEndpoint({
  name: 'takePayout',
  summary: 'Money out to a card; with `deferred` it waits to be completed',
  route: `POST ${portal}/{installationId}/payout`,
  merchantRoute: `POST ${acceptor}/{installationId}/payout`,
  auth: { anyOf: ['P_NEW_PAYOUT'], resource: { installation: 'installationId' } },
  path: ofInstallation,
  body: paymentBody,
  response: paymentResponse,
});

export const verifyCard = defineEndpoint({
  name: 'verifyCard',
  summary: 'Checks a card and registers it, moving no money',
  route: `POST ${acceptor}/{installationId}/verify`,
  auth: { anyOf: ['P_NEW_PAYMENT'], resource: { installation: 'installationId' } },
  path: ofInstallation,
  body: paymentBody,
  response: paymentResponse,
});

export const captureTransaction = defineFollowUp({
  name: 'captureTransaction',
  summary: 'Captures an authorisation, or completes a deferred payout; once',
  action: 'capture',
  permission: 'P_CAPTURE_TRANSACTION',
});

export const cancelTransaction = defineFollowUp({
  name: 'cancelTransaction',
  summary: 'Releases an authorisation or a deferred payout, or ends a payment that its merchant suspended',
  action: 'cancel',
  permission: 'P_CANCEL_TRANSACTION',
});

export const refundTransaction = defineFollowUp({
  name: 'refundTransaction',
  summary: 'Gives back what was captured, or a part of it; without an amount all that is left',
  action: 'refund',
  permission: 'P_REFUND_TRANSACTION',
});

export const repeatTransaction = defineFollowUp({
  name: 'repeatTransaction',
  summary: 'Charges the same card again, recurring or as an instalment',
  action: 'repeat',
  permission: 'P_REPEAT_TRANSACTION',
});

export const resumeTransaction = defineEndpoint({
  name: 'resumeTransaction',
  summary:
    'Goes on with a payment that waited for 3-D Secure, by what the issuer’s page sent back, or that its merchant suspended',
  route: `POST ${acceptor}/{installationId}/{transactionId}/resume`,
  auth: {
    anyOf: ['P_NEW_PAYMENT'],
    resource: { installation: 'installationId', transaction: 'transactionId', unknown: 'V105' },
  },
  path: ofTransaction,
  body: resumeBody,
  response: paymentResponse,
});

export const readPayment = defineEndpoint({
  name: 'readPayment',
  summary: 'A transaction with its history and follow-ups',
  route: `GET ${acceptor}/{installationId}/{transactionId}`,
  auth: {
    anyOf: ['P_VIEW_TRANSACTION_NGPORTAL'],
    resource: { installation: 'installationId', transaction: 'transactionId' },
  },
  path: ofTransaction,
  response: paymentResponse,
});

export const readPaymentByRef = defineEndpoint({
  name: 'readPaymentByRef',
  summary: 'All transactions with the merchant’s own reference, newest first; at most 100',
  route: `GET ${acceptor}/{installationId}/byRef`,
  auth: { anyOf: ['P_VIEW_TRANSACTION_NGPORTAL'], resource: { installation: 'installationId' } },
  path: ofInstallation,
  query: z.object({ merchantRef: z.string().check(z.minLength(1), z.maxLength(255)) }),
  response: z.array(paymentResponse),
});

function defineFollowUp(follow: {
  name: string;
  summary: string;
  action: 'capture' | 'cancel' | 'refund' | 'repeat';
  permission: Permission;
}) {
  const place = `{installationId}/{transactionId}/${follow.action}` as const;
  return defineEndpoint({
    name: follow.name,
    summary: follow.summary,
    route: `POST ${portal}/${place}`,
    merchantRoute: `POST ${acceptor}/${place}`,
    auth: {
      anyOf: [follow.permission],
      resource: { installation: 'installationId', transaction: 'transactionId' },
    },
    path: ofTransaction,
    body: followUpBody,
    response: paymentResponse,
  });
}
