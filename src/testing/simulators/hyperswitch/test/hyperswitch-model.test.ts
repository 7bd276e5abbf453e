import { expect, test } from 'vitest';
import type { Fault } from '../../faults.ts';
import { SeededRandom } from '../../seeded-random.ts';
import type { HyperswitchSimulator } from '../start-hyperswitch-simulator.ts';
import { call, idOf, pay, startSimulator } from './fixtures.ts';

const faults: Fault['kind'][] = [
  'lost-request',
  'lost-answer',
  'late-arrival',
  'server-error',
  'html',
  'cut-json',
];

/** Repeats until the router answers. Only for calls that move no money. */
async function persist(work: () => Promise<Awaited<ReturnType<typeof call>>>) {
  for (let attempt = 1; attempt <= 40; attempt += 1) {
    const reply = await work().catch(() => undefined);
    if (reply && (reply.status === 200 || reply.status === 400 || reply.status === 404)) return reply;
  }
  throw new Error('No answer');
}

/** Pays once; without an answer the id is taken and cancelled, and what has arrived counts. */
async function payOnce(simulator: HyperswitchSimulator, number: number): Promise<string> {
  const id = idOf(number);
  const sent = await pay(simulator, { payment_id: id, metadata: { reference: id } }).catch(() => undefined);
  if (sent?.body.status === 'succeeded') return 'succeeded';
  const occupation = { payment_id: id, amount: 1234, currency: 'EUR', confirm: false };
  await persist(() => call(simulator, 'POST', '/payments', occupation));
  await persist(() => call(simulator, 'POST', `/payments/${id}/cancel`, {}));
  return (await persist(() => call(simulator, 'GET', `/payments/${id}`))).body.status;
}

test.each([1, 2, 3])('a payment whose id is taken is never charged afterwards (seed %i)', async (seed) => {
  const simulator = await startSimulator({ seed });
  const random = new SeededRandom(seed);
  simulator.setFault(() => {
    const kind = random.below(2) === 0 ? faults[random.below(faults.length)] : undefined;
    return kind && { kind, processed: random.below(2) === 0 };
  });
  const results = new Map<string, string>();
  for (let each = 0; each < 25; each += 1) {
    results.set(idOf(each), await payOnce(simulator, each));
    if (random.below(3) === 0) await simulator.arriveLate();
  }
  await simulator.arriveLate();
  const charged = simulator.books();
  expect(charged.every(({ approvals, captured }) => approvals === 1 && captured === 1234)).toBe(true);
  const succeeded = [...results].filter(([, status]) => status === 'succeeded').map(([id]) => id);
  expect(charged.map(({ reference }) => reference).sort()).toEqual(succeeded.sort());
  // Both ends occur, so the test means something.
  expect(new Set(results.values())).toEqual(new Set(['succeeded', 'cancelled']));
});
