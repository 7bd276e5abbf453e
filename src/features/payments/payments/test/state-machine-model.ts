/**
 * A second, much simpler telling of docs/domain.md#follow-ups, to hold the pipeline against: no table, no lock, no
 * processor.
 */

export type Action = 'capture' | 'cancel' | 'refund' | 'repeat';
export const actions: readonly Action[] = ['capture', 'cancel', 'refund', 'repeat'];

/** Everything that hangs under one charge. */
interface Charge {
  captured: number;
  refunded: number;
  pending: number;
  isCaptured: boolean;
  isVoided: boolean;
}

export interface ModelTransaction {
  id: string;
  type: string;
  /** As the merchant API returns it. */
  status: 'SUCCESS' | 'FAILED' | 'PENDING' | 'VOIDED' | 'EXPIRED' | 'CANCELLED';
  minor: number;
  at: number;
  charge: Charge;
  card: ModelCard;
  /** What a payment that waits for its card holder continues with. */
  suspension?: { decisions: CallbackResponse };
  /** What its merchant has suspended it by: U101 until resumed, U102 until the next callback. */
  review?: { code: 'U101' | 'U102'; decisions: CallbackResponse; since: number; nextAt: number };
}

/** Two that authorise, one that declines and one that is enrolled in 3-D Secure, of this test only. */
export type ModelCard = 'first' | 'second' | 'declined' | 'enrolled' | 'enrolled-declined';

export interface PaymentInput {
  minor: number;
  deferred: boolean;
  card: ModelCard;
  decisions: CallbackResponse;
  isSecure?: boolean;
}

export interface Model {
  now: number;
  transactions: ModelTransaction[];
  /** Cards of payments that were authorised: money goes out to no other. */
  paidCards: Set<ModelCard>;
  /** Audit lines that must be there: act, object and outcome. */
  audit: string[];
}

export const newModel = (now: number, paidCards: Iterable<ModelCard>): Model => ({
  now,
  transactions: [],
  paidCards: new Set(paidCards),
  audit: [],
});

const minute = 60 * 1000;
const day = 24 * 60 * minute;
const newCharge = (): Charge => ({
  captured: 0,
  refunded: 0,
  pending: 0,
  isCaptured: false,
  isVoided: false,
});

/** The sandbox's triggers (docs/domain.md#sandbox). */
function processorCode(minor: number, card: ModelCard): 'S100' | 'D100' | 'X203' {
  if (minor % 100 === 91) return 'X203';
  return minor % 100 === 51 || card === 'declined' || card === 'enrolled-declined' ? 'D100' : 'S100';
}

/** Enrolled cards are challenged from 30.00 on, and whatever ends in .33. */
const isChallenged = ({ isSecure, card, minor }: PaymentInput): boolean =>
  isSecure === true && card.startsWith('enrolled') && (minor >= 3000 || minor % 100 === 33);

/** The merchant's responses to the callbacks before and after; null: none, undefined: no callback. */
export interface CallbackResponse {
  before?: 'PROCEED' | 'CANCEL' | 'SUSPEND' | 'SUSPEND_REPLAY' | null;
  /** Of SUSPEND_REPLAY: the response to every later callback. */
  later?: 'PROCEED' | 'CANCEL' | 'SUSPEND' | 'SUSPEND_REPLAY' | null;
  after?: 'PROCEED' | 'CANCEL' | null;
}

/** The code when a callback rejects, whatever the processor responds. */
function codeAfterCallbacks(
  kind: 'payment' | 'payout',
  decisions: CallbackResponse,
  processor: string,
): string | undefined {
  if (decisions.before === 'CANCEL') return 'C101';
  if (decisions.before === null) return 'A111';
  if (kind === 'payout' || processor !== 'S100') return undefined;
  return decisions.after === 'CANCEL' ? 'C102' : decisions.after === null ? 'A110' : undefined;
}

/** The first response suspends the payment: nothing is sent to the processor. */
function suspend(
  model: Model,
  transaction: ModelTransaction,
  decisions: CallbackResponse,
): 'U101' | 'U102' | undefined {
  if (decisions.before !== 'SUSPEND' && decisions.before !== 'SUSPEND_REPLAY') return undefined;
  const code = decisions.before === 'SUSPEND' ? 'U101' : 'U102';
  transaction.review = { code, decisions, since: model.now, nextAt: model.now + minute };
  return code;
}

/** The payment goes to the processor after its merchant has accepted it. */
function authorise(model: Model, transaction: ModelTransaction, decisions: CallbackResponse): string {
  delete transaction.review;
  const processor = processorCode(transaction.minor, transaction.card);
  const kind = transaction.type === 'PAYOUT' ? 'payout' : 'payment';
  const code = codeAfterCallbacks(kind, { after: decisions.after }, processor) ?? processor;
  settle(model, transaction, code);
  return code;
}

/** What a new payment, payout or verify ends with, and the transaction it leaves. */
export function takePayment(
  model: Model,
  kind: 'payment' | 'payout' | 'verify',
  filterInput: PaymentInput,
): { code: string; transaction: ModelTransaction } {
  const { minor, card, decisions, deferred } = filterInput;
  const announced = kind === 'payout' && deferred;
  const types = { payout: 'PAYOUT', verify: 'VERIFY', payment: deferred ? 'PREAUTH' : 'PAYMENT' };
  const type = `${types[kind]}${announced ? '_INITIALIZE' : ''}`;
  const transaction: ModelTransaction = {
    id: '',
    type,
    status: 'PENDING',
    minor,
    at: model.now,
    charge: newCharge(),
    card,
  };
  if (kind === 'payout' && !model.paidCards.has(card))
    return { code: 'A138', transaction: end(transaction, 'A138') };
  if (isChallenged(filterInput))
    return { code: 'U100', transaction: { ...transaction, suspension: { decisions } } };
  const processor = processorCode(minor, card);
  const callbacks = kind === 'verify' ? {} : decisions;
  const suspended = announced ? undefined : suspend(model, transaction, callbacks);
  if (suspended) return { code: suspended, transaction };
  const code = announced
    ? 'S100'
    : (codeAfterCallbacks(kind === 'payout' ? kind : 'payment', callbacks, processor) ?? processor);
  return { code, transaction: settle(model, transaction, code) };
}

function end(transaction: ModelTransaction, code: string): ModelTransaction {
  transaction.status = code === 'S100' ? 'SUCCESS' : code.startsWith('C') ? 'CANCELLED' : 'FAILED';
  return transaction;
}

/** Records the response of a new transaction. */
function settle(model: Model, transaction: ModelTransaction, code: string): ModelTransaction {
  const { type, minor, charge, card } = transaction;
  if (code === 'S100' && type === 'PAYMENT') Object.assign(charge, { captured: minor, isCaptured: true });
  if (code === 'S100' && (type === 'PAYMENT' || type === 'PREAUTH')) model.paidCards.add(card);
  return end(transaction, code);
}

export type ResumeHow = 'right' | 'given-up' | 'rubbish' | 'nothing';

/** The code when a card holder returns: with the password, without it, or with a response of no issuer. */
export function resume(model: Model, to: ModelTransaction, how: ResumeHow): string {
  if (to.status === 'EXPIRED') return 'V106';
  if (to.review?.code === 'U101')
    return how === 'nothing' ? authorise(model, to, to.review.decisions) : 'V108';
  const { suspension } = to;
  if (!suspension) return 'V107';
  if (how === 'rubbish' || how === 'nothing') return 'V108';
  delete to.suspension;
  const suspended = how === 'given-up' ? undefined : suspend(model, to, suspension.decisions);
  if (suspended) return suspended;
  const processor = processorCode(to.minor, to.card);
  const code =
    how === 'given-up'
      ? 'A114'
      : (codeAfterCallbacks('payment', suspension.decisions, processor) ?? processor);
  settle(model, to, code);
  return code;
}

/** Why a follow-up cannot be, or undefined: what no amount changes. */
function blockingCode(model: Model, action: Action, to: ModelTransaction): string | undefined {
  const isOpenKind = to.type === 'PREAUTH' || to.type === 'PAYOUT_INITIALIZE';
  const kinds = {
    capture: isOpenKind,
    cancel: isOpenKind,
    refund: ['PREAUTH', 'CAPTURE', 'PAYMENT', 'REPEAT'].includes(to.type),
    repeat: ['PREAUTH', 'PAYMENT', 'REPEAT', 'VERIFY'].includes(to.type),
  };
  if (!kinds[action]) return 'V134';
  if (to.status === 'FAILED' || to.status === 'CANCELLED') return 'V136';
  if (to.status === 'PENDING' || to.status === 'EXPIRED') return 'V135';
  if (to.status === 'VOIDED') return 'V139';
  const ends = action === 'capture' || action === 'cancel';
  if (ends && to.charge.isCaptured) return 'V138';
  if (ends && isOpenKind && model.now >= to.at + 7 * day) return 'V135';
  return action === 'refund' && isOpenKind && !to.charge.isCaptured ? 'V137' : undefined;
}

export function linksOf(model: Model, to: ModelTransaction): string[] {
  const isOpen = (action: Action) =>
    blockingCode(model, action, to) === undefined && (action !== 'refund' || remaining(to.charge) > 0);
  const isResumable = to.suspension !== undefined || to.review?.code === 'U101';
  const ownActions = [...(isResumable ? ['resume'] : []), ...(to.review ? ['cancel'] : [])];
  return ['self', ...ownActions, ...actions.filter(isOpen)].toSorted();
}

const remaining = ({ captured, refunded, pending }: Charge): number => captured - refunded - pending;

/** What a follow-up ends with; one that is not refused leaves a transaction. */
export function followUp(
  model: Model,
  action: Action,
  to: ModelTransaction,
  requestedMinor: number | undefined,
): { code: string; transaction?: ModelTransaction; isEnd?: boolean } {
  if (action === 'cancel' && to.review) {
    delete to.review;
    to.status = 'CANCELLED';
    return { code: 'C107', isEnd: true };
  }
  // The request is read before anything is looked up.
  if (requestedMinor === 0) return { code: 'V100' };
  const code = blockingCode(model, action, to);
  if (code) return { code };
  const { charge } = to;
  const minor =
    action === 'cancel' ? to.minor : (requestedMinor ?? (action === 'refund' ? remaining(charge) : to.minor));
  if (action === 'capture' && minor > to.minor) return { code: 'V501' };
  if (action === 'repeat' && minor === 0) return { code: 'V129' };
  if (action === 'refund' && (minor > remaining(charge) || minor === 0)) return { code: 'V402' };
  const isPayout = to.type === 'PAYOUT_INITIALIZE';
  // The processor does not have a deferred payout.
  const isDeclinedCapture = action === 'capture' && !isPayout && minor % 100 === 65;
  const result =
    isPayout && action === 'cancel' ? 'S100' : isDeclinedCapture ? 'D100' : processorCode(minor, to.card);
  const isPending = action === 'refund' && result === 'S100' && minor % 100 === 77;
  const transaction: ModelTransaction = {
    id: '',
    type: followUpType(action, isPayout),
    status: isPending ? 'PENDING' : result === 'S100' ? 'SUCCESS' : 'FAILED',
    minor,
    at: model.now,
    charge: action === 'repeat' ? newCharge() : charge,
    card: to.card,
  };
  if (isPending) charge.pending += minor;
  else if (result === 'S100') applyToCharge(model, transaction, to);
  // A release that failed has a message of its own.
  return {
    code: isPending ? 'U200' : result === 'X203' && transaction.type === 'PREAUTH_VOID' ? 'X202' : result,
    transaction,
  };
}

function followUpType(action: Action, isPayout: boolean): string {
  if (action === 'capture') return isPayout ? 'PAYOUT_COMPLETE' : 'CAPTURE';
  if (action === 'cancel') return isPayout ? 'PAYOUT_VOID' : 'PREAUTH_VOID';
  return action.toUpperCase();
}

function applyToCharge(model: Model, transaction: ModelTransaction, to: ModelTransaction): void {
  const { charge, type, minor } = transaction;
  if (type === 'REFUND') charge.refunded += minor;
  if (type === 'CAPTURE' || type === 'REPEAT') charge.captured += minor;
  if (type === 'CAPTURE' || type === 'REPEAT' || type === 'PAYOUT_COMPLETE') charge.isCaptured = true;
  if (type === 'REPEAT') model.paidCards.add(transaction.card);
  if (type.endsWith('_VOID')) {
    charge.isVoided = true;
    to.status = 'VOIDED';
  }
}

/** Time goes by, and the workers have done their rounds. */
export function passTime(model: Model, ms: number): void {
  model.now += ms;
  for (const transaction of model.transactions) {
    if (transaction.type === 'REFUND' && transaction.status === 'PENDING') {
      transaction.status = 'SUCCESS';
      transaction.charge.pending -= transaction.minor;
      transaction.charge.refunded += transaction.minor;
    }
    const isOpenKind = transaction.type === 'PREAUTH' || transaction.type === 'PAYOUT_INITIALIZE';
    const isOpen = isOpenKind && transaction.status === 'SUCCESS' && !transaction.charge.isCaptured;
    if (isOpen && model.now >= transaction.at + 7 * day) transaction.status = 'EXPIRED';
    replay(model, transaction);
    if (transaction.review && model.now >= transaction.review.since + 25 * minute) {
      delete transaction.review;
      transaction.status = 'EXPIRED';
    }
    if (transaction.suspension && model.now >= transaction.at + 25 * minute) {
      delete transaction.suspension;
      transaction.status = 'EXPIRED';
    }
  }
}

/** One round of the worker: a payment that waits for its replay gets one callback, unless it is about to expire. */
function replay(model: Model, transaction: ModelTransaction): void {
  const { review } = transaction;
  if (review?.code !== 'U102' || model.now < review.nextAt) return;
  if (model.now >= review.since + 25 * minute) return;
  review.nextAt = model.now + minute;
  const { later } = review.decisions;
  if (later === 'PROCEED') authorise(model, transaction, review.decisions);
  if (later === 'SUSPEND') Object.assign(review, { code: 'U101', since: model.now });
  if (later === 'CANCEL') {
    delete transaction.review;
    transaction.status = 'CANCELLED';
  }
}
