import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import type { ProcessorEvent, RawEvents } from '../adapter.ts';
import { fromProcessorMinor } from '../processor-amount.ts';
import { hyperswitchCurrencies } from './hyperswitch-codes.ts';
import { readDisputeReport } from './hyperswitch-disputes.ts';
import { refundIdOf } from './hyperswitch-ids.ts';
import { payout, readPayout } from './hyperswitch-payouts.ts';
import { type Refund, readRefund, refund } from './hyperswitch-results.ts';

const webhook = z.object({
  merchant_id: z.string(),
  event_id: z.string().check(z.minLength(1)),
  event_type: z.string(),
  timestamp: z.optional(z.string()),
  content: z.object({
    type: z.string(),
    object: z.looseObject({ metadata: z.optional(z.nullable(z.looseObject({}))) }),
  }),
});

/** `x-webhook-signature-512`: HMAC-SHA512 of the body, in hex. It has no time, so a repeated report is recognised by its id. */
export function readHyperswitchEvents(
  { headers, body }: RawEvents,
  { secret, merchantId }: { secret: string; merchantId: string },
): ProcessorEvent[] | 'rejected' {
  if (!isSigned(headers['x-webhook-signature-512'] ?? '', body, secret)) return 'rejected';
  let json: unknown;
  try {
    json = JSON.parse(body.toString('utf8'));
  } catch {
    return 'rejected';
  }
  const parsed = webhook.safeParse(json);
  return parsed.success && parsed.data.merchant_id === merchantId ? [toEvent(parsed.data)] : 'rejected';
}

function isSigned(header: string, body: Buffer, secret: string): boolean {
  if (secret === '') return false;
  const expected = createHmac('sha512', secret).update(body).digest();
  const given = Buffer.from(header, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Reports come in no order, so payments are read at the router. Of a refund only its end is reported. */
function toEvent({
  event_id: eventId,
  event_type: name,
  timestamp,
  content: { type, object },
}: z.infer<typeof webhook>): ProcessorEvent {
  const common = { eventId, ...(timestamp ? { at: timestamp } : {}) };
  const reference = typeof object.metadata?.reference === 'string' ? object.metadata.reference : undefined;
  const other = { ...common, kind: 'other', name, ...(reference ? { reference } : {}) } as const;
  if (type === 'dispute_details') {
    const report = readDisputeReport(object);
    return report ? { ...common, kind: 'dispute', name, report } : { ...other, raw: object };
  }
  if (type === 'payout_details') return payoutEvent(common, other, object, reference);
  const parsed = type === 'refund_details' ? refund.safeParse(object) : undefined;
  // An id that is not ours is a refund of the control center.
  if (!parsed?.success || reference === undefined || parsed.data.refund_id !== refundIdOf(reference))
    return other;
  const result = readRefund(parsed.data);
  if (result.kind === 'pending') return other;
  const { response } = result;
  return response.result === 'APPROVED'
    ? { ...common, kind: 'result', reference, response, ...amountOf(parsed.data) }
    : { ...common, kind: 'correction', reference, reason: response.message };
}

/** Of a payout only its end is reported. A failure is a correction, as its success may have been settled before. */
function payoutEvent(
  common: { eventId: string; at?: string },
  other: ProcessorEvent,
  object: unknown,
  reference: string | undefined,
): ProcessorEvent {
  const parsed = payout.safeParse(object);
  if (!parsed.success || reference === undefined) return other;
  const result = readPayout(parsed.data);
  if (result.kind !== 'response' || result.response.result === 'FORBIDDEN') return other;
  const { response } = result;
  return response.result === 'APPROVED'
    ? { ...common, kind: 'result', reference, response, ...amountOf(parsed.data) }
    : { ...common, kind: 'correction', reference, reason: response.message };
}

function amountOf({ amount, currency }: Pick<Refund, 'amount' | 'currency'>): {
  amountMinor?: number;
  currency?: string;
} {
  const digits = hyperswitchCurrencies[currency];
  const amountMinor = digits === undefined ? undefined : fromProcessorMinor(amount, currency, digits);
  return amountMinor === undefined ? { currency } : { amountMinor, currency };
}
