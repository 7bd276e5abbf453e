import { expect, test } from 'vitest';
import type { Fault } from '../../faults.ts';
import { SeededRandom } from '../../seeded-random.ts';
import type { EventItem } from '../events.ts';
import type { AdyenSimulator } from '../start-adyen-simulator.ts';
import { call, paymentRequest, startSimulator } from './fixtures.ts';

const faults: Fault['kind'][] = [
  'lost-request',
  'lost-answer',
  'late-arrival',
  'server-error',
  'html',
  'cut-json',
];

/** Sums of one payment as a client can know them: from events only. */
interface Known {
  authorised: number;
  captured: number;
  refunded: number;
}

/** Applies each event once, in whatever order it came. */
function sumsOf(events: readonly EventItem[]): Map<string, Known> {
  const known = new Map<string, Known>();
  const seen = new Set<string>();
  for (const item of events) {
    const key = `${item.eventCode} ${item.pspReference} ${item.success}`;
    if (item.success !== 'true' || seen.has(key)) continue;
    seen.add(key);
    const psp = item.originalReference ?? item.pspReference;
    const sums = known.get(psp) ?? { authorised: 0, captured: 0, refunded: 0 };
    known.set(psp, sums);
    if (item.eventCode === 'AUTHORISATION') sums.authorised += item.amount.value;
    if (item.eventCode === 'CAPTURE') sums.captured += item.amount.value;
    if (item.eventCode === 'REFUND') sums.refunded += item.amount.value;
  }
  return known;
}

/** A client that repeats a request under its key until an answer arrives. */
async function persist(simulator: AdyenSimulator, path: string, body: object, key: string) {
  for (let attempt = 1; attempt <= 20; attempt++) {
    try {
      const reply = await call(simulator, path, body, { 'idempotency-key': key });
      if (reply.status < 300) return reply.body;
    } catch {
      // Unknown: repeat.
    }
  }
  throw new Error(`No answer to ${key}`);
}

test.each([1, 2, 3])('money is moved once whatever gets lost (seed %i)', async (seed) => {
  const simulator = await startSimulator({ seed, multiplePartialCaptures: true });
  const random = new SeededRandom(seed);
  simulator.setFault(() => {
    const kind = random.below(3) === 0 ? faults[random.below(faults.length)] : undefined;
    return kind && { kind, processed: random.below(2) === 0 };
  });
  for (let each = 0; each < 15; each++) {
    const reference = `T-${each}`;
    const amount = { value: 1000, currency: 'EUR' };
    const { pspReference } = await persist(
      simulator,
      '/v72/payments',
      paymentRequest({ reference, amount }),
      reference,
    );
    const parts = [400, 600].slice(0, random.below(3));
    for (const [index, value] of parts.entries()) {
      const capture = { amount: { value, currency: 'EUR' }, reference: `${reference}-C${index}` };
      await persist(simulator, `/v72/payments/${pspReference}/captures`, capture, capture.reference);
    }
    const refund = { amount: { value: 350, currency: 'EUR' }, reference: `${reference}-R` };
    if (random.below(2) === 0) {
      await persist(simulator, `/v72/payments/${pspReference}/refunds`, refund, refund.reference);
    }
  }
  await simulator.arriveLate();
  const known = sumsOf(simulator.events().map(({ item }) => item));
  expect(known.size).toBe(15);
  for (const entry of simulator.books()) {
    expect(entry).toMatchObject({ approvals: 1, authorised: 1000 });
    expect(entry.captured + entry.cancelled).toBeLessThanOrEqual(entry.authorised);
    expect(entry.refunded).toBeLessThanOrEqual(entry.captured);
  }
  const total = (field: keyof Known, sums: Iterable<Known>) =>
    [...sums].reduce((sum, each) => sum + each[field], 0);
  for (const field of ['authorised', 'captured', 'refunded'] as const) {
    expect(total(field, known.values())).toBe(total(field, simulator.books()));
  }
  expect(simulator.reusedKeys()).toEqual([]);
});
