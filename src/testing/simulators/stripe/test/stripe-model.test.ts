import { expect, test } from 'vitest';
import type { Fault } from '../../faults.ts';
import { SeededRandom } from '../../seeded-random.ts';
import type { StripeSimulator } from '../start-stripe-simulator.ts';
import { call, intentForm, startSimulator } from './fixtures.ts';

const faults: Fault['kind'][] = [
  'lost-request',
  'lost-answer',
  'late-arrival',
  'server-error',
  'html',
  'cut-json',
];

async function tryCall(
  simulator: StripeSimulator,
  path: string,
  form?: Record<string, string>,
  key?: string,
) {
  try {
    return await call(simulator, path, form, key === undefined ? {} : { 'idempotency-key': key });
  } catch {
    return undefined;
  }
}

/** Repeats until Stripe answers. Only for calls that move no money, or undo it. */
async function persist(
  simulator: StripeSimulator,
  path: string,
  form?: Record<string, string>,
  key?: string,
) {
  for (let attempt = 1; attempt <= 30; attempt++) {
    const reply = await tryCall(simulator, path, form, key);
    if (reply && (reply.status < 300 || reply.status === 400)) return reply;
  }
  throw new Error(`No answer to ${path}`);
}

/** Confirms once; without an answer the intent is cancelled, or read when that is refused. */
async function payOnce(simulator: StripeSimulator, reference: string): Promise<'approved' | 'forbidden'> {
  const form = intentForm({ capture_method: 'automatic', 'metadata[reference]': reference });
  const { body: intent } = await persist(simulator, 'payment_intents', form, `${reference}-prepare`);
  const sent = await tryCall(simulator, `payment_intents/${intent.id}/confirm`, {}, `${reference}-send`);
  if (sent?.body.status === 'succeeded') return 'approved';
  const cancelled = await persist(simulator, `payment_intents/${intent.id}/cancel`, {});
  if (cancelled.body.status === 'canceled') return 'forbidden';
  const read = await persist(simulator, `payment_intents/${intent.id}`);
  return read.body.status === 'succeeded' ? 'approved' : 'forbidden';
}

test.each([1, 2, 3])('a cancelled intent is never charged afterwards (seed %i)', async (seed) => {
  const simulator = await startSimulator({ seed });
  const random = new SeededRandom(seed);
  simulator.setFault(() => {
    const kind = random.below(2) === 0 ? faults[random.below(faults.length)] : undefined;
    return kind && { kind, processed: random.below(2) === 0 };
  });
  const results = new Map<string, 'approved' | 'forbidden'>();
  for (let each = 0; each < 25; each++) {
    const reference = `T-${each}`;
    results.set(reference, await payOnce(simulator, reference));
    if (random.below(3) === 0) await simulator.arriveLate();
  }
  await simulator.arriveLate();
  const charged = simulator.books().filter(({ approvals }) => approvals > 0);
  expect(charged.every(({ approvals, captured }) => approvals === 1 && captured === 1234)).toBe(true);
  const approved = [...results].filter(([, result]) => result === 'approved').map(([reference]) => reference);
  expect(charged.map(({ reference }) => reference).sort()).toEqual(approved.sort());
  // Both ends occur, so the test means something.
  expect(new Set(results.values()).size).toBe(2);
});
