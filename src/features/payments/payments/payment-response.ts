import { wireAmount } from '#shared/money.ts';
import type { Wallet } from '#shared/payments/wallets.ts';
import type { PaymentResponse } from './schemas.ts';
import type { RefundReason } from '#shared/payments/refund-reasons.ts';
import {
  type ReasonCode,
  type RefusalTextParams,
  buildOutcome,
  reasonText,
} from '#shared/payments/reason-codes.ts';
import {
  type TransactionStage,
  type TransactionStatus,
  type TransactionType,
  consumerSpend,
  merchantStatus,
  merchantType,
} from '#shared/payments/transaction-kind.ts';

/** HTTP status and body, as sent and as saved under an Idempotency-Key. */
export interface PaymentReply {
  status: number;
  body: PaymentResponse;
  /** It is the response to an earlier request with the same Idempotency-Key. */
  isReplay?: boolean;
  /** Why the transaction was rolled back (PaymentRefusal). Nothing is stored. */
  refusedClaim?: string;
}

/** A stored transaction as the merchant API shows it; amounts in minor units, never a card number. */
export interface TransactionView {
  id: string;
  installationId: number;
  type: TransactionType;
  status: TransactionStatus;
  stage: TransactionStage;
  amountMinor: number;
  currency: string;
  merchantRef: string | null;
  description: string | null;
  commerceType: string | null;
  channel: string | null;
  deferred: boolean;
  customerInitiated: boolean;
  receivedAt: Date;
  completedAt: Date | null;
  reasonCode: ReasonCode;
  related: { id: string; merchantRef: string | null } | null;
  /** Of a refund. */
  refundReason: RefundReason | null;
  /** The day by which the payer's bank shows it. yyyy-MM-dd. */
  refundExpectedDate: string | null;
  /** Of a refund: the disputes of its payment whose end is open. */
  disputes: {
    disputeId: string;
    transactionId: string;
    stage: string;
    status: string;
    amount: number;
    currency: string;
  }[];
  trace: string;
  processing: {
    route: string | null;
    acquirerName: string | null;
    statusCode: string | null;
    adviceCode: string | null;
    message: string | null;
    authCode: string | null;
    gatewayReference: string | null;
    /** The acquirer reference number of a refund. */
    arn: string | null;
    /** yyyy-MM-dd. */
    settlementDate: string | null;
    status: string | null;
    avsAddressCheck: string | null;
    avsPostcodeCheck: string | null;
    cv2Check: string | null;
    decision: { decisionResult: string; decisionSource: string; decisionReason: string } | null;
  };
  card: {
    token: string | null;
    /** Missing of the card of a wallet. */
    fingerprint: string | null;
    isNew: boolean;
    type: string;
    scheme: string;
    usage: string | null;
    masked: string;
    expiry: string | null;
    /** MMYY, of cards that have one. */
    validFrom: string | null;
    issuer: string | null;
    issuerCountry: string | null;
    holderName: string | null;
    nickname: string | null;
  } | null;
  /** The wallet that paid. */
  wallet: Wallet | null;
  billingAddress: Record<string, string | null>;
  customer: {
    id: string | null;
    merchantRef: string | null;
    displayName: string | null;
    registered: boolean;
    ip: string | null;
  };
  threeDSecure: ResponseBody | null;
  /** From strong customer authentication. */
  exemption: { type: string; requestedBy: string } | null;
  customFields: { name: string; value: string }[];
  fraudScore: number | null;
  /** The schedule that started with it. */
  scheduleId: string | null;
  /** The hosted session of the payment, also on its follow-ups. */
  sessionId: string | null;
  locale: string | null;
  /** Of a payment that its merchant has suspended: where the payer continues. */
  redirect: { url: string; frame: string } | null;
}

export interface HistoryEntry {
  status: TransactionStatus;
  reasonCode: ReasonCode;
  at: Date;
}

export interface FollowUpEntry {
  name: 'REFUNDED' | 'CAPTURED' | 'CANCELLED' | 'REPEATED';
  id: string;
  at: Date;
}

/** Links of a response: the transaction, its original, its customer and stored card, and the operations possible next. */
export type LinkRelation =
  | 'self'
  | 'transaction'
  | 'related-transaction'
  | 'customer'
  | 'payment-method'
  | 'refund'
  | 'capture'
  | 'cancel'
  | 'repeat'
  | 'resume';

/** The envelope of a refused operation: `outcome` (docs/domain.md#responses). */
export function refusalResponse(code: ReasonCode, textParams: RefusalTextParams = {}) {
  return { outcome: buildOutcome(code, textParams) };
}

/** The top-level envelope, when there is no transaction: A400 (docs/domain.md#responses). */
export function topLevelRefusal(code: ReasonCode) {
  return { status: 'FAILED', reasonCode: code, reasonMessage: reasonText(code) };
}

const adviceFacts = ({ processing, card, completedAt, receivedAt }: TransactionView) => ({
  statusCode: processing.statusCode,
  adviceCode: processing.adviceCode,
  scheme: card?.scheme,
  at: completedAt ?? receivedAt,
});

/** The nested response to a payment or a follow-up, with its outcome (docs/domain.md#responses). */
export function paymentResponse(view: TransactionView, links: readonly LinkRelation[]) {
  return { ...transactionBody(view, links), outcome: buildOutcome(view.reasonCode, {}, adviceFacts(view)) };
}

/** The nested response to a read: history and follow-ups, no outcome (docs/domain.md#responses). */
export function readResponse(
  view: TransactionView,
  links: readonly LinkRelation[],
  history: readonly HistoryEntry[],
  followUps: readonly FollowUpEntry[],
) {
  return {
    ...transactionBody(view, links),
    history: history.map((entry) => ({
      transactionStatus: merchantStatus(entry.status),
      reasonCode: entry.reasonCode,
      reasonMessage: reasonText(entry.reasonCode),
      timeStamp: entry.at.toISOString(),
    })),
    followUpStatus: followUps.length > 0 ? { status: followUpGroups(followUps) } : {},
  };
}

/** The body of a notification: the read, with outcome and event type (docs/notifications.md). */
export function notificationContents(view: TransactionView, ...readParts: ReadParts) {
  return {
    eventType: `${merchantType(view.type)}_${merchantStatus(view.status)}`,
    ...readResponse(view, ...readParts),
    outcome: buildOutcome(view.reasonCode, {}, adviceFacts(view)),
  };
}

type ReadParts = [
  links: readonly LinkRelation[],
  history: readonly HistoryEntry[],
  followUps: readonly FollowUpEntry[],
];

function followUpGroups(entries: readonly FollowUpEntry[]) {
  const groups = new Map<string, { transactionId: string; timeStamp: string }[]>();
  for (const { name, id, at } of entries) {
    const group = groups.get(name) ?? [];
    group.push({ transactionId: id, timeStamp: at.toISOString() });
    groups.set(name, group);
  }
  return [...groups].map(([name, followUpTransaction]) => ({ name, followUpTransaction }));
}

function transactionBody(view: TransactionView, links: readonly LinkRelation[]) {
  return withoutNulls({
    processing: processingBody(view),
    paymentMethod: (view.card ?? view.wallet) && {
      registered: view.card !== null && view.card.token !== null,
      card: view.card && cardBody(view.card),
      wallet: view.wallet,
      billingAddress: view.billingAddress,
      paymentClass: 'CARD',
      reuse: { storage: 'NONE' },
    },
    customer: view.customer,
    threeDSecure: view.threeDSecure,
    exemption: view.exemption,
    customFields: { fieldState: view.customFields.map((field) => ({ ...field, transient: false })) },
    transaction: {
      transactionId: view.id,
      deferred: view.deferred,
      merchantRef: view.merchantRef,
      merchantDescription: view.description,
      masked: maskedFields({ merchantRef: view.merchantRef, merchantDescription: view.description }),
      status: merchantStatus(view.status),
      stage: view.stage,
      type: merchantType(view.type),
      amount: wireAmount(view.amountMinor, view.currency),
      consumerSpend: wireAmount(consumerSpend(view.status, view.amountMinor), view.currency),
      currency: view.currency,
      transactionTime: (view.completedAt ?? view.receivedAt).toISOString(),
      receivedTime: view.receivedAt.toISOString(),
      commerceType: view.commerceType,
      channel: view.channel,
      customerInitiated: view.customerInitiated,
      relatedTransaction: view.related && {
        transactionId: view.related.id,
        merchantRef: view.related.merchantRef,
      },
      refundReason: view.refundReason,
      refundExpectedDate: view.refundExpectedDate,
    },
    fraudGuard: view.fraudScore === null ? null : { score: view.fraudScore },
    schedule: view.scheduleId === null ? null : { scheduleId: view.scheduleId },
    disputes: view.disputes.length > 0 ? view.disputes : null,
    trace: view.trace,
    installationId: view.installationId,
    sessionId: view.sessionId,
    locale: view.locale,
    redirect: view.redirect,
    link: links.map((rel) => ({ rel, href: linkTo(view, rel) })),
  });
}

/** Fields that are stored with a card number masked, so that a merchant sees that its text was changed. */
function maskedFields(fields: Readonly<Record<string, string | null>>): string[] | null {
  const names = Object.keys(fields).filter((name) => /\d{6}\*{3,9}\d{4}/.test(fields[name] ?? ''));
  return names.length > 0 ? names : null;
}

function processingBody({ processing }: TransactionView) {
  const { route, settlementDate, acquirerName, decision, adviceCode: _outcome, ...response } = processing;
  return {
    model: 'MANAGE',
    route,
    authResponse: response.status && {
      ...response,
      acquirerName,
      gatewaySettlement: settlementDate,
      // The processor is gateway and acquirer in one.
      gatewayCode: response.statusCode,
      gatewayMessage: response.message,
    },
    decision,
  };
}

function cardBody(card: NonNullable<TransactionView['card']>) {
  return {
    cardToken: card.token,
    cardFingerprint: card.fingerprint,
    new: card.isNew,
    cardType: card.type,
    cardUsageType: card.usage ?? undefined,
    cardScheme: card.scheme,
    cardCategory: card.usage ?? undefined,
    maskedPan: card.masked,
    expiryDate: card.expiry,
    validDate: card.validFrom,
    issuer: card.issuer,
    issuerCountry: card.issuerCountry,
    cardHolderName: card.holderName,
    cardNickname: card.nickname,
  };
}

function linkTo(view: TransactionView, rel: LinkRelation): string {
  const transactionPath = `/acceptor/rest/transactions/${view.installationId}`;
  const customer = `/acceptor/rest/customers/${view.installationId}/${view.customer.id}`;
  if (rel === 'customer') return customer;
  if (rel === 'payment-method') return `${customer}/paymentMethods/${view.card?.token}`;
  if (rel === 'related-transaction') return `${transactionPath}/${view.related?.id}`;
  return rel === 'self' || rel === 'transaction'
    ? `${transactionPath}/${view.id}`
    : `${transactionPath}/${view.id}/${rel}`;
}

type Json = string | number | boolean | null | undefined | readonly Json[] | { readonly [key: string]: Json };
type ResponseBody = Record<string, Json>;

/** Leaves out absent fields: merchants' clients test for their presence. */
function withoutNulls(body: ResponseBody): ResponseBody {
  return Object.fromEntries(
    Object.entries(body)
      .filter(([, value]) => value !== null && value !== undefined && value !== '')
      .map(([name, value]) => [name, isObject(value) ? withoutNulls(value) : value]),
  );
}

const isObject = (value: Json): value is ResponseBody =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
