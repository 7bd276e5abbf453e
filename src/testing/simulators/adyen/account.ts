import { SeededRandom } from '../seeded-random.ts';
import { EventQueue } from './events.ts';
import type { Amount, CardFacts, PaymentRequest } from './requests.ts';

/** What the issuer decides. A test may replace any part, even by a result code that Adyen does not document. */
export interface Decision {
  resultCode: string;
  refusalReason?: string;
  refusalReasonCode?: string;
  refusalReasonRaw?: string;
  merchantAdviceCode?: string;
  cvcResult: string;
  avsResult: string;
  /** Minor units, for a partial approval. */
  authorisedValue?: number;
  /** The end of a payment that is Received or Pending. */
  finalResult: 'Authorised' | 'Refused';
}

export interface AccountOptions {
  merchantAccount: string;
  /** Hours until a capture without `captureDelayHours` and `manualCapture`; Adyen's default is immediate. */
  captureDelay: number | 'manual';
  /** Without it, a partial capture releases the rest. */
  multiplePartialCaptures: boolean;
  /** Adyen documents no CAPTURE event for an automatic capture; some accounts get one. */
  automaticCaptureEvents: boolean;
  /** The switches of the account for `additionalData`. */
  additionalData: 'all' | readonly string[];
  /** A card must have the documented test expiry and CVC, else it is refused. */
  strictTestCards: boolean;
  /** What a technical cancel does whose payment has not arrived. Without an account this is unknown. */
  technicalCancelOfUnknown: 'fails' | 'succeeds' | 'blocks';
  /** Modifications and pending payments wait for `processModifications()`. */
  holdModifications: boolean;
}

export interface Payment {
  pspReference: string;
  reference: string;
  amount: Amount;
  card: CardFacts;
  resultCode: string;
  createdAt: Date;
  /** When it is captured by itself; undefined for a manual capture. */
  captureAt?: Date;
  /** Minor units. */
  authorised: number;
  captured: number;
  refunded: number;
  cancelled: number;
  chargedBack: number;
  movements: Movement[];
  shopperReference?: string;
}

/** A change of money, as the settlement report lists it. */
export interface Movement {
  type:
    | 'capture'
    | 'capture failed'
    | 'refund'
    | 'refund failed'
    | 'refund reversed'
    | 'chargeback'
    | 'chargeback reversed';
  value: number;
  pspReference: string;
  reference: string;
  at: Date;
}

export interface Payout {
  pspReference: string;
  reference: string;
  amount: Amount;
  card: CardFacts;
  resultCode: string;
  at: Date;
}

export interface StoredMethod {
  id: string;
  shopperReference: string;
  card: CardFacts;
  model: string;
  createdAt: Date;
  networkTxReference: string;
}

/** The state of one company account with one merchant account. */
export class AdyenAccount {
  readonly options: AccountOptions;
  readonly now: () => Date;
  readonly random: SeededRandom;
  readonly events: EventQueue;
  readonly payments = new Map<string, Payment>();
  /** Payments that are captured by themselves later. */
  readonly awaitingCapture = new Set<Payment>();
  readonly payouts: Payout[] = [];
  readonly storedMethods = new Map<string, StoredMethod>();
  /** References that a technical cancel has blocked before their payment arrived. */
  readonly blockedReferences = new Set<string>();
  decide: (request: PaymentRequest) => Partial<Decision> | undefined = () => undefined;
  readonly #work: (() => void)[] = [];

  constructor(options: AccountOptions, hmacKey: string, now: () => Date, seed: number) {
    this.options = options;
    this.now = now;
    this.random = new SeededRandom(seed);
    this.events = new EventQueue(hmacKey, options.merchantAccount, now, this.random);
  }

  newReference(): string {
    return this.random.text('BCDFGHJKLMNPQRSTVWXZ23456789', 16);
  }

  paymentsOf(reference: string): Payment[] {
    return [...this.payments.values()].filter((payment) => payment.reference === reference);
  }

  /** Now, or when a test lets the vendor work. */
  later(work: () => void): void {
    if (this.options.holdModifications) this.#work.push(work);
    else work();
  }

  /** Does what is held, and what that leads to. Returns the number of works. */
  processModifications(): number {
    let done = 0;
    for (let work = this.#work.shift(); work; work = this.#work.shift()) {
      work();
      done += 1;
    }
    return done;
  }
}

/** What can still be captured or cancelled. */
export function openValue(payment: Payment): number {
  return payment.authorised - payment.captured - payment.cancelled;
}

/** What can still be refunded. */
export function refundableValue(payment: Payment): number {
  return payment.captured - payment.refunded - payment.chargedBack;
}
