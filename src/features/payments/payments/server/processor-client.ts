import { findCountry } from '#shared/countries.ts';
import type { TransactionType } from '#shared/payments/transaction-kind.ts';
import type {
  Agreement,
  CardSource,
  Challenged,
  Payer,
  ProcessorOperation,
  ProcessorOperationKind,
  ProcessorReply,
  ProcessorResponse,
  ProcessorSource,
  RelatedOperation,
  SendResult,
  StillPending,
} from '#integrations/processors/adapter.ts';
import type { OpenConnection, RoutedPayment } from '#integrations/processors/processors.ts';
import { addMs } from '#server/clock.ts';
import { moveToConnection, storeHandle } from './db/intents.ts';
import type { SettlementContext } from './payment-context.ts';
import { toTransStatus } from '#integrations/processors/trans-status.ts';
import type { StoredAuthentication } from './db/transaction-detail.ts';
import type { StoredCard } from './db/cards.ts';
import type { TransactionRecord } from './db/transactions.ts';
import type { Draft, Screened } from './payment-stages.ts';
import type { CardNumber } from '../request/parse-card.ts';
import type { PaymentRequest } from '../request/parse-payment.ts';

const processorKinds: Partial<Record<TransactionType, ProcessorOperationKind>> = {
  PAYMENT: 'SALE',
  PREAUTH: 'AUTHORISE',
  VERIFY: 'VERIFY',
  PAYOUT: 'PAYOUT',
  CAPTURE: 'CAPTURE',
  PREAUTH_VOID: 'VOID',
  REFUND: 'REFUND',
  REPEAT: 'SALE',
  PAYOUT_COMPLETE: 'PAYOUT',
};

export const processorKind = (type: TransactionType): ProcessorOperationKind =>
  processorKinds[type] ?? 'SALE';

/** The proof of authentication for the issuer, which then bears the risk. */
function threeDSecureProof(
  fields: StoredAuthentication | undefined,
): Pick<ProcessorOperation, 'threeDSecure'> {
  if (!fields?.eci) return {};
  const { eci, avv, version, dsTransactionId, frictionless } = fields;
  const status = toTransStatus(fields.status);
  const challenged = frictionless === undefined ? undefined : !frictionless;
  return { threeDSecure: { eci, avv, version, dsTransactionId, status, challenged } };
}

/** Of a payment with which its card holder agrees to later ones. */
const firstOf = (sequence: 'RECURRING' | 'INSTALMENT' | undefined): Agreement | undefined =>
  sequence && { type: sequence, first: true };

/** The operation of a new payment: the only one with a card number. */
export function buildSaleOperation({
  txnId,
  type,
  request,
  card,
  installation,
  plan,
  threeDSecure,
  authenticate,
}: Draft & Pick<Screened, 'threeDSecure' | 'authenticate'>): Omit<ProcessorOperation, 'account'> {
  const { billingAddress, customer, commerceType, sequence } = request;
  return {
    reference: String(txnId),
    kind: processorKind(type),
    amountMinor: request.amountMinor,
    currency: request.currency,
    source: buildSource(request, card),
    address: {
      line1: billingAddress.line1,
      line2: billingAddress.line2,
      city: billingAddress.city,
      region: billingAddress.region,
      postcode: billingAddress.postcode,
      country: findCountry(billingAddress.countryCode ?? '')?.alpha2,
    },
    initiator: 'CUSTOMER',
    channel: commerceType === 'MOTO' ? 'MOTO' : 'ECOM',
    agreement: firstOf(sequence),
    keepsCard: sequence !== undefined || plan !== undefined || request.registers !== false,
    payer: {
      reference: customer.merchantRef ?? customer.id,
      name: customer.displayName ?? card.holderName ?? undefined,
      email: customer.email,
      telephone: customer.telephone,
      ip: customer.ip,
    },
    mcc: installation.mcc ?? undefined,
    ...threeDSecureProof(threeDSecure),
    authenticate,
    exemption: request.exemption,
  };
}

function buildSource({ source }: PaymentRequest, card: StoredCard): ProcessorSource {
  if ('wallet' in source) return source;
  if ('token' in source) return { credential: card.credential ?? '', cv2: source.cv2 };
  return { card: toCardSource(source.card) };
}

/** The fields of a card that the processor needs. */
export function toCardSource({
  pan,
  expiry,
  cv2,
  holderName,
  validFrom,
  issueNumber,
}: CardNumber): CardSource {
  return {
    pan,
    expiry,
    cv2,
    holderName,
    validFrom: validFrom ?? undefined,
    issueNumber: issueNumber ?? undefined,
  };
}

/** The operation of a stored payment: the card is a reference of the processor. */
export function buildStoredOperation(
  row: TransactionRecord,
  heldCard: string | null,
  authentication: StoredAuthentication | undefined = row.detail.threeDSecure,
): Omit<ProcessorOperation, 'account'> {
  const { billingAddress } = row.detail;
  return {
    reference: String(row.txnId),
    kind: processorKind(row.txnType),
    amountMinor: row.requestedMinor,
    currency: row.ccyCode,
    source: { credential: heldCard ?? row.credential ?? '' },
    address: { line1: billingAddress?.line1, postcode: billingAddress?.postcode },
    initiator: 'CUSTOMER',
    channel: row.commerceType === 'MOTO' ? 'MOTO' : 'ECOM',
    agreement: firstOf(row.continuousAuthorityType ?? undefined),
    keepsCard: true,
    payer: buildPayer(row),
    ...threeDSecureProof(authentication),
    exemption: row.detail.exemption?.type,
  };
}

const buildPayer = (row: StoredPayer): Payer => ({
  reference: row.customerRef ?? undefined,
  name: row.customerName ?? undefined,
  email: row.customerEmail ?? undefined,
  telephone: row.customerPhone ?? undefined,
  ip: row.ipAddress ?? undefined,
});

type StoredPayer = Pick<
  TransactionRecord,
  'customerRef' | 'customerName' | 'customerEmail' | 'customerPhone' | 'ipAddress'
>;

/** What an operation needs to know of the payment that it belongs to. */
type OriginalOperation = Pick<
  TransactionRecord,
  'txnId' | 'txnType' | 'ccyCode' | 'capturedBy' | 'credential' | 'gatewayReference' | 'networkTransactionId'
> &
  Partial<StoredPayer>;

export const relatedKind = (type: TransactionType): RelatedOperation['kind'] => {
  const kind = processorKind(type);
  return kind === 'AUTHORISE' || kind === 'VERIFY' || kind === 'PAYOUT' ? kind : 'SALE';
};

/** The payment that a capture, release or refund names. */
const relatedOperation = (original: OriginalOperation, isRefund: boolean): RelatedOperation => ({
  reference: String(original.txnId),
  gatewayReference: original.gatewayReference ?? '',
  kind: relatedKind(original.txnType),
  ...(isRefund && original.capturedBy !== null && original.capturedBy !== original.txnId
    ? { capture: String(original.capturedBy) }
    : {}),
});

/** The processor's part of a follow-up; undefined for the release of a deferred payout. */
export function buildFollowUpOperation(
  txnId: number,
  {
    type,
    amountMinor,
    sequence,
  }: { type: TransactionType; amountMinor: number; sequence?: 'RECURRING' | 'INSTALMENT' },
  original: OriginalOperation,
): Omit<ProcessorOperation, 'account'> | undefined {
  const kind = processorKinds[type];
  if (!kind) return undefined;
  const common = {
    reference: String(txnId),
    kind,
    amountMinor,
    currency: original.ccyCode,
    initiator: 'MERCHANT',
    channel: 'STORED',
  } as const;
  if (kind !== 'SALE' && kind !== 'PAYOUT')
    return { ...common, related: relatedOperation(original, kind === 'REFUND') };
  const agreement: Agreement = {
    type: sequence ?? 'UNSCHEDULED',
    first: false,
    networkTransactionId: original.networkTransactionId ?? undefined,
  };
  const {
    customerRef = null,
    customerName = null,
    customerEmail = null,
    customerPhone = null,
    ipAddress = null,
  } = original;
  return {
    ...common,
    source: { credential: original.credential ?? '' },
    payer: buildPayer({ customerRef, customerName, customerEmail, customerPhone, ipAddress }),
    ...(kind === 'SALE' ? { agreement } : {}),
  };
}

const noChecks = {
  gatewayReference: '',
  addressCheck: 'NOT_CHECKED',
  postcodeCheck: 'NOT_CHECKED',
  cv2Check: 'NOT_CHECKED',
} as const;

/** The result of an operation that needs no processor: the release of a deferred payout. */
export const NO_PROCESSOR_CALL: ProcessorResponse = {
  ...noChecks,
  result: 'APPROVED',
  statusCode: '00',
  message: 'Authorised',
};

/** The result of an operation that the processor never received and now refuses. */
export const NOT_RECEIVED: ProcessorResponse = {
  ...noChecks,
  result: 'FORBIDDEN',
  statusCode: '',
  message: 'The operation never reached the processor',
};

/** Nothing was sent: the connection is down, and no other route was open. */
export const NOT_SENT: ProcessorResponse = {
  ...noChecks,
  result: 'UNREACHABLE',
  statusCode: '96',
  message: 'The processor could not be reached; nothing was sent',
};

/** An operation and the connection that it goes to. Its intent is committed. */
export interface Sending {
  operation: Omit<ProcessorOperation, 'account'>;
  connection: OpenConnection;
  /**
   * Set where another connection may take it as long as nothing was sent: a new payment with a card number and without an
   * authentication of this connection.
   */
  failover?: RoutedPayment;
}

export type Resolution = ProcessorReply | StillPending | Challenged | { kind: 'unresolved' };

/**
 * Sends an operation once, prepared where its processor needs that. Without a response it looks the operation up once; it
 * never sends again. Only where nothing has left us the next route is tried (docs/processors.md#fail-over).
 */
export async function sendOnce(at: SettlementContext, txnId: number, sending: Sending): Promise<Resolution> {
  let { connection } = sending;
  const tried: number[] = [];
  for (;;) {
    const operation = { ...sending.operation, account: connection.account };
    const { sent, handle } = await submit(at, txnId, connection, operation);
    if (sent.kind === 'no-response')
      return lookUp(connection, { ...operation, handle }, at.services.clock.now());
    if (sent.kind !== 'not-sent') return sent;
    tried.push(connection.id);
    const next = await nextConnection(at, txnId, sending, tried);
    if (!next) return { kind: 'response', response: NOT_SENT };
    connection = next;
  }
}

/** An answer to `prepare` that is lost is certain: what is not confirmed moves no money. */
async function submit(
  { companyId, inTenant }: SettlementContext,
  txnId: number,
  connection: OpenConnection,
  operation: ProcessorOperation,
): Promise<{ sent: SendResult; handle?: string }> {
  if (!connection.prepare || connection.capabilities.operations[operation.kind] !== 'handle')
    return { sent: await connection.send(operation) };
  const prepared = await connection.prepare(operation);
  if (prepared.kind === 'no-response') return { sent: { kind: 'response', response: NOT_RECEIVED } };
  if (prepared.kind !== 'prepared') return { sent: prepared };
  const { handle } = prepared;
  const isOurs = await inTenant((sql) => storeHandle(sql, { companyId, txnId }, handle));
  // The sweeper has settled it meanwhile, so it must not be confirmed.
  return isOurs
    ? { sent: await connection.send({ ...operation, handle }), handle }
    : { sent: { kind: 'pending' } };
}

async function lookUp(
  connection: OpenConnection,
  operation: ProcessorOperation,
  sentAt: Date,
): Promise<Resolution> {
  const found = await connection.lookup({ ...operation, sentAt });
  return found.kind === 'unknown' || found.kind === 'no-response' ? { kind: 'unresolved' } : found;
}

/** The intent moves first: whichever connection it names may have the operation. */
async function nextConnection(
  { services, companyId, inTenant }: SettlementContext,
  txnId: number,
  { failover }: Sending,
  tried: readonly number[],
): Promise<OpenConnection | undefined> {
  if (!failover) return undefined;
  const setup = await services.processors.current();
  const chosen = setup.choose(failover, tried);
  if (!chosen.ok) return undefined;
  const { connection } = chosen.value;
  const nextCheckAt = addMs(services.clock.now(), services.config.intentGraceMs);
  const isMoved = await inTenant((sql) =>
    moveToConnection(sql, { companyId, txnId }, connection, nextCheckAt),
  );
  if (!isMoved) return undefined;
  services.log.warn(
    { transactionId: txnId, tried, connectionId: connection.id },
    'payment sent by another route',
  );
  return connection;
}
