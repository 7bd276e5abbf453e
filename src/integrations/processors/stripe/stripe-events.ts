import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import type { ProcessorEvent, RawEvents } from '../adapter.ts';
import { isDisputeType, readStripeDispute } from './stripe-disputes.ts';
import { readRefund, refund } from './stripe-results.ts';
import { dayOf, toMinor } from './stripe-settlements.ts';

const toleranceMs = 5 * 60_000;

const event = z.object({
  id: z.string(),
  type: z.string(),
  created: z.number(),
  /** The connected account that it happened on. */
  account: z.optional(z.string()),
  data: z.object({
    object: z.looseObject({ metadata: z.optional(z.nullable(z.record(z.string(), z.string()))) }),
  }),
});

/** `Stripe-Signature`: `t` and one or more `v1`, the HMAC of "t.body", at most five minutes old. */
export function readStripeEvents(
  { headers, body }: RawEvents,
  { secret, now }: { secret: string; now: Date },
): ProcessorEvent[] | 'rejected' {
  if (!isSigned(headers['stripe-signature'] ?? '', body, secret, now)) return 'rejected';
  let json: unknown;
  try {
    json = JSON.parse(body.toString('utf8'));
  } catch {
    return 'rejected';
  }
  const parsed = event.safeParse(json);
  return parsed.success ? [toEvent(parsed.data)] : 'rejected';
}

function isSigned(header: string, body: Buffer, secret: string, now: Date): boolean {
  const parts = header.split(',').map((part) => part.trim().split('='));
  const [, time = ''] = parts.find(([name]) => name === 't') ?? [];
  const age = Math.abs(now.getTime() - Number(time) * 1000);
  if (secret === '' || !/^\d+$/.test(time) || age > toleranceMs) return false;
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
  return parts.some(([name, value = '']) => {
    const given = Buffer.from(value, 'hex');
    return name === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** Events come in no order, and payments are read by their handle; only a refund changes without a request of ours. */
function toEvent({ id, type, created, account, data }: z.infer<typeof event>): ProcessorEvent {
  const common = { eventId: id, at: new Date(created * 1000).toISOString() };
  if (isDisputeType(type)) return { ...common, ...readStripeDispute(type, data.object) };
  if (type === 'payout.reconciliation_completed' || type === 'payout.paid') {
    const parsed = payout.safeParse(data.object);
    if (parsed.success) return payoutEvent(type, parsed.data, { ...common, account });
  }
  const reference = data.object.metadata?.reference;
  if (!reference || !/^(?:charge\.)?refund\.(?:updated|failed)$/.test(type))
    return { ...common, kind: 'other', name: type, ...(reference ? { reference } : {}) };
  const parsed = refund.safeParse(data.object);
  if (!parsed.success) return { ...common, kind: 'other', name: type, reference };
  const result = readRefund(parsed.data);
  if (result.kind === 'pending') return { ...common, kind: 'other', name: type, reference };
  const { response } = result;
  return response.result === 'APPROVED'
    ? { ...common, kind: 'result', reference, response }
    : { ...common, kind: 'correction', reference, reason: response.message };
}

const payout = z.object({
  id: z.string(),
  amount: z.number(),
  currency: z.string(),
  arrival_date: z.number(),
});

/** The lines of a payout are complete with the first event, and the other one has what went to the bank. */
function payoutEvent(
  type: string,
  { id: reference, amount, currency: code, arrival_date: arrival }: z.infer<typeof payout>,
  { account, ...common }: { eventId: string; at: string; account: string | undefined },
): ProcessorEvent {
  const currency = code.toUpperCase();
  const amountMinor = toMinor(amount, currency);
  if (type === 'payout.reconciliation_completed')
    return { ...common, kind: 'report-ready', reference, ...(account ? { address: account } : {}) };
  if (amountMinor === undefined) return { ...common, kind: 'other', name: type };
  return { ...common, kind: 'bank-payout', reference, amountMinor, currency, paidOn: dayOf(arrival) };
}
