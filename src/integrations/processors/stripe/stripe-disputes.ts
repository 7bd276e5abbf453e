import * as z from 'zod/mini';
import type { DisputeStage, DisputeStatus } from '#shared/payments/dispute-status.ts';
import type {
  ConnectRequest,
  DisputeCalls,
  DisputeReply,
  DisputeReport,
  DisputeRequest,
  Evidence,
  NamedDispute,
  ProcessorConnection,
  ProcessorEvent,
} from '../adapter.ts';
import { fromProcessorMinor } from '../processor-amount.ts';
import { type StripeReply, callStripe } from './stripe-client.ts';
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

/** Stripe's statuses. Reports with another one are stored unchanged and not settled. */
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

/** The state of the object, which is complete; undefined for an unknown status or currency, or without a payment intent. */
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

/** Stripe takes texts, and files that are uploaded first. None is required. */
const textItems = [
  'product_description',
  'customer_name',
  'customer_email_address',
  'customer_purchase_ip',
  'billing_address',
  'shipping_carrier',
  'shipping_tracking_number',
  'shipping_date',
  'refund_refusal_explanation',
  'cancellation_rebuttal',
  'uncategorized_text',
];
const fileItems = [
  'receipt',
  'customer_communication',
  'shipping_documentation',
  'service_documentation',
  'refund_policy',
  'uncategorized_file',
];

/** Stripe keeps idempotency keys for at least 24 hours. */
const repeatMs = 20 * 3_600_000;

const file = z.looseObject({ id: z.string() });

const readDispute = (request: ConnectRequest, url: string, { dispute: id, account }: NamedDispute) =>
  callStripe(request, dispute, {
    url: `${url}/disputes/${encodeURIComponent(id)}`,
    method: 'GET',
    account: account.account,
  });

/** Events come in no order, so the object is read. */
export const lookupStripeDispute =
  (request: ConnectRequest, url: string): NonNullable<ProcessorConnection['lookupDispute']> =>
  async (named) => {
    const reply = await readDispute(request, url, named);
    if (reply.kind === 'not-sent' || reply.kind === 'no-response') return reply;
    const report = reply.kind === 'ok' ? reportOf(reply.body) : undefined;
    return report ? { kind: 'report', report } : { kind: 'unknown' };
  };

/** After a lost response the object shows whether the request arrived. */
export function stripeDisputes(request: ConnectRequest, url: string, filesUrl: string): DisputeCalls {
  const read = (named: NamedDispute) => readDispute(request, url, named);
  /** Of a repetition: the end of the first attempt, where the object has it. */
  async function findEnd(
    named: NamedDispute,
    { sentAt, isRepeated }: DisputeRequest,
    isDone: (status: string) => boolean,
  ): Promise<DisputeReply | undefined> {
    if (!isRepeated) return undefined;
    const reply = await read(named);
    if (reply.kind !== 'ok') return unknown;
    if (isDone(reply.body.status)) return { kind: 'done' };
    return request.clock.now().getTime() - sentAt.getTime() > repeatMs ? unknown : undefined;
  }
  return {
    async evidence(named) {
      const reply = await read(named);
      if (reply.kind === 'not-sent' || reply.kind === 'no-response') return reply;
      if (reply.kind !== 'ok') return refused(reply.error.message);
      return {
        kind: 'form',
        form: {
          reasons: [
            {
              code: '',
              items: [
                ...textItems.map(
                  (name) => ({ name, kind: 'text', level: 'OPTIONAL', maxLength: 20_000 }) as const,
                ),
                ...fileItems.map((name) => ({ name, kind: 'file', level: 'OPTIONAL' }) as const),
              ],
            },
          ],
          fileTypes: ['application/pdf', 'image/jpeg', 'image/png'],
        },
      };
    },
    async accept(named, sent) {
      const end = await findEnd(named, sent, (status) => status === 'lost' || status === 'warning_closed');
      if (end) return end;
      const reply = await callStripe(request, dispute, {
        url: `${url}/disputes/${encodeURIComponent(named.dispute)}/close`,
        key: sent.key,
        account: named.account.account,
      });
      return replyOf(reply);
    },
    async submit(named, sent, { texts, files }) {
      const end = await findEnd(named, sent, (status) => !status.endsWith('needs_response'));
      if (end) return end;
      const uploaded: Record<string, string> = {};
      for (const [position, one] of files.entries()) {
        const reply = await upload(request, filesUrl, named, one, `${sent.key}-F${position}`);
        if (reply.kind !== 'ok') return replyOf(reply);
        uploaded[one.item] = reply.body.id;
      }
      const reply = await callStripe(request, dispute, {
        url: `${url}/disputes/${encodeURIComponent(named.dispute)}`,
        key: sent.key,
        account: named.account.account,
        form: { evidence: { ...texts, ...uploaded }, submit: true },
      });
      return replyOf(reply);
    },
  };
}

const unknown = { kind: 'no-response', why: 'connection' } as const;

const refused = (message: string | null | undefined) =>
  ({ kind: 'refused', message: (message ?? 'Stripe gave no reason').slice(0, 200) }) as const;

function replyOf(reply: StripeReply<unknown>): DisputeReply {
  if (reply.kind === 'ok') return { kind: 'done' };
  if (reply.kind === 'not-sent' || reply.kind === 'no-response') return reply;
  return refused(reply.error.message);
}

/** One file of a form, under a boundary that its bytes do not have. */
function upload(
  request: ConnectRequest,
  filesUrl: string,
  { account }: NamedDispute,
  { name, contentType, body }: Evidence['files'][number],
  key: string,
): Promise<StripeReply<{ id: string }>> {
  const boundary = `countinghouse-${key}`;
  const fileName = name.replaceAll(/[^\w.-]/g, '_');
  const part = (head: string) =>
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`);
  return callStripe(request, file, {
    url: filesUrl,
    key,
    account: account.account,
    upload: {
      contentType: `multipart/form-data; boundary=${boundary}`,
      body: Buffer.concat([
        part('name="purpose"'),
        Buffer.from('dispute_evidence\r\n'),
        part(`name="file"; filename="${fileName}"\r\nContent-Type: ${contentType}`),
        body,
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ]),
    },
  });
}
