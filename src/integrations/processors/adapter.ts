import type { DisputeStage, DisputeStatus } from '#shared/payments/dispute-status.ts';
import type { StreamingClient } from '../web/web-client.ts';
import type { Exemption } from '#shared/payments/authentication.ts';
import type { Wallet, WalletSource } from '#shared/payments/wallets.ts';
import type { Agreement, BillingAddress, Payer } from './payer.ts';
import type { Settlements } from './settlements.ts';
import type { AuthenticationFields, ThreeDSecure } from './three-d-secure.ts';

export type { Agreement, Payer } from './payer.ts';

// The contract of a processor, version 2 (docs/processors.md). An adapter is a module of this kind, or an HTTP service that
// speaks the adapter protocol, for which the adapter `http` is our side.

/** The version that an adapter states. A start with an adapter of another version ends with a sentence. */
export const contractVersion = 2;

/** A kind of processor. It is loaded because the operator lists it (`--adapters`), never because of a request. */
export interface ProcessorAdapter {
  contract: typeof contractVersion;
  /** Lower case, as in `--adapters` and in a connection. */
  name: string;
  /** What an administrator enters for a connection. */
  settings: readonly AdapterField[];
  /** What an administrator enters for each installation that uses a connection, such as a merchant account. */
  accountFields: readonly AdapterField[];
  secrets: readonly SecretField[];
  /** Makes no request. Throws nothing: wrong settings are found by `check`. */
  connect(request: ConnectRequest): ProcessorConnection;
}

interface AdapterField {
  /** camelCase, as in the `apply` file. */
  name: string;
  /** English, as the processor's own pages name it. */
  label: string;
  kind: 'text' | 'https-url' | 'choice';
  required: boolean;
  choices?: readonly string[];
  /** At most this many characters; 200 when missing. */
  maxLength?: number;
}

interface SecretField {
  name: string;
  label: string;
  required: boolean;
}

export type ConnectionMode = 'TEST' | 'LIVE';

export interface ConnectRequest {
  mode: ConnectionMode;
  settings: Readonly<Record<string, string>>;
  secrets: Readonly<Record<string, string>>;
  /** The address to which the processor sends events. */
  eventUrl: string;
  /** Only this client may be used: it refuses private addresses and states whether a request has left. */
  http: StreamingClient;
  clock: { now(): Date };
  log: AdapterLog;
  /** What the processor has reported of an operation so far. */
  events: StoredEvents;
  /** How long an operation may take, in ms. */
  timeoutMs: number;
}

interface StoredEvents {
  /** Of this connection, oldest first. */
  find(reference: string): Promise<ProcessorEvent[]>;
}

/** Never give it a card or a secret. */
interface AdapterLog {
  warn(facts: object, message: string): void;
}

/** A processor as an administrator has connected it. */
export interface ProcessorConnection {
  /** Those that are known. A connection offers no new charge before it has read them. */
  readonly capabilities: Capabilities;
  /**
   * Where capabilities are read from the processor: reads them unless they are fresh. Never throws; a failure is waited for
   * once, not by every caller.
   */
  ready?(): Promise<void>;
  /** Where the method is `handle`: creates what `send` then confirms. It moves no money. */
  prepare?(operation: ProcessorOperation): Promise<Prepared | ProcessorReply | NotSent | NoResponse>;
  /** Never throws on a network failure: the result has it. */
  send(operation: ProcessorOperation): Promise<SendResult>;
  /** The result of an operation. Can be called any number of times. */
  lookup(operation: SentOperation): Promise<LookupResult>;
  /**
   * Makes the processor refuse the operation if it arrives later. After 'forbidden' it is certain that no money was or
   * will be moved; 'watched' is the one exception, with which a late approval is released.
   */
  invalidate(operation: SentOperation): Promise<InvalidateResult>;
  /**
   * Exchanges a card for a credential without moving money, for a payment that must wait (3-D Secure). A CV2 is checked
   * here; the first operation with the credential returns the result. Missing: the processor keeps a card only with a payment, so
   * that no payment can wait.
   */
  tokenize?(
    card: CardSource,
    owner: CardOwner,
  ): Promise<{ kind: 'kept'; credential: string } | NotSent | NoResponse>;
  /** Deletes a credential. One that is not there is forgotten too. */
  forget?(credential: string): Promise<{ kind: 'forgotten' } | NotSent | NoResponse>;
  /** The connection test of an administrator, with the account values of one installation. It moves no money. */
  check(account?: Readonly<Record<string, string>>): Promise<ConnectionCheck[]>;
  /** Reads what the processor posted to the event address; makes no request. 'rejected': not signed by the processor. */
  readEvents?(raw: RawEvents): ProcessorEvent[] | 'rejected';
  /** Where the processor does not post events: what it has reported since then. A repeated report has the same id. */
  readReports?(since: Date): Promise<ProcessorEvent[]>;
  threeDSecure?: ThreeDSecure;
  /** Settlement reports and payouts; missing where the processor has none that can be read. */
  settlements?: Settlements;
  /** Where events come in no order: the dispute as it is now. */
  lookupDispute?(
    dispute: NamedDispute,
  ): Promise<{ kind: 'report'; report: DisputeReport } | { kind: 'unknown' } | NotSent | NoResponse>;
  disputes?: DisputeCalls;
  /** Missing: payment pages offer no Apple Pay with this connection. */
  applePay?: AppleSessions;
  /**
   * What Google's script needs to encrypt a token for this processor: `tokenizationSpecification.parameters`. Missing, or undefined for
   * the account of an installation: payment pages offer no Google Pay.
   */
  googlePay?(account: Readonly<Record<string, string>>): GooglePayGateway | undefined;
}

/** `gateway` and the processor's own parameters. Only the sandbox has the name `sandbox`: its page is no page of Google's. */
export type GooglePayGateway = Readonly<{ gateway: string } & Record<string, string>>;

/** Apple asks a page for a session that only the holder of the merchant's certificate can open. */
export interface AppleSessions {
  /** Moves no money. `session`: JSON, which the page passes on to Apple. */
  open(request: {
    merchantId: string;
    /** What the payer sees. */
    displayName: string;
    /** Of the page, as Apple has verified it. */
    domain: string;
    account: Readonly<Record<string, string>>;
  }): Promise<
    { kind: 'opened'; session: string } | { kind: 'refused'; message: string } | NotSent | NoResponse
  >;
}

/** A dispute at the processor. */
export interface NamedDispute {
  /** The processor's id. */
  dispute: string;
  account: Readonly<Record<string, string>>;
}

/** How disputes are answered. Without it they are answered at the processor. */
export interface DisputeCalls {
  /** What the processor takes as evidence now. Changes nothing. */
  evidence(
    dispute: NamedDispute,
  ): Promise<{ kind: 'form'; form: EvidenceForm } | DisputeRefusal | NotSent | NoResponse>;
  /** Gives the money to the card holder. The same key returns the first result or does it once. */
  accept(dispute: NamedDispute, request: DisputeRequest): Promise<DisputeReply>;
  /** Sends the evidence, which ends the time for more. The same key returns the first result or does it once. */
  submit(dispute: NamedDispute, request: DisputeRequest, evidence: Evidence): Promise<DisputeReply>;
}

export interface DisputeRequest {
  /** Idempotency key, at most 50 characters. */
  key: string;
  /** When it was sent first. After the time of its keys an adapter does not repeat it: 'no-response'. */
  sentAt: Date;
  /** It was sent before, and its response is missing. */
  isRepeated: boolean;
}

/** Refused: nothing was changed. */
interface DisputeRefusal {
  kind: 'refused';
  message: string;
}
export type DisputeReply = { kind: 'done' } | DisputeRefusal | NotSent | NoResponse;

/** One of the reasons is chosen. A processor without reasons has one, with the code ''. */
export interface EvidenceForm {
  reasons: { code: string; items: EvidenceItem[] }[];
  /** MIME types of files. */
  fileTypes: string[];
}

export interface EvidenceItem {
  /** The processor's name of the document or the field. */
  name: string;
  kind: 'text' | 'file';
  level: 'REQUIRED' | 'ONE_OR_MORE' | 'OPTIONAL';
  /** Of a text. */
  maxLength?: number;
}

export interface Evidence {
  reason: string;
  texts: Readonly<Record<string, string>>;
  files: readonly { item: string; name: string; contentType: string; body: Uint8Array }[];
}

export type ProcessorOperationKind =
  | 'SALE'
  | 'AUTHORISE'
  | 'VERIFY'
  | 'CAPTURE'
  | 'VOID'
  | 'REFUND'
  | 'PAYOUT';

/** How an unknown result becomes certain (docs/processors.md#unknown-results). */
type CertaintyMethod = 'reference' | 'handle' | 'replay' | 'cancel-and-watch';

export interface Capabilities {
  /** The operations that the connection offers. One without a method is not offered. */
  operations: Readonly<Partial<Record<ProcessorOperationKind, CertaintyMethod>>>;
  /** Digits of each currency at the processor; 'ISO': every currency, as the standard has it. */
  currencies: 'ISO' | Readonly<Record<string, number>>;
  /** Card schemes; undefined: every one. */
  schemes?: readonly string[];
  /** The wallets whose tokens it takes; undefined: none. */
  wallets?: readonly Wallet[];
  /** The processor authenticates card holders itself, while it takes the payment. */
  authenticatesInSend?: boolean;
}

/** A card number on its way to the processor. It is never stored here. */
export interface CardSource {
  pan: string;
  /** MMYY. */
  expiry: string;
  cv2?: string;
  holderName?: string;
  /** MMYY and one digit, of debit cards that have them. */
  validFrom?: string;
  issueNumber?: string;
}

/** A credential is the processor's reference to a card that it has stored. */
export type ProcessorSource =
  | { card: CardSource }
  | { credential: string; cv2?: string }
  | { wallet: WalletSource };

/** The owner of a card that a processor keeps. */
interface CardOwner {
  /** The same for each card of a customer; of a guest, of the payment. */
  reference: string;
  account: Readonly<Record<string, string>>;
}

/** The payment that is captured, released or refunded. */
export interface RelatedOperation {
  /** Our transaction id. */
  reference: string;
  /** The processor's, from its response. */
  gatewayReference: string;
  kind?: 'SALE' | 'AUTHORISE' | 'VERIFY' | 'PAYOUT';
  /** Our id of the capture, where a captured authorisation is refunded. */
  capture?: string;
}

interface OperationFacts {
  /** Our transaction id; of the release of a rejected payment with its attempt. At most 40 characters. */
  reference: string;
  kind: ProcessorOperationKind;
  amountMinor: number;
  currency: string;
  /** CAPTURE, VOID and REFUND. */
  related?: RelatedOperation;
  /** What the administrator entered for the installation. */
  account: Readonly<Record<string, string>>;
}

export interface ProcessorOperation extends OperationFacts {
  /** SALE, AUTHORISE, VERIFY and PAYOUT. */
  source?: ProcessorSource;
  address?: BillingAddress;
  initiator: 'CUSTOMER' | 'MERCHANT';
  /** STORED: a charge of a stored card without its holder. */
  channel: 'ECOM' | 'MOTO' | 'STORED';
  agreement?: Agreement;
  /** The card is used again: its processor must keep it. */
  keepsCard?: boolean;
  payer?: Payer;
  /** What the card's statement should show. */
  descriptor?: string;
  /** The merchant's category code, four digits. */
  mcc?: string;
  threeDSecure?: AuthenticationProof;
  /** On our own page, where the processor authenticates in `send`. Never with `threeDSecure`. */
  authenticate?: InSendAuthentication;
  /** From strong customer authentication. The merchant requests it, and the issuer decides. */
  exemption?: Exemption;
  /** From `prepare`. */
  handle?: string;
}

interface InSendAuthentication {
  /** Where the browser comes back after a challenge. */
  returnUrl: string;
  /** ANY: the merchant requires 3-D Secure. CHALLENGE: the issuer has declined without one. */
  demand: 'AUTOMATIC' | 'ANY' | 'CHALLENGE';
}

/** The proof of an authentication. Without `avv` no liability shifts. */
export interface AuthenticationProof {
  eci: string;
  /** Base64. */
  avv?: string;
  version: string;
  dsTransactionId?: string;
  /** transStatus of the protocol. */
  status?: 'Y' | 'A' | 'N' | 'U' | 'R' | 'I';
  /** The card holder was challenged. */
  challenged?: boolean;
}

/** What is left of an operation once it was sent: all but the card, so that a worker can finish it. */
export interface SentOperation extends OperationFacts {
  handle?: string;
  sentAt: Date;
  /** `invalidate` was called before: an approval counts only once that has failed. */
  isInvalidating?: boolean;
}

export type AddressCheck = 'FULL_MATCH' | 'NOT_MATCHED' | 'PARTIAL_MATCH' | 'NOT_CHECKED';
export type Cv2Check = 'MATCHED' | 'NOT_MATCHED' | 'NOT_CHECKED';

/** A final result: the money has moved, or it is certain that it has not. */
export interface ProcessorResponse {
  result:
    | 'APPROVED'
    | 'DECLINED'
    /** The processor could not reach the card's issuer; nothing moved (X203). */
    | 'UNREACHABLE'
    /** It was invalidated before it arrived (X203). */
    | 'FORBIDDEN';
  /** Absent where the processor did not choose one: the transaction keeps its connection's. */
  acquirerName?: string;
  route?: string;
  statusCode: string;
  message: string;
  /** Mastercard's merchant advice code: two characters. Not stored for the card of another scheme. */
  adviceCode?: string;
  authCode?: string;
  /** Empty where the processor refused the request and gave none. */
  gatewayReference: string;
  /** The scheme's id of the payment; later payments of an agreement name it. */
  networkTransactionId?: string;
  /** Of the authorisation, which decides about liability. */
  eci?: string;
  /** The result of an authentication that the processor has made in `send`. */
  authentication?: Pick<AuthenticationFields, 'status' | 'version' | 'frictionless' | 'dsTransactionId'>;
  /** The acquirer reference number of a refund, 23 digits: the payer's bank finds it by that. */
  arn?: string;
  /** Of a refund: the day by which the payer's bank shows it. yyyy-MM-dd. */
  refundExpectedDate?: string;
  /** yyyy-MM-dd. */
  settlementDate?: string;
  addressCheck: AddressCheck;
  postcodeCheck: AddressCheck;
  cv2Check: Cv2Check;
  /** For the card of the operation, opaque; use it to repeat, refund or pay out. */
  credential?: string;
  /** Of a wallet's payment: the card behind it. */
  card?: WalletCard;
}

/** What a processor states about the card of a wallet: it has another number on the payer's device. */
export interface WalletCard {
  scheme?: 'VISA' | 'MASTERCARD' | 'AMEX' | 'JCB' | 'DISCOVER' | 'DINERS';
  usage?: 'DEBIT' | 'CREDIT';
  lastFour?: string;
  /** MMYY. */
  expiry?: string;
}

/** Nothing has left us, or the processor documents that it did nothing: another connection may be tried. */
export interface NotSent {
  kind: 'not-sent';
  why: 'connection' | 'busy' | 'credentials' | 'address' | 'unavailable';
}
/** The operation may or may not have arrived: call `lookup`, never send again. */
export interface NoResponse {
  kind: 'no-response';
  why: 'timeout' | 'connection';
}
/** The operation has arrived. The final result comes later. */
export interface StillPending {
  kind: 'pending';
  /** What the issuer has compared so far: the final result may come in an event without it. */
  checks?: CardCheckResults;
}
export type CardCheckResults = Pick<ProcessorResponse, 'addressCheck' | 'postcodeCheck' | 'cv2Check'>;

/** How long a card holder can be at the issuer's page: as long as a payment waits (docs/domain.md#3-d-secure). */
export const challengeMs = 25 * 60_000;

/** It has arrived, and the card holder must be challenged at this address first. `lookup` has the result afterwards. */
export interface Challenged {
  kind: 'challenge';
  url: string;
}
export interface ProcessorReply {
  kind: 'response';
  response: ProcessorResponse;
}
export interface Prepared {
  kind: 'prepared';
  handle: string;
}

export type SendResult = ProcessorReply | StillPending | Challenged | NotSent | NoResponse;
/** 'unknown': it has not arrived yet, and can still arrive unless it is invalidated. */
export type LookupResult = ProcessorReply | StillPending | Challenged | { kind: 'unknown' } | NoResponse;
/** 'forbidden': it never arrived and will be refused; otherwise its result. */
export type InvalidateResult =
  | { kind: 'forbidden'; watched?: boolean }
  /** It was requested, and the result comes as an event. */
  | { kind: 'requested' }
  | ProcessorReply
  | StillPending
  | NoResponse;

/** One line of a connection test. */
export interface ConnectionCheck {
  /** `connection`, `credentials`, `account`, `currencies`, `events`, `clock` or the adapter's own. */
  name: string;
  result: 'passed' | 'failed' | 'not-testable';
  /** English, for the administrator: what the processor responded, or why it cannot be tested. */
  detail: string;
}

export interface RawEvents {
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

/** What a processor reports by itself. A repeated report has the same `eventId`. */
export type ProcessorEvent = { eventId: string; at?: string } & (
  | {
      kind: 'result';
      reference: string;
      response: ProcessorResponse;
      /** Where the report has them; another amount than ours is not settled. */
      amountMinor?: number;
      currency?: string;
    }
  /** The end of an invalidation: `success` makes sure that the operation moved and will move nothing. */
  | { kind: 'invalidation'; reference: string; success: boolean }
  /** A capture, refund or release that had succeeded has failed. */
  | { kind: 'correction'; reference: string; reason: string }
  /** A payment is disputed, or its dispute has changed. */
  | { kind: 'dispute'; name: string; reference?: string; report: DisputeReport }
  /** The issuer reports fraud with a payment: no dispute, no deadline. `handle`: from `prepare`. */
  | { kind: 'fraud-warning'; reference?: string; handle?: string; reason?: string }
  /** A settlement report can be read. `reference` is its name; the address may not be signed. */
  | { kind: 'report-ready'; reference: string; address?: string }
  /** What the processor sent to the bank for a report. `reference` is the report's name. */
  | { kind: 'bank-payout'; reference: string; amountMinor: number; currency: string; paidOn: string }
  /** Kept without acting on it. */
  | { kind: 'other'; name: string; reference?: string; raw?: object }
);

/** What a report has of a dispute. A missing part has not changed. */
export interface DisputeReport {
  /** The processor's id of the dispute. */
  dispute: string;
  /** Of the payment: our transaction id, or what `prepare` created. */
  reference?: string;
  handle?: string;
  /** Of the payment, the processor's own id. */
  gatewayReference?: string;
  stage?: DisputeStage;
  status?: DisputeStatus;
  amountMinor?: number;
  currency?: string;
  /** How much of it the processor has taken from the merchant by now. */
  chargedBackMinor?: number;
  /** The scheme's code, such as 10.4, and the processor's words for it. */
  reasonCode?: string;
  reason?: string;
  scheme?: string;
  isFraud?: boolean;
  /** An answer counts until then. */
  deadline?: string;
}
