import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Call, callsOf, run } from './rights-model/actions.ts';
import {
  administratorPlan,
  aloneActions,
  alonePlan,
  refund,
  requireSecondPerson,
  startAlone,
} from './rights-model/second-person.ts';
import { type Model, describeErrors, seed, sequences, startModel } from './rights-model/start-model.ts';
import type { Plan } from './rights-model/world.ts';

/**
 * The model of rights-model.test.ts with one administrator, whose company requires a second person. No sequence of their requests
 * and those of the accounts, keys and tokens that they make replaces this person.
 */

let model: Model;
beforeAll(async () => {
  model = await startModel();
});
afterAll(() => model.stop());

async function play(plan: Plan, calls: readonly Call[]): Promise<void> {
  const attackers = await model.arrange(plan);
  const start = await startAlone(attackers);
  await describeErrors(attackers, async () => {
    await run(attackers, aloneActions, calls);
    await requireSecondPerson(attackers, start);
  });
}

test('an administrator alone moves no money and gives no access that needs a second person', async () => {
  await fc.assert(fc.asyncProperty(administratorPlan, callsOf(aloneActions), play), {
    seed,
    numRuns: Math.ceil(sequences / 4),
  });
}, 300_000);

test('the oracle notices a refund without a second person', async () => {
  const attackers = await model.arrange({ ...alonePlan, gatedActions: ['refund'] });
  const start = await startAlone(attackers);
  await model.app.owner`delete from approval_policy where company_id = ${attackers.world.company}`;
  await refund(attackers, [0, 0]);
  await expect(requireSecondPerson(attackers, start)).rejects.toThrow('a refund, a looser policy');
});

test('the requests of the administrator are accepted', () => {
  const money = ['refundTransaction', 'takePayout', 'createPayoutSession', 'createPayoutLink'];
  for (const name of money)
    expect(model.counts.get(name)?.filter((status) => status === 201).length, name).toBeGreaterThan(0);
});
