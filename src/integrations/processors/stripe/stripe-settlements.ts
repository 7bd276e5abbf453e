import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { ConnectRequest } from '../adapter.ts';
import { LineRounding } from '../line-rounding.ts';
import { fromProcessorMinor } from '../processor-amount.ts';
import {
  type SettlementKind,
  type SettlementLine,
  type SettlementPart,
  type SettlementReportRef,
  type Settlements,
  noFees,
} from '../settlements.ts';
import { callStripe } from './stripe-client.ts';
import { stripeDigits } from './stripe-codes.ts';

const text = z.optional(z.nullable(z.string()));
const source = z.object({
  id: z.string(),
  object: z.string(),
  amount: z.optional(z.number()),
  amount_captured: z.optional(z.number()),
  currency: text,
  payment_intent: text,
  metadata: z.optional(z.nullable(z.record(z.string(), z.string()))),
  arrival_date: z.optional(z.number()),
});
const transaction = z.object({
  id: z.string(),
  type: z.string(),
  amount: z.number(),
  fee: z.number(),
  net: z.number(),
  currency: z.string(),
  created: z.number(),
  exchange_rate: z.optional(z.nullable(z.number())),
  source: z.optional(z.nullable(z.union([z.string(), source]))),
});
type Transaction = z.infer<typeof transaction>;
const page = z.object({ data: z.array(transaction), has_more: z.boolean() });

/** The largest page, with the objects that each transaction is about. */
const pageSize = 100;
const pageBytes = 4 * 1024 ** 2;

/** The balance transactions of a payout (docs/processors.md#settlement). The report is the payout, its address the connected account. */
export const stripeSettlements = (request: ConnectRequest, url: string): Settlements => ({
  read: (report) => readPayout(request, url, report),
});

async function* readPayout(
  request: ConnectRequest,
  url: string,
  { name, address }: SettlementReportRef,
): AsyncGenerator<SettlementPart> {
  const hash = createHash('sha256');
  const rounding = new LineRounding(stripeDigits);
  let after = '';
  let number = 0;
  for (let hasMore = true; hasMore;) {
    const params = new URLSearchParams({ payout: name, limit: String(pageSize), 'expand[]': 'data.source' });
    if (after !== '') params.set('starting_after', after);
    const reply = await callStripe(request, page, {
      method: 'GET',
      url: `${url}/balance_transactions?${params}`,
      maxBytes: pageBytes,
      ...(address ? { account: address } : {}),
    });
    if (reply.kind === 'declined' || reply.kind === 'refused') {
      yield { kind: 'refused', refusal: { code: 'NOT_FOUND' } };
      return;
    }
    if (reply.kind !== 'ok') {
      const isRefused = reply.kind === 'not-sent' && reply.why === 'credentials';
      yield { kind: 'unavailable', why: isRefused ? 'credentials' : 'connection' };
      return;
    }
    const lines: SettlementLine[] = [];
    for (const one of reply.body.data) {
      number += 1;
      const line = readTransaction(one, name, rounding);
      if (typeof line === 'string') {
        yield { kind: 'refused', refusal: { code: 'VALUE', line: number, column: line } };
        return;
      }
      hash.update(`${line.asRead}\n`);
      lines.push(line);
      after = one.id;
    }
    yield { kind: 'lines', lines };
    hasMore = reply.body.has_more && reply.body.data.length > 0;
  }
  if (number === 0) yield { kind: 'refused', refusal: { code: 'EMPTY' } };
  else yield { kind: 'end', sha256: hash.digest('hex') };
}

const kinds: Readonly<Record<string, SettlementKind>> = {
  charge: 'PAYMENT',
  payment: 'PAYMENT',
  refund: 'REFUND',
  payment_refund: 'REFUND',
  refund_failure: 'REFUND_REVERSAL',
  payment_failure_refund: 'REFUND_REVERSAL',
  payout: 'BANK_PAYOUT',
  stripe_fee: 'FEE',
  application_fee: 'FEE',
  network_cost: 'FEE',
  tax_fee: 'FEE',
};

function kindOf({ type, amount }: Transaction, about: z.infer<typeof source> | undefined): SettlementKind {
  // A dispute takes money, and gives it back when it is won.
  if (type === 'adjustment' && about?.object === 'dispute')
    return amount < 0 ? 'CHARGEBACK' : 'CHARGEBACK_REVERSAL';
  return kinds[type] ?? 'OTHER';
}

/** The name of the field that is no exact amount, instead of a line. */
function readTransaction(one: Transaction, batch: string, rounding: LineRounding): SettlementLine | string {
  const about = typeof one.source === 'object' ? (one.source ?? undefined) : undefined;
  const netCurrency = one.currency.toUpperCase();
  // In the payer's currency, where the merchant's balance has another one.
  const grossCurrency = about?.currency?.toUpperCase() ?? netCurrency;
  const isExchanged = grossCurrency !== netCurrency;
  const amount = isExchanged
    ? Math.sign(one.amount) * (about?.amount_captured || about?.amount || 0)
    : one.amount;
  if (one.net !== one.amount - one.fee || !Number.isSafeInteger(one.net)) return 'net';
  const kind = kindOf(one, about);
  const whole = rounding.round({
    batch,
    kind,
    gross: amount,
    grossCurrency,
    net: one.net,
    netCurrency,
    fees: { ...noFees, commissionMinor: one.fee },
  });
  if (typeof whole === 'string') return whole === 'gross' ? 'amount' : 'net';
  const reference = about?.metadata?.reference;
  const sourceId = about?.id ?? (typeof one.source === 'string' ? one.source : undefined);
  const { id, type, created, exchange_rate: rate } = one;
  const flat = { ...one, source: sourceId ?? null, payment_intent: about?.payment_intent ?? null, reference };
  return {
    batch,
    kind,
    type,
    at: new Date(created * 1000).toISOString(),
    ...(reference ? { reference } : {}),
    gatewayReferences: [sourceId, about?.payment_intent, id].flatMap((value) => value ?? []),
    ...whole,
    grossCurrency,
    netCurrency,
    ...(isExchanged && rate != null ? { exchangeRate: String(rate) } : {}),
    ...(about?.arrival_date === undefined ? {} : { paidOn: dayOf(about.arrival_date) }),
    // Without the payer's address and the card that a charge has.
    asRead: JSON.stringify(flat),
  };
}

export const dayOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

/** Stripe's minor units in ours; undefined for a currency or an amount that we cannot have. */
export function toMinor(value: number, currency: string): number | undefined {
  const digits = stripeDigits[currency];
  if (digits === undefined || !Number.isSafeInteger(value)) return undefined;
  return fromProcessorMinor(value, currency, digits);
}
