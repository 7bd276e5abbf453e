/** A second, much simpler telling of domain §2.2, to hold the pipeline against: no table, no lock, no processor. */

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
  /** As the merchant API says it. */
  status: 'SUCCESS' | 'FAILED' | 'PENDING' | 'VOIDED' | 'EXPIRED' | 'CANCELLED';
  minor: number;
  at: number;
  charge: Charge;
}

export interface Model {
  now: number;
  transactions: ModelTransaction[];
  /** Audit lines that must be there: act, object and outcome. */
  audit: string[];
}

export const newModel = (now: number): Model => ({ now, transactions: [], audit: [] });

const day = 24 * 60 * 60 * 1000;
const newCharge = (): Charge => ({
  captured: 0,
  refunded: 0,
  pending: 0,
  isCaptured: false,
  isVoided: false,
});

/** The sandbox's triggers (domain §4). */
function processorSays(minor: number, isDeclinedCard = false): 'S100' | 'D100' | 'X203' {
  if (minor % 100 === 91) return 'X203';
  return minor % 100 === 51 || isDeclinedCard ? 'D100' : 'S100';
}

/** What the shop says when it is asked before and after; null says nothing, undefined is not asked. */
export interface ShopSays {
  before?: 'PROCEED' | 'CANCEL' | null | undefined;
  after?: 'PROCEED' | 'CANCEL' | null | undefined;
}

/** Who is not let pass ends so, whatever the processor would say, or has said. */
function shopStops(kind: 'payment' | 'payout', says: ShopSays, processor: string): string | undefined {
  if (says.before === 'CANCEL') return 'C101';
  if (says.before === null) return 'A111';
  if (kind === 'payout' || processor !== 'S100') return undefined;
  return says.after === 'CANCEL' ? 'C102' : says.after === null ? 'A110' : undefined;
}

/** What a new payment or payout ends with, and the transaction it leaves. */
export function take(
  model: Model,
  kind: 'payment' | 'payout',
  wish: { minor: number; deferred: boolean; isDeclinedCard: boolean; says: ShopSays },
): { code: string; made: ModelTransaction } {
  const announced = kind === 'payout' && wish.deferred;
  const processor = processorSays(wish.minor, wish.isDeclinedCard);
  const code = announced ? 'S100' : (shopStops(kind, wish.says, processor) ?? processor);
  const type = `${kind === 'payout' ? 'PAYOUT' : wish.deferred ? 'PREAUTH' : 'PAYMENT'}${announced ? '_INITIALIZE' : ''}`;
  const charge = newCharge();
  if (type === 'PAYMENT' && code === 'S100')
    Object.assign(charge, { captured: wish.minor, isCaptured: true });
  const status = code === 'S100' ? 'SUCCESS' : code.startsWith('C') ? 'CANCELLED' : 'FAILED';
  return { code, made: { id: '', type, status, minor: wish.minor, at: model.now, charge } };
}

/** Why a follow-up cannot be, or undefined: what no amount changes. */
function obstacle(model: Model, action: Action, to: ModelTransaction): string | undefined {
  const isOpenKind = to.type === 'PREAUTH' || to.type === 'PAYOUT_INITIALIZE';
  const kinds = {
    capture: isOpenKind,
    cancel: isOpenKind,
    refund: ['PREAUTH', 'CAPTURE', 'PAYMENT', 'REPEAT'].includes(to.type),
    repeat: ['PREAUTH', 'PAYMENT', 'REPEAT'].includes(to.type),
  };
  if (!kinds[action]) return 'V134';
  if (to.status === 'FAILED' || to.status === 'CANCELLED') return 'V136';
  if (to.status === 'PENDING' || to.status === 'EXPIRED') return 'V135';
  if (to.status === 'VOIDED') return 'V139';
  const ends = action === 'capture' || action === 'cancel';
  if (ends && to.charge.isCaptured) return 'V138';
  if (ends && to.type === 'PREAUTH' && model.now >= to.at + 7 * day) return 'V135';
  return action === 'refund' && isOpenKind && !to.charge.isCaptured ? 'V137' : undefined;
}

export function linksOf(model: Model, to: ModelTransaction): string[] {
  const isOpen = (action: Action) =>
    obstacle(model, action, to) === undefined && (action !== 'refund' || left(to.charge) > 0);
  return ['self', ...actions.filter(isOpen)].toSorted();
}

const left = ({ captured, refunded, pending }: Charge): number => captured - refunded - pending;

/** What a follow-up ends with; one that is not refused leaves a transaction. */
export function follow(
  model: Model,
  action: Action,
  to: ModelTransaction,
  asked: number | undefined,
): { code: string; made?: ModelTransaction } {
  // The request is read before anything is looked up.
  if (asked === 0) return { code: 'V100' };
  const code = obstacle(model, action, to);
  if (code) return { code };
  const { charge } = to;
  const minor = action === 'cancel' ? to.minor : (asked ?? (action === 'refund' ? left(charge) : to.minor));
  if (action === 'capture' && minor > to.minor) return { code: 'V501' };
  if (action === 'refund' && (minor > left(charge) || minor === 0)) return { code: 'V402' };
  const isPayout = to.type === 'PAYOUT_INITIALIZE';
  // Nobody is asked about a payout that was only announced.
  const said = isPayout && action === 'cancel' ? 'S100' : processorSays(minor);
  const isPending = action === 'refund' && said === 'S100' && minor % 100 === 77;
  const made: ModelTransaction = {
    id: '',
    type: typeOf(action, isPayout),
    status: isPending ? 'PENDING' : said === 'S100' ? 'SUCCESS' : 'FAILED',
    minor,
    at: model.now,
    charge: action === 'repeat' ? newCharge() : charge,
  };
  if (isPending) charge.pending += minor;
  else if (said === 'S100') book(made, to);
  // A release that did not get through says so in its own words.
  return { code: isPending ? 'U200' : said === 'X203' && made.type === 'PREAUTH_VOID' ? 'X202' : said, made };
}

function typeOf(action: Action, isPayout: boolean): string {
  if (action === 'capture') return isPayout ? 'PAYOUT_COMPLETE' : 'CAPTURE';
  if (action === 'cancel') return isPayout ? 'PAYOUT_VOID' : 'PREAUTH_VOID';
  return action.toUpperCase();
}

function book(made: ModelTransaction, to: ModelTransaction): void {
  const { charge, type, minor } = made;
  if (type === 'REFUND') charge.refunded += minor;
  if (type === 'CAPTURE' || type === 'REPEAT') charge.captured += minor;
  if (type === 'CAPTURE' || type === 'REPEAT' || type === 'PAYOUT_COMPLETE') charge.isCaptured = true;
  if (type.endsWith('_VOID')) {
    charge.isVoided = true;
    to.status = 'VOIDED';
  }
}

/** Time goes by, and the workers have done their rounds. */
export function pass(model: Model, ms: number): void {
  model.now += ms;
  for (const one of model.transactions) {
    if (one.type === 'REFUND' && one.status === 'PENDING') {
      one.status = 'SUCCESS';
      one.charge.pending -= one.minor;
      one.charge.refunded += one.minor;
    }
    const isOpen = one.type === 'PREAUTH' && one.status === 'SUCCESS' && !one.charge.isCaptured;
    if (isOpen && model.now >= one.at + 7 * day) one.status = 'EXPIRED';
  }
}
