import type { CardSource, ProcessorConnection, ProcessorEvent, RawEvents } from '../adapter.ts';
import type { WalletSource } from '#shared/payments/wallets.ts';
import type { SettlementReportRef } from '../settlements.ts';
import type { ChallengeForm, ChallengeResponse } from '../three-d-secure.ts';

/** What the kit checks: a connection, and what can be done to it here (docs/processors.md#the-kit). */
export interface KitSubject {
  /** Printed above the results. */
  name: string;
  connection: ProcessorConnection;
  /** What an administrator enters for an installation. */
  account: Readonly<Record<string, string>>;
  /** The limit that the connection was given, in ms. */
  timeoutMs: number;
  faults: FaultInjector;
  triggers: KitTriggers;
  events?: EventSource;
  disputes?: DisputeSource;
  settlement?: SettlementSource;
  /** What the processor has booked under our reference; only a simulator can be asked. */
  movements?(reference: string): Promise<Movement[]>;
  /** What violates the vendor's documents; undefined where they are not here. */
  violations?(): readonly string[] | undefined;
  /** The adapter's clock; this machine's by default. */
  now?(): Date;
  /** Lets what is pending become final. */
  passTime?(): Promise<void> | void;
  /** Everything that the adapter has logged. */
  logged(): string;
  /** Everything that simulator or service have stored. */
  rows?(): Promise<string>;
  close(): Promise<void>;
}

export interface Movement {
  amountMinor: number;
  currency: string;
}

export type FaultKind =
  /** The request does not arrive; its sender cannot see that. */
  | 'lost-request'
  /** The request arrives, its answer does not. */
  | 'lost-answer'
  /** The request arrives when the kit decides. */
  | 'late'
  /** The request does not arrive; a proxy answers. */
  | 'status-429'
  | 'status-503'
  /** The request arrives, and its answer is replaced. */
  | 'status-500'
  | 'html'
  | 'cut-json'
  | 'empty';

export interface FaultInjector {
  supported: readonly FaultKind[];
  /** Why the others cannot be made here. */
  why: string;
  /** Hits the next call, and no other. `arrive` delivers what is late. */
  next(kind: FaultKind): { arrive(): Promise<unknown> };
  /** The longest time, in ms, that the connection has given a request. */
  longestMs?(): number;
}

/** What makes the processor decide as the kit needs it. What is missing cannot be tested. */
export interface KitTriggers {
  currency: string;
  amountMinor: number;
  approved: CardSource;
  declines: readonly Decline[];
  /** An amount with which an approved card has a wrong security code. */
  wrongCode?: CardSource;
  /** Of each wallet that the connection offers, a token that is approved. */
  wallets?: readonly WalletSource[];
  /** A merchant at Apple, and the domain that Apple has verified for it. */
  applePay?: { merchantId: string; displayName: string; domain: string };
  pendingRefundMinor?: number;
  unknownCredential?: string;
  /** Whether the processor refuses refunds above what was charged. */
  limitsRefunds?: boolean;
  threeDSecure?: ThreeDSecureTriggers;
}

interface Decline {
  /** As a merchant sees it: insufficient funds, expired card. */
  group: string;
  card?: CardSource;
  amountMinor?: number;
  result: 'DECLINED' | 'UNREACHABLE';
  statusCode: string;
}

interface ThreeDSecureTriggers {
  scheme: string;
  frictionless: { pan: string; amountMinor: number };
  challenge: { pan: string; amountMinor: number };
  notEnrolled: { pan: string; amountMinor: number };
  unavailable: { pan: string; amountMinor: number };
  /** Missing: no issuer identifies the browser. */
  fingerprint?: { pan: string; amountMinor: number };
  /** Acts as the card holder at the issuer's page. */
  answer(form: ChallengeForm, how: 'authenticate' | 'fail'): Promise<ChallengeResponse>;
}

/** A payment of the kit, with what `prepare` has created. */
export interface PaidOperation {
  reference: string;
  handle?: string | undefined;
}

/** Acts as card holder, issuer and clock. */
export interface DisputeSource {
  /** Payments of this amount are disputed by themselves; any other amount by `open`. */
  amountMinor?: number;
  /** Disputes a captured payment: the processor takes its money. */
  open?(payment: PaidOperation): Promise<void> | void;
  /** What the processor has reported of disputes until now, each report as it came. */
  reports(): Promise<DisputeMessage[]>;
  /** Ends the time for responses. */
  passDeadline(): Promise<void> | void;
}

export interface DisputeMessage {
  events: ProcessorEvent[];
  /** Missing: the processor posts no events. */
  raw?: RawEvents | undefined;
}

export interface SettlementSource {
  /** Lets the processor settle what was paid. Returns the reports that it has announced or lists since. */
  settle(): Promise<SettlementReportRef[]>;
  /** A report with exchanged columns, or one that is cut off. Missing: its reports are no files. */
  damaged?(damage: 'exchanged columns' | 'cut'): Promise<SettlementReportRef>;
}

export interface EventSource {
  /** Signed as the processor signs. */
  sign(event: ProcessorEvent): RawEvents;
  /** As an event for another account or connection of the same processor comes. */
  signForAnother(event: ProcessorEvent): RawEvents;
}
