import { randomBytes, createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '#database/connection.ts';
import type {
  AddressCheck,
  Capabilities,
  CardSource,
  Cv2Check,
  LookupResult,
  InvalidateResult,
  NoResponse,
  ProcessorConnection,
  ProcessorResponse,
  ProcessorOperation,
  ProcessorReply,
  SendResult,
  StillPending,
  WalletCard,
} from '../adapter.ts';
import type { CardTrigger } from '#shared/payments/sandbox-triggers.ts';
import { type StoredEnrolment, cardBehaviour } from './sandbox-cards.ts';
import { openSandboxDispute, readSandboxReports, sandboxDisputes } from './sandbox-disputes.ts';
import { sandboxSettlements } from './sandbox-settlements.ts';
import { readSandboxToken } from './sandbox-wallets.ts';
import { daysBetween, nextBusinessDay } from '#shared/calendar-day.ts';
import { passesLuhn } from '#shared/card-number.ts';
import { formatMinor } from '#shared/money.ts';
import { type WalletSource, wallets } from '#shared/payments/wallets.ts';

/** Network errors: the request is lost, it arrives late, or only its response is lost. */
export type SandboxFault =
  | { kind: 'never-receive' }
  | { kind: 'lose-response' }
  | { kind: 'late'; arrivesAfterMs: number };

interface SandboxOptions {
  /** The sandbox's own connection: it commits independently, as a real processor does. */
  sql: Sql;
  now?: () => Date;
  latencyMs?: number;
  /** After this time the caller gets 'no-response'; the operation can still arrive. */
  timeoutMs?: number;
  /** How long a pending operation takes. */
  pendingMs?: number;
  /** How long a look-up gets no response, less than the time after which the sweeper makes its first. */
  silentMs?: number;
  /** How long a slow response takes. */
  slowMs?: number;
  faultFor?: (operation: ProcessorOperation) => SandboxFault | undefined;
}

interface SandboxProcessor extends ProcessorConnection {
  findEnrolment(credential: string): Promise<StoredEnrolment>;
}

/**
 * A sandbox processor in this process, with the test cards and triggers of docs/domain.md#sandbox. It stores operations by
 * reference and cards by credential, never by number, in its own schema `sandbox` (prepareSandbox). They survive a crash.
 */
export function sandboxProcessor(options: SandboxOptions): SandboxProcessor {
  const { sql, now = () => new Date(), latencyMs = 0, timeoutMs = 10_000, pendingMs = 60_000 } = options;
  const { silentMs = 25_000, slowMs = 8_000 } = options;
  const timedOut: NoResponse = { kind: 'no-response', why: 'timeout' };
  const withTimeout = async <T>(response: Promise<T>): Promise<T | NoResponse> => {
    const giveUp = new AbortController();
    const timer = sleep(timeoutMs, timedOut, { signal: giveUp.signal }).catch(() => timedOut);
    // A broken connection gives no result either.
    const attempt = response.catch((): NoResponse => ({ kind: 'no-response', why: 'connection' }));
    const first = await Promise.race([attempt, timer]);
    giveUp.abort();
    return first;
  };
  const withLatency = async <T>(arrive: () => Promise<T>): Promise<T> => {
    if (latencyMs > 0) await sleep(latencyMs);
    return arrive();
  };
  const receive = (operation: ProcessorOperation) =>
    receiveOperation(sql, operation, { now: now(), pendingMs, silentMs });
  const answer = async (operation: ProcessorOperation): Promise<SendResult> => {
    const trigger = await findTrigger(sql, operation);
    if (trigger === 'NOT_RECEIVED') return timedOut;
    const received = await receive(operation);
    if (trigger === 'SLOW') await sleep(slowMs, undefined, { ref: false });
    return trigger !== undefined && unansweredTriggers.has(trigger) ? timedOut : received;
  };
  const unlessSilent = async <T>(reference: string, ask: () => Promise<T>): Promise<T | NoResponse> =>
    (await isSilent(sql, reference, now())) ? timedOut : ask();
  return {
    capabilities: sandboxCapabilities,
    async send(operation) {
      const error = options.faultFor?.(operation);
      switch (error?.kind) {
        case 'never-receive':
          return timedOut;
        case 'lose-response':
          await withLatency(() => receive(operation));
          return timedOut;
        case 'late':
          void sleep(error.arrivesAfterMs, undefined, { ref: false })
            .then(() => receive(operation))
            .catch(() => undefined);
          return timedOut;
        default:
          return withTimeout(withLatency(() => answer(operation)));
      }
    },
    lookup: ({ reference }) =>
      withTimeout(withLatency(() => unlessSilent(reference, () => lookupOperation(sql, reference, now())))),
    invalidate: ({ reference }) =>
      withTimeout(
        withLatency(() => unlessSilent(reference, () => invalidateOperation(sql, reference, now()))),
      ),
    tokenize: (card) =>
      withTimeout(
        withLatency(async () => ({
          kind: 'kept',
          credential: (await storeCard(sql, card, checkCv2(card.cv2))).credential,
        })),
      ),
    forget: (credential) =>
      withTimeout(
        withLatency(async () => {
          await sql`delete from sandbox.credential where credential = ${credential}`;
          return { kind: 'forgotten' };
        }),
      ),
    check: async () => [
      { name: 'connection', result: 'passed', detail: 'The sandbox runs in this program and moves no money' },
    ],
    findEnrolment: (credential) => loadEnrolment(sql, credential),
    readReports: (since) => readSandboxReports(sql, since, now()),
    applePay: sandboxApplePay,
    googlePay: () => ({ gateway: 'sandbox', gatewayMerchantId: 'sandbox' }),
    disputes: sandboxDisputes(sql, { now, verdictMs: pendingMs }),
    settlements: sandboxSettlements(sql, now),
  };
}

/** Read by the Apple Pay of tests only (e2e/apple-pay.test.ts). */
const sandboxApplePay: ProcessorConnection['applePay'] = {
  open: async ({ merchantId, domain }) => ({
    kind: 'opened',
    session: JSON.stringify({ merchantIdentifier: merchantId, domainName: domain, signature: 'sandbox' }),
  }),
};

/** The sandbox finds every operation by our reference. */
const sandboxCapabilities: Capabilities = {
  operations: {
    SALE: 'reference',
    AUTHORISE: 'reference',
    VERIFY: 'reference',
    CAPTURE: 'reference',
    VOID: 'reference',
    REFUND: 'reference',
    PAYOUT: 'reference',
  },
  currencies: 'ISO',
  wallets,
};

interface StoredOperation {
  state: 'DONE' | 'FORBIDDEN';
  response: ProcessorResponse;
  finalAt: Date;
}

/** Operations that are made, and whose response is lost. */
const unansweredTriggers: ReadonlySet<CardTrigger> = new Set<CardTrigger>([
  'LOST',
  'UNKNOWN',
  'UNKNOWN_DECLINED',
  'REFUND_UNKNOWN',
]);

const isRefundTrigger = (trigger: string): boolean => trigger.startsWith('REFUND_');

/** Of the card that pays, or of the card whose payment is refunded. */
async function findTrigger(
  sql: Sql,
  { kind, source, related }: ProcessorOperation,
): Promise<CardTrigger | undefined> {
  if (source && 'card' in source) return ofKind(cardBehaviour(source.card.pan).trigger, false);
  if (source && 'wallet' in source) return undefined;
  if (source) {
    const { trigger } = await loadEnrolment(sql, source.credential);
    return ofKind(trigger, false);
  }
  if (kind !== 'REFUND' || !related) return undefined;
  const [row] = await sql<{ trigger: CardTrigger | null }[]>`
    select c.trigger from sandbox.operation o
    join sandbox.credential c on c.credential = o.response ->> 'credential'
    where o.reference = ${related.reference}`;
  return ofKind(row?.trigger, true);
}

const ofKind = (trigger: CardTrigger | null | undefined, isRefund: boolean): CardTrigger | undefined =>
  trigger && isRefundTrigger(trigger) === isRefund ? trigger : undefined;

async function isSilent(sql: Sql, reference: string, now: Date): Promise<boolean> {
  const silent = await sql`
    select 1 from sandbox.operation where reference = ${reference} and silent_until > ${now}`;
  return silent.length > 0;
}

async function receiveOperation(
  sql: Sql,
  operation: ProcessorOperation,
  { now, pendingMs, silentMs }: { now: Date; pendingMs: number; silentMs: number },
): Promise<SendResult> {
  const trigger = await findTrigger(sql, operation);
  const card = await findKnownCard(sql, operation);
  const { response, pending } = decideSandboxResponse(operation, card, now, trigger);
  const finalAt = new Date(now.getTime() + (pending ? pendingMs : 0));
  const goesSilent = trigger !== undefined && trigger !== 'LOST' && unansweredTriggers.has(trigger);
  const silentUntil = goesSilent ? new Date(now.getTime() + silentMs) : null;
  const failsAt = trigger === 'REFUND_FAILS_LATER' ? new Date(now.getTime() + pendingMs) : null;
  // The first operation or invalidation of a reference is stored, and later ones return it.
  const first = await sql`
    insert into sandbox.operation (reference, kind, amount_minor, currency, related, state, response, received_at, final_at,
      silent_until, fails_at)
    values (${operation.reference}, ${operation.kind}, ${operation.amountMinor}, ${operation.currency},
      ${operation.related?.capture ?? operation.related?.reference ?? null}, 'DONE', ${sql.json({ ...response })}, ${now}, ${finalAt},
      ${silentUntil}, ${failsAt})
    on conflict (reference) do nothing returning 1`;
  if (first.length > 0) {
    if (response.result === 'APPROVED') await openSandboxDispute(sql, operation, now);
    return toSendResult({ state: 'DONE', response, finalAt }, now);
  }
  const stored = await findStoredOperation(sql, operation.reference);
  if (!stored) throw new Error(`sandbox: operation ${operation.reference} vanished`);
  return toSendResult(stored, now);
}

async function lookupOperation(sql: Sql, reference: string, now: Date): Promise<LookupResult> {
  const stored = await findStoredOperation(sql, reference);
  return stored ? toSendResult(stored, now) : { kind: 'unknown' };
}

async function invalidateOperation(sql: Sql, reference: string, now: Date): Promise<InvalidateResult> {
  const tombstone: ProcessorResponse = {
    result: 'FORBIDDEN',
    acquirerName: 'Example Acquirer',
    route: 'GATEWAY',
    statusCode: 'FB',
    message: 'FORBIDDEN BEFORE ARRIVAL',
    gatewayReference: reference,
    addressCheck: 'NOT_CHECKED',
    postcodeCheck: 'NOT_CHECKED',
    cv2Check: 'NOT_CHECKED',
  };
  await sql`
    insert into sandbox.operation (reference, kind, amount_minor, currency, related, state, response, received_at, final_at)
    values (${reference}, 'NONE', 0, 'XXX', null, 'FORBIDDEN', ${sql.json({ ...tombstone })}, ${now}, ${now})
    on conflict (reference) do nothing`;
  const stored = await findStoredOperation(sql, reference);
  if (!stored) throw new Error(`sandbox: tombstone ${reference} vanished`);
  return stored.state === 'FORBIDDEN' ? { kind: 'forbidden' } : toSendResult(stored, now);
}

function toSendResult(stored: StoredOperation, now: Date): ProcessorReply | StillPending {
  return now < stored.finalAt ? { kind: 'pending' } : { kind: 'response', response: stored.response };
}

async function findStoredOperation(sql: Sql, reference: string): Promise<StoredOperation | undefined> {
  const [row] = await sql<StoredOperation[]>`
    select state, response, final_at from sandbox.operation where reference = ${reference}`;
  return row;
}

async function findKnownCard(
  sql: Sql,
  { source, keepsCard }: ProcessorOperation,
): Promise<KnownCard | undefined> {
  if (!source) return undefined;
  if ('wallet' in source) return storeWalletCard(sql, source.wallet, keepsCard ?? false);
  if ('card' in source) return storeCard(sql, source.card);
  const [row] = await sql<KnownCard[]>`
    with known as (
      select * from sandbox.credential where credential = ${source.credential}
    ), cleared as (
      update sandbox.credential set cv2_check = null
      where credential = ${source.credential} and cv2_check is not null
    )
    select credential, authorises, needs_challenge, expiry, cv2_check from known`;
  return row;
}

async function storeCard(
  sql: Sql,
  card: CardSource,
  cv2Check: Cv2Check | null = null,
): Promise<KnownCard & { credential: string }> {
  const credential = `CR_${randomBytes(16).toString('base64url')}`;
  const { authorises, enrolled, trigger, ...behaviour } = cardBehaviour(card.pan);
  const { hasMethod = false, needsChallenge = false } = behaviour;
  await sql`
    insert into sandbox.credential (credential, authorises, enrolled, has_method, needs_challenge, expiry, cv2_check, trigger)
    values (${credential}, ${authorises}, ${enrolled}, ${hasMethod}, ${needsChallenge}, ${card.expiry}, ${cv2Check},
            ${trigger ?? null})`;
  return { credential, authorises, needsChallenge, expiry: card.expiry };
}

/** It can be charged again only where the payer has agreed. */
async function storeWalletCard(
  sql: Sql,
  source: WalletSource,
  isKept: boolean,
): Promise<KnownCard | undefined> {
  const found = readSandboxToken(source);
  if (!found) return undefined;
  const { authorises, ...walletCard } = found;
  const { expiry } = walletCard;
  if (!isKept) return { credential: undefined, authorises, expiry, walletCard };
  const credential = `CR_${randomBytes(16).toString('base64url')}`;
  await sql`
    insert into sandbox.credential (credential, authorises, enrolled, expiry)
    values (${credential}, ${authorises}, 'N', ${expiry})`;
  return { credential, authorises, expiry, walletCard };
}

async function loadEnrolment(sql: Sql, credential: string): Promise<StoredEnrolment> {
  const [row] = await sql<StoredEnrolment[]>`
    select enrolled, has_method, trigger from sandbox.credential where credential = ${credential}`;
  return row ?? { enrolled: 'N' };
}

/** The sandbox's data about the paying card; empty for captures, voids and refunds. */
export interface KnownCard {
  /** Undefined: it is charged once. */
  credential: string | undefined;
  authorises: boolean;
  needsChallenge?: boolean;
  /** MMYY. */
  expiry: string;
  /** The result of the CV2 check of a tokenized card, which is returned once. */
  cv2Check?: Cv2Check | null;
  /** Of a wallet. */
  walletCard?: WalletCard;
}

interface SandboxDecision {
  response: ProcessorResponse;
  /** The final result comes later (U200). */
  pending: boolean;
}

/** Declines with a merchant advice code, by the amount's ending: retry after two days; never retry. */
const advisedDeclines = [
  { ending: '.82', statusCode: '82', message: 'POLICY', adviceCode: '26' },
  { ending: '.79', statusCode: '79', message: 'LIFE CYCLE', adviceCode: '03' },
] as const;

/**
 * The sandbox's result of an operation, by card and by trigger amount (docs/domain.md#sandbox):
 * .51, .79 and .82 decline, .91 cannot reach the issuer, .65 declines a capture, .66 a release, .77 leaves a refund pending.
 */
export function decideSandboxResponse(
  operation: ProcessorOperation,
  card: KnownCard | undefined,
  now: Date,
  trigger?: CardTrigger,
): SandboxDecision {
  const amount = formatMinor(operation.amountMinor, operation.currency);
  const paying = operation.source !== undefined;
  const base = {
    acquirerName: 'Example Acquirer',
    route: operation.currency === 'GBP' ? 'MCPE' : 'CPE',
    gatewayReference: digest(`reference:${operation.reference}`).slice(0, 32),
    ...decideChecks(operation, card),
    ...(card?.credential === undefined ? {} : { credential: card.credential }),
    ...(card?.walletCard === undefined ? {} : { card: card.walletCard }),
  };
  const declined = (statusCode: string, message: string, adviceCode?: string): SandboxDecision => ({
    response: {
      ...base,
      result: 'DECLINED',
      statusCode,
      message,
      ...(adviceCode === undefined ? {} : { adviceCode }),
    },
    pending: false,
  });
  if (amount.endsWith('.91')) {
    const response = {
      ...base,
      result: 'UNREACHABLE',
      statusCode: '91',
      message: 'ISSUER UNAVAILABLE',
    } as const;
    return { response, pending: false };
  }
  if (amount.endsWith('.51')) return declined('51', 'INSUFFICIENT FUNDS');
  const advised = advisedDeclines.find(({ ending }) => paying && amount.endsWith(ending));
  if (advised) return declined(advised.statusCode, advised.message, advised.adviceCode);
  if (operation.kind === 'CAPTURE' && amount.endsWith('.65')) return declined('57', 'CAPTURE NOT PERMITTED');
  if (operation.kind === 'VOID' && amount.endsWith('.66')) return declined('57', 'RELEASE NOT PERMITTED');
  if (trigger === 'UNKNOWN_DECLINED') return declined('05', 'DO NOT HONOUR');
  if (trigger === 'PENDING_DECLINED') return { ...declined('05', 'DO NOT HONOUR'), pending: true };
  if (trigger === 'REFUND_PENDING_FAILED') return { ...declined('57', 'REFUND NOT POSSIBLE'), pending: true };
  if (trigger === 'DECLINED_LATER' && operation.initiator === 'MERCHANT')
    return declined('51', 'INSUFFICIENT FUNDS');
  if (paying && !card) return declined('14', unknownCard(operation));
  if (paying && card && hasExpired(card.expiry, now)) return declined('54', 'EXPIRED CARD');
  if (paying && card && !card.authorises) return declined('05', 'DO NOT HONOUR');
  const isUnchallenged = operation.channel === 'ECOM' && operation.threeDSecure?.challenged !== true;
  if (card?.needsChallenge && isUnchallenged) return declined('1A', 'AUTHENTICATION REQUIRED');
  const networkTransactionId = digest(`network:${operation.reference}`).slice(0, 15);
  const authCode = String(parseInt(digest(`auth:${operation.reference}`).slice(0, 8), 16) % 1_000_000);
  const response: ProcessorResponse = {
    ...base,
    result: 'APPROVED',
    statusCode: '00',
    message: `AUTH CODE:${authCode.padStart(6, '0')}`,
    authCode: authCode.padStart(6, '0'),
    ...(paying && operation.kind !== 'PAYOUT' ? { networkTransactionId } : {}),
    ...(operation.kind === 'REFUND' ? trackRefund(operation.reference, now) : {}),
  };
  const isPendingRefund = operation.kind === 'REFUND' && amount.endsWith('.77');
  return { response, pending: isPendingRefund || trigger === 'PENDING' };
}

const unknownCard = ({ source }: ProcessorOperation): string =>
  source && 'wallet' in source ? 'UNREADABLE WALLET TOKEN' : 'UNKNOWN CREDENTIAL';

/** Business days until the payer's bank shows a refund. */
const refundDays = 5;

/** An acquirer reference number: 7, the acquirer's BIN, year and day of the year, a sequence and a check digit. */
function trackRefund(
  reference: string,
  now: Date,
): Required<Pick<ProcessorResponse, 'arn' | 'refundExpectedDate'>> {
  const today = now.toISOString().slice(0, 10);
  const dayOfYear = daysBetween(`${today.slice(0, 4)}-01-01`, today) + 1;
  const sequence = String(parseInt(digest(`arn:${reference}`).slice(0, 9), 16)).padStart(11, '0');
  const digits = `7412345${today.slice(3, 4)}${String(dayOfYear).padStart(3, '0')}${sequence}`;
  const checkDigit = [...'0123456789'].find((digit) => passesLuhn(digits + digit)) ?? '0';
  let expected = today;
  for (let day = 0; day < refundDays; day += 1) expected = nextBusinessDay(expected);
  return { arn: digits + checkDigit, refundExpectedDate: expected };
}

function decideChecks({ source, address }: ProcessorOperation, card: KnownCard | undefined) {
  const cv2 = securityCodeOf(source);
  return {
    cv2Check: cv2 === undefined ? (card?.cv2Check ?? 'NOT_CHECKED') : checkCv2(cv2),
    addressCheck: matchAddressPart(address?.line1?.toLowerCase(), 'matched', 'not matched'),
    postcodeCheck: matchAddressPart(address?.postcode?.toUpperCase(), 'AVS111', 'AVS000'),
  };
}

function securityCodeOf(source: ProcessorOperation['source']): string | undefined {
  if (!source || 'wallet' in source) return undefined;
  return 'card' in source ? source.card.cv2 : source.cv2;
}

function checkCv2(cv2: string | undefined): Cv2Check {
  if (cv2 === undefined) return 'NOT_CHECKED';
  return cv2 === '123' || cv2 === '1234' ? 'MATCHED' : 'NOT_MATCHED';
}

function matchAddressPart(input: string | undefined, matching: string, mismatch: string): AddressCheck {
  if (input === matching) return 'FULL_MATCH';
  return input === mismatch ? 'NOT_MATCHED' : 'NOT_CHECKED';
}

/** A card is valid to the end of its month. */
function hasExpired(expiry: string, now: Date): boolean {
  const [month, year] = [Number(expiry.slice(0, 2)), 2000 + Number(expiry.slice(2))];
  return now.getTime() >= Date.UTC(year, month, 1);
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
