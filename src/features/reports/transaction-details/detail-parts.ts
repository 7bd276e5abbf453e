import { riskStop } from '#features/fraud/risk-controls/schemas.ts';
import * as z from 'zod/mini';

const text = z.nullable(z.string());
const optionalText = z.optional(z.string());
const flag = z.optional(z.boolean());
const count = z.optional(z.number());
const country = z.optional(z.looseObject({ countryCode: optionalText }));

/** The recipient of account funding or a payout (docs/domain.md#sale-details). */
const recipient = z.object({
  givenName: optionalText,
  surname: optionalText,
  address: optionalText,
  city: optionalText,
  state: optionalText,
  countryCode: optionalText,
  dateOfBirth: optionalText,
  accountNumber: optionalText,
});

const lineItem = z.object({
  name: z.string(),
  itemAmount: optionalText,
  quantity: count,
  totalAmount: optionalText,
});

const shippingAddress = z.object({
  name: optionalText,
  line1: optionalText,
  line2: optionalText,
  line3: optionalText,
  line4: optionalText,
  city: optionalText,
  district: optionalText,
  state: optionalText,
  postcode: optionalText,
  country,
});

const strongCustomerAuthentication = z.object({
  transactionType: optionalText,
  challengeRequested: optionalText,
  minFrequency: count,
  numberOfInstalments: count,
  merchantRisk: z.optional(
    z.object({
      preOrder: flag,
      preOrderDate: optionalText,
      reOrder: flag,
      deliveryEmailAddress: optionalText,
      deliveryTimeframe: optionalText,
      shippingTo: optionalText,
      giftCardPurchase: z.optional(z.object({ amount: optionalText, count, currency: optionalText })),
    }),
  ),
  accountInfo: z.optional(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))),
  authenticationInfo: z.optional(z.object({ method: optionalText, time: optionalText })),
  priorAuthenticationInfo: z.optional(
    z.object({ method: optionalText, time: optionalText, reference: optionalText }),
  ),
});

const triggeredRule = z.object({
  ruleId: z.string(),
  /** The version that was evaluated. */
  version: z.optional(z.int()),
  ruleName: z.string(),
  ruleType: optionalText,
  action: optionalText,
  deferFinalAction: optionalText,
  deferWaitPeriod: optionalText,
  actionToTest: optionalText,
});

/** The result of the rules engine (docs/domain.md#fraud-decisions). */
export const rulesServiceResult = z.object({
  overallAction: text,
  overallDeferParameter: text,
  isServiceAvailable: z.boolean(),
  triggeredRules: z.array(triggeredRule),
});
export type RulesServiceResult = z.output<typeof rulesServiceResult>;

/** Scores and counts from the company's own history (docs/domain.md#fraud-score); null when unknown. */
const fraudGuardInformation = z.object({
  fraudGuardScore: z.number(),
  fraudGuardMessage: z.enum(['LOW', 'MEDIUM', 'HIGH', 'VERY_HIGH']),
  activityViaIpLast24Hours: z.number(),
  activityOnCardLast24Hours: z.number(),
  openProxyRisk: z.nullable(z.number()),
  identityMorphing: z.object({
    address: z.number(),
    email: z.number(),
    card: z.number(),
    ip: z.number(),
  }),
  /** Kilometres. */
  distanceFromIpToBilling: z.nullable(z.number()),
  ispName: text,
  ipOrganisation: text,
  ipCity: text,
});
export type FraudGuardInformation = z.output<typeof fraudGuardInformation>;

/** One event of a payment's timeline: the status of one movement, and its actor. */
export const lifeEvent = z.object({
  transactionId: z.string(),
  /** The charge that a follow-up belongs to. */
  relatedTransactionId: text,
  type: z.string(),
  status: z.string(),
  reasonCode: text,
  reasonMessage: text,
  /** The processor's response code for the movement, and the scheme of the card. */
  statusCode: text,
  scheme: text,
  requestedAmount: z.string(),
  /** On the first event of a refund. */
  refundReason: text,
  refundNote: text,
  /** On the success of a refund. */
  refundExpectedDate: text,
  timeStamp: z.string(),
  /** On the first event of a movement, for users who may see the audit. */
  orderedBy: text,
});
export type TimelineEvent = z.output<typeof lifeEvent>;

/** Events around a payment besides its own movements, as far as the reader may see them. */
export const relatedEvent = z.object({
  kind: z.enum([
    'NOTIFICATION',
    'PAGE_OPENED',
    'LINK_CREATED',
    'LINK_SENT',
    'LINK_TEXTED',
    'LINK_REMINDED',
    'SCHEDULE',
    'RECEIPT_SENT',
    'RECEIPT_TEXTED',
    'DISPUTE',
  ]),
  timeStamp: z.string(),
  /** The notification's state, the change of the schedule, the kind of receipt, or who opened the page: 'portal' or 'gateway'. */
  state: z.string(),
  /** `to`: where a link or a receipt went, with the last four digits of a number only. */
  detail: z.record(z.string(), z.nullable(z.union([z.string(), z.number()]))),
  /** For users who may see the audit. */
  actor: text,
  transactionId: z.string(),
  /** The id of the link or the schedule. */
  objectId: text,
});
export type RelatedEvent = z.output<typeof relatedEvent>;

/** Parts of a transaction in separate sections; null when empty. */
export const detailParts = {
  basketReference: text,
  secureToken: text,
  paymentMethodSource: z.nullable(z.object({ source: z.string(), sourceId: z.optional(text) })),
  networkTokenDetails: z.nullable(
    z.object({
      usage: optionalText,
      tokenError: optionalText,
      expiryMonth: optionalText,
      expiryYear: optionalText,
    }),
  ),
  scheduleData: z.nullable(
    z.object({
      scheduleId: z.string(),
      episodeIndex: z.nullable(z.number()),
      remainingEpisodeCount: z.nullable(z.number()),
      /** Other attempts with the same card and sale, newest first. */
      previousScheduleIds: z.array(z.string()),
    }),
  ),
  linkedScheduleId: text,
  nextScheduledRepeat: text,
  multiAuthorisation: z.nullable(z.object({ multiAuthorisedStatus: text })),
  accountFunding: z.nullable(z.object({ accountFundingRecipientDetails: recipient })),
  payoutRecipientData: z.nullable(recipient),
  orderDetails: z.nullable(
    z.object({
      lineItems: z.optional(z.array(lineItem)),
      shippingAddress: z.optional(shippingAddress),
    }),
  ),
  strongCustomerAuthentication: z.nullable(strongCustomerAuthentication),
  decisionDetails: z.nullable(z.object({ decisionReason: text })),
  /** The risk control that stopped the payment. */
  riskStop: z.nullable(riskStop),
  rulesServiceResult: z.nullable(rulesServiceResult),
  fraudGuardInformation: z.nullable(fraudGuardInformation),
};
export type Recipient = z.output<typeof recipient>;
