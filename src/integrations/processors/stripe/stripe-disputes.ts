import * as z from 'zod/mini';
import type { DisputeStage, DisputeStatus } from '#shared/payments/dispute-status.ts';
import type { ConnectRequest, DisputeCalls, DisputeReport, ProcessorEvent } from '../adapter.ts';
import { fromProcessorMinor } from '../processor-amount.ts';
import { callStripe } from './stripe-client.ts';
import { stripeDigits } from './stripe-codes.ts';

/** An object, or its id. */
const named = z.nullish(z.union([z.string(), z.looseObject({ id: z.string() })]));
const idOf = (value: z.infer<typeof named>): string | undefined =>
  typeof value === 'string' ? value : value?.id;

const dispute = z.looseObject({
  id: z.string(),
  amount: z.int(),
  currency: z.string(),
  status: z.string(),
  reason: z.optional(z.string()),
  payment_intent: named,
  balance_transactions: z.optional(z.array(z.looseObject({ amount: z.int(), currency: z.string() }))),
  evidence_details: z.optional(z.looseObject({ due_by: z.nullish(z.int()) })),
  payment_method_details: z.nullish(
    z.looseObject({
      card: z.nullish(
        z.looseObject({ brand: z.nullish(z.string()), network_reason_code: z.nullish(z.string()) }),
      ),
    }),
  ),
});
type Dispute = z.infer<typeof dispute>;

const warning = z.looseObject({ payment_intent: named, fraud_type: z.optional(z.string()) });

/** Stripe's statuses. An unknown one is no state of ours. */
const states: Readonly<Record<string, readonly [DisputeStage, DisputeStatus]>> = {
  warning_needs_response: ['INQUIRY', 'NEEDS_RESPONSE'],
  warning_under_review: ['INQUIRY', 'UNDER_REVIEW'],
  warning_closed: ['INQUIRY', 'WITHDRAWN'],
  needs_response: ['CHARGEBACK', 'NEEDS_RESPONSE'],
  under_review: ['CHARGEBACK', 'UNDER_REVIEW'],
  charge_refunded: ['CHARGEBACK', 'WITHDRAWN'],
  prevented: ['INQUIRY', 'WITHDRAWN'],
  won: ['CHARGEBACK', 'WON'],
  lost: ['CHARGEBACK', 'LOST'],
};

export const isDisputeType = (type: string): boolean =>
  type.startsWith('charge.dispute.') || type.startsWith('radar.early_fraud_warning.');

type DisputeEvent =
  | Omit<ProcessorEvent & { kind: 'dispute' }, 'eventId'>
  | Omit<ProcessorEvent & { kind: 'fraud-warning' }, 'eventId'>
  | Omit<ProcessorEvent & { kind: 'other' }, 'eventId'>;

export function readStripeDispute(type: string, object: object): DisputeEvent {
  if (type.startsWith('radar.')) {
    const parsed = warning.safeParse(object);
    const handle = parsed.success ? idOf(parsed.data.payment_intent) : undefined;
    if (!parsed.success || handle === undefined) return { kind: 'other', name: type, raw: object };
    const { fraud_type: reason } = parsed.data;
    return { kind: 'fraud-warning', handle, ...(reason ? { reason: reason.slice(0, 200) } : {}) };
  }
  const parsed = dispute.safeParse(object);
  const report = parsed.success ? reportOf(parsed.data) : undefined;
  return report ? { kind: 'dispute', name: type, report } : { kind: 'other', name: type, raw: object };
}

/** The state of the object, which is complete; undefined where it has a status or an amount that we do not know. */
function reportOf(one: Dispute): DisputeReport | undefined {
  const state = states[one.status];
  const currency = one.currency.toUpperCase();
  const digits = stripeDigits[currency];
  const handle = idOf(one.payment_intent);
  if (!state || digits === undefined || handle === undefined) return undefined;
  const minor = (value: number) => fromProcessorMinor(value, currency, digits);
  const amountMinor = minor(one.amount);
  if (amountMinor === undefined) return undefined;
  const [stage, status] = state;
  const card = one.payment_method_details?.card;
  const dueBy = one.evidence_details?.due_by;
  return {
    dispute: one.id,
    handle,
    stage,
    status,
    amountMinor,
    currency,
    chargedBackMinor: takenBy(one, amountMinor),
    ...(card?.network_reason_code ? { reasonCode: card.network_reason_code.slice(0, 20) } : {}),
    ...(one.reason ? { reason: one.reason.slice(0, 200), isFraud: one.reason === 'fraudulent' } : {}),
    ...(card?.brand ? { scheme: card.brand.slice(0, 40) } : {}),
    ...(dueBy ? { deadline: new Date(dueBy * 1000).toISOString() } : {}),
  };
}

/**
 * Balance transactions are in the currency of the account, which need not be the payment's, so their direction counts: the
 * dispute has its amount unless the last one gave it back.
 */
function takenBy({ balance_transactions: moves = [] }: Dispute, amountMinor: number): number {
  return moves.reduce((sum, { amount }) => sum + amount, 0) < 0 ? amountMinor : 0;
}

/** Stripe's calls about disputes. Events come in no order, so the object is read. */
export function stripeDisputes(request: ConnectRequest, url: string): DisputeCalls {
  return {
    async lookup({ dispute: id, account }) {
      const reply = await callStripe(request, dispute, {
        url: `${url}/disputes/${encodeURIComponent(id)}`,
        method: 'GET',
        account: account.account,
      });
      if (reply.kind === 'not-sent' || reply.kind === 'no-response') return reply;
      const report = reply.kind === 'ok' ? reportOf(reply.body) : undefined;
      return report ? { kind: 'report', report } : { kind: 'unknown' };
    },
  };
}
