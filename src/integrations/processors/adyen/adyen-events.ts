import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import type { ProcessorEvent, ProcessorResponse, RawEvents } from '../adapter.ts';
import { fromProcessorMinor } from '../processor-amount.ts';
import { isDisputeCode, readAdyenDispute } from './adyen-disputes.ts';
import { adyenCurrencies } from './adyen-operations.ts';
import { readPaymentResult } from './adyen-results.ts';

const item = z.object({
  eventCode: z.string(),
  success: z.enum(['true', 'false']),
  pspReference: z.string(),
  originalReference: z.optional(z.string()),
  merchantAccountCode: z.string(),
  merchantReference: z.optional(z.string()),
  amount: z.optional(z.object({ value: z.number(), currency: z.string() })),
  eventDate: z.optional(z.string()),
  reason: z.optional(z.string()),
  paymentMethod: z.optional(z.string()),
  additionalData: z.optional(z.record(z.string(), z.unknown())),
});
type Item = z.infer<typeof item>;

const batch = z.object({ notificationItems: z.array(z.object({ NotificationRequestItem: item })) });

/** An event that is not signed by Adyen, or not for us, rejects the whole request. */
export function readAdyenEvents(
  { body, headers }: RawEvents,
  { hmacKey, basicAuth }: { hmacKey: string; basicAuth: string | undefined },
): ProcessorEvent[] | 'rejected' {
  if (basicAuth !== undefined && headers.authorization !== basicAuth) return 'rejected';
  const parsed = batch.safeParse(parseJson(body));
  if (!parsed.success) return 'rejected';
  const items = parsed.data.notificationItems.map((one) => one.NotificationRequestItem);
  return items.every((one) => isSigned(one, hmacKey)) ? items.map(toEvent) : 'rejected';
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** HMAC-SHA256 with the key's bytes over eight fields. Reason, dates and additional data are not signed. */
function isSigned(one: Item, hmacKey: string): boolean {
  const { amount, additionalData } = one;
  const signature = additionalData?.hmacSignature;
  if (typeof signature !== 'string' || !/^[0-9a-f]{2,}$/i.test(hmacKey)) return false;
  const fields = [
    one.pspReference,
    one.originalReference ?? '',
    one.merchantAccountCode,
    one.merchantReference ?? '',
    amount ? String(amount.value) : '',
    amount?.currency ?? '',
    one.eventCode,
    one.success,
  ];
  const expected = createHmac('sha256', Buffer.from(hmacKey, 'hex')).update(fields.join(':')).digest();
  const given = Buffer.from(signature, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Captures, refunds and cancellations: what they are and what undoes them later. */
const modifications = new Set(['CAPTURE', 'REFUND', 'CANCELLATION', 'CANCEL_OR_REFUND']);
const corrections = new Set(['CAPTURE_FAILED', 'REFUND_FAILED', 'REFUNDED_REVERSED']);

/** The file name is signed; the address, in the reason, is not. Other reports are not read. */
const settlementReport = /^settlement_detail_report_[\w.-]{1,60}\.csv$/;

/** Adyen repeats an event with other fields changed, so it is known by what it is about. */
function toEvent(one: Item): ProcessorEvent {
  const { eventCode, success, pspReference, merchantReference: reference = '', eventDate } = one;
  const eventId = `${eventCode}:${pspReference}:${success}`;
  const common = { eventId, ...(eventDate ? { at: eventDate } : {}) };
  if (eventCode === 'REPORT_AVAILABLE' && settlementReport.test(pspReference))
    return { ...common, kind: 'report-ready', reference: pspReference, address: one.reason ?? '' };
  const amount = amountOf(one);
  if (amount === undefined)
    return { ...common, kind: 'other', name: `${eventCode} with an unreadable amount`, reference };
  if (isDisputeCode(eventCode)) return { ...common, ...readAdyenDispute(one, amount) };
  if (eventCode === 'TECHNICAL_CANCEL' && reference !== '')
    return { ...common, kind: 'invalidation', reference, success: success === 'true' };
  if (eventCode === 'AUTHORISATION' && reference !== '')
    return authorisationEvent(one, common, { reference, ...amount });
  if (modifications.has(eventCode) && reference !== '')
    return { ...common, kind: 'result', reference, response: modificationResponse(one), ...amount };
  if (corrections.has(eventCode) && reference !== '')
    return { ...common, kind: 'correction', reference, reason: one.reason ?? eventCode };
  return { ...common, kind: 'other', name: eventCode, ...(reference === '' ? {} : { reference }) };
}

function authorisationEvent(
  one: Item,
  common: { eventId: string; at?: string },
  about: { reference: string; amountMinor?: number; currency?: string },
): ProcessorEvent {
  const texts = Object.fromEntries(
    Object.entries(one.additionalData ?? {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
  const result = readPaymentResult(
    {
      pspReference: one.pspReference,
      resultCode: one.success === 'true' ? 'Authorised' : 'Refused',
      refusalReason: one.reason,
      refusalReasonCode: texts.refusalReasonCode,
      authCode: texts.authCode,
      paymentMethod: { brand: one.paymentMethod },
      additionalData: texts,
    },
    texts['recurring.shopperReference'] ?? texts.shopperReference,
  );
  if (result.kind !== 'response')
    return { ...common, kind: 'other', name: one.eventCode, reference: about.reference };
  return { ...common, kind: 'result', response: result.response, ...about };
}

const modificationResponse = ({
  success,
  originalReference,
  pspReference,
  reason = '',
}: Item): ProcessorResponse => ({
  result: success === 'true' ? 'APPROVED' : 'DECLINED',
  statusCode: success === 'true' ? '00' : '57',
  message: success === 'true' ? 'Done' : reason || 'Refused',
  gatewayReference: pspReference || (originalReference ?? ''),
  addressCheck: 'NOT_CHECKED',
  postcodeCheck: 'NOT_CHECKED',
  cv2Check: 'NOT_CHECKED',
});

/** In our minor units; undefined where the number is not exact, so that nothing is settled by it. */
function amountOf({ amount }: Item): { amountMinor?: number; currency?: string } | undefined {
  if (!amount) return {};
  const { value, currency } = amount;
  const digits = adyenCurrencies[currency];
  if (!Number.isSafeInteger(value) || digits === undefined) return undefined;
  const amountMinor = fromProcessorMinor(value, currency, digits);
  return amountMinor === undefined ? undefined : { amountMinor, currency };
}
