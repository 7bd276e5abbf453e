import * as z from 'zod/mini';
import { readCustomer, readCustomerCard } from '#features/payments/customer-cards/schemas.ts';
import { createPaymentSession, getSessionStatus } from '#features/payments/hosted-sessions/schemas.ts';
import { listedSchedule } from '#features/payments/merchant-schedules/schemas.ts';
import { saleDetailShape } from '#features/payments/payments/request/request-schemas.ts';
import { declineAdvice, paymentResponse } from '#features/payments/payments/schemas.ts';
import { scheduleBody } from '#features/payments/schedules/schedule-body.ts';
import { schedule } from '#features/payments/schedules/schemas.ts';
import {
  createPaymentLink,
  createSmartLinkBatch,
  listedLink,
} from '#features/payments/smart-links/schemas.ts';
import { merchantDispute } from '#features/payments/disputes/schemas.ts';
import { webhookEvent } from '#features/outbound/webhooks/schemas.ts';
import { nameSchemas } from './json-schema.ts';
import { messages } from './messages.ts';

const text = z.optional(z.string());

/** Every error that is not an operation's own response (src/server/http/problem-reply.ts). */
export const refusal = z.object({
  status: z.literal('FAILED'),
  reasonCode: z.string(),
  reasonMessage: z.string(),
  field: text,
  detail: z.optional(
    z.enum([
      'missing',
      'wrong_type',
      'too_long',
      'too_short',
      'too_large',
      'too_small',
      'not_allowed',
      'unknown_field',
      'repeated',
      'invalid',
    ]),
  ),
});

/** The schemas that several operations share, by their names in the document. */
export const names = nameSchemas({
  Refusal: refusal,
  DeclineAdvice: declineAdvice,
  Payment: paymentResponse,
  ScheduleDefinition: scheduleBody,
  StrongCustomerAuthentication: saleDetailShape.strongCustomerAuthentication,
  OrderDetails: saleDetailShape.orderDetails,
  Customer: readCustomer.response,
  Card: readCustomerCard.response,
  Session: createPaymentSession.response,
  SessionStatus: getSessionStatus.response,
  CreatedLink: createPaymentLink.response,
  CreatedLinks: createSmartLinkBatch.response,
  Link: listedLink,
  Schedule: schedule,
  ListedSchedule: listedSchedule,
  WebhookEvent: webhookEvent,
  Dispute: merchantDispute,
  ...messages,
});

const adviceCodeText = 'Mastercard’s merchant advice code, if the processor sent one. `advice` follows it.';

const paymentTexts = {
  'transaction.transactionId': 'The id of the transaction: digits as text. Follow-ups need it.',
  'transaction.status': 'The result of the transaction, or PENDING while it waits.',
  'transaction.stage': 'The last stage that the transaction reached.',
  'transaction.type': 'PAYMENT, PREAUTH, REPEAT, CAPTURE, CANCEL, REFUND, PAYOUT and so on.',
  'transaction.amount': 'In the major unit: 12.5 is 12.50 GBP.',
  'transaction.currency': 'ISO 4217, three letters.',
  'transaction.merchantRef': 'Your reference.',
  'transaction.masked': 'Fields of your request that contained a card number, which is masked.',
  'transaction.transactionTime': 'ISO 8601, UTC.',
  'transaction.relatedTransaction': 'The original of a follow-up.',
  'transaction.refundReason': 'The reason of a refund, as you sent it.',
  'transaction.refundExpectedDate':
    'Of a refund: the day by which the payer’s bank shows it, yyyy-MM-dd, if the processor sent one.',
  'processing.authResponse.arn':
    'Of a refund: the acquirer reference number, 23 digits, by which the payer’s bank finds it, if the processor sent one.',
  disputes: 'Of a refund: the open disputes of its payment. The card holder may get the money twice.',
  'outcome.status': 'SUCCESS, FAILED or PENDING.',
  'outcome.reasonCode': 'S100 on success. Every other code has an entry in the error reference.',
  'outcome.adviceCode': adviceCodeText,
  'outcome.field': 'The field of your request that has the error, as a dotted path.',
  history: 'Every change of the status, oldest first.',
  followUpStatus: 'The successful follow-ups: REFUNDED, CAPTURED, CANCELLED, REPEATED.',
  redirect: 'The address where the payer continues. Send the payer’s browser there.',
  link: 'Addresses of the transaction, its customer and card, and its possible actions.',
};
const eventTexts = {
  id: 'The id of the event, as in the header `webhook-id`.',
  createdAt: 'The time of the event: ISO 8601, UTC.',
};

/** Descriptions of fields, by component or request and dotted path. */
export const fieldTexts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Refusal: {
    reasonCode: 'The reason of the rejection. Every code has an entry in the error reference.',
    reasonMessage: 'The reason in English, for your log. Don’t show it to payers.',
    field: 'The field of your request that has the error, as a dotted path.',
    detail: 'The error of the field.',
  },
  DeclineAdvice: {
    group: 'The type of failure, for your reports.',
    side: 'The party that can act.',
    retry:
      'Whether another attempt can help: never, after correcting the request, later, or with 3-D Secure.',
    notBefore: 'With LATER: the earliest time of the next attempt.',
  },
  Payment: paymentTexts,
  Notification: {
    ...paymentTexts,
    eventType: 'The type of the transaction, an underscore and its status.',
  },
  TransactionEvent: eventTexts,
  ScheduleEvent: eventTexts,
  LinkEvent: eventTexts,
  TestEvent: eventTexts,
  CallbackRequest: { ...paymentTexts, 'availableActions.action': 'The actions that you can respond with.' },
  Session: {
    sessionId: 'The id of the session, to read its status.',
    redirectUrl: 'The payment page. Send the payer’s browser there.',
  },
  SessionStatus: {
    'hostedSessionStatus.stale': 'The payer has been inactive for a while.',
    'hostedSessionStatus.lastInteraction': 'Milliseconds since 1970.',
    'hostedSessionStatus.transactionState.id': 'The transaction of the latest attempt.',
    'hostedSessionStatus.transactionState.outcome.statusCode': 'The processor’s code, if it responded.',
    'hostedSessionStatus.transactionState.outcome.adviceCode': adviceCodeText,
  },
  Link: {
    status: 'Whether the link can be paid. USED: a payment of a SINGLE link is authorised or paid.',
    state:
      'What became of its payment: PAID is money taken, AUTHORISED and IN_REVIEW are reserved, RELEASED is given up.',
    opened: 'The time when a payer first saw the payment page, or null.',
    paid: 'The money taken, before refunds.',
    mailedAt: 'The time of the latest email with the link, or null.',
    reminder: 'The email before the end of the link, or null. `at` is null once it is sent or no longer due.',
    failure: 'The reason why the latest attempt failed, or null.',
    'failure.statusCode': 'The processor’s code, if it responded.',
    'failure.adviceCode': adviceCodeText,
  },
  CreatedLink: {
    'smartLinkResponseDetail.link': 'The address for your customer.',
    'smartLinkResponseDetail.expires': 'ISO 8601, UTC. The link cannot be paid afterwards.',
  },
  Card: {
    'card.cardToken': 'Use it instead of the card in later payments.',
    'card.cardFingerprint': 'The same for every token of one card number.',
    'card.expiryDate': 'MMYY.',
  },
  ScheduleDefinition: {
    startDate: 'yyyy-MM-dd. The first charge is on or after that day.',
    fixed: 'The days of the charges, instead of a frequency or a pattern.',
    frequency: 'Charges every given number of days, weeks or months.',
    pattern: 'Charges on the given days of the week, the month or the year.',
    terminator: 'The end of the schedule: a day, or a number of charges.',
    amount: 'The amount of every charge. Default: the amount of the first payment.',
    amounts: 'An amount for each charge. The last one repeats.',
    retry: 'The rules for retrying a failed charge.',
  },
};
