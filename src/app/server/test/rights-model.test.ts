import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handlers } from '../handlers.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { type Call, accessActions, callsOf, run } from './rights-model/actions.ts';
import { Attackers, type Counts, phishedPassword } from './rights-model/attackers.ts';
import { generated, givesNoRight } from './rights-model/coverage.ts';
import { type Issuers, startIssuers } from './rights-model/issuers.ts';
import { describeSequence, listHolders, requireNoRight } from './rights-model/oracle.ts';
import {
  administratorPlan,
  aloneActions,
  requireSecondPerson,
  startAlone,
} from './rights-model/second-person.ts';
import { type Plan, createWorld, planArbitrary } from './rights-model/world.ts';

/**
 * Generated companies, users, roles and policies. Attackers without a right send generated sequences of the requests that
 * change access. No sequence ends with one of their accounts, keys or tokens exercising the right.
 */

/** fast-check prints it with a failure, and the failure lists the requests. Another seed generates other sequences. */
const seed = Number(process.env.COUNTINGHOUSE_SEED ?? 20_261_123);
const sequences = Number(process.env.COUNTINGHOUSE_SEQUENCES ?? 500);

let app: TestApp;
let issuers: Issuers;
let passwordHash: string;
const records = new Map<string, string[]>();
const counts: Counts = new Map();
let worlds = 0;
beforeAll(async () => {
  issuers = startIssuers();
  passwordHash = await hashPassword(phishedPassword);
  app = await startApp({
    services: {
      webClient: issuers.webClient,
      txtResolver: { lookup: async (name) => records.get(name) ?? [] },
    },
  });
});
afterAll(() => app.stop());

async function arrange(plan: Plan): Promise<Attackers> {
  worlds += 1;
  // Limits of attempts are counted by address, and all sequences have one.
  await app.owner`delete from throttle`;
  const world = await createWorld(app, plan, worlds, { passwordHash });
  const attackers = new Attackers({ app, world, issuers, records }, counts);
  for (const attacker of world.attackers) await attackers.openSession(attacker);
  if (plan.isHolderPhished) attackers.passwords.set(world.holder.userName, phishedPassword);
  return attackers;
}

/** Adds the requests to an error, which fast-check prints. */
async function describeErrors(attackers: Attackers, work: () => Promise<void>): Promise<void> {
  await work().catch((cause: unknown) => {
    throw cause instanceof Error && cause.message.includes(' of world ')
      ? cause
      : new Error(describeSequence(attackers), { cause });
  });
}

async function play(plan: Plan, calls: readonly Call[]): Promise<void> {
  const attackers = await arrange(plan);
  const before = await listHolders(attackers);
  await describeErrors(attackers, async () => {
    await run(attackers, accessActions, calls);
    await requireNoRight(attackers, before);
  });
}

async function playAlone(plan: Plan, calls: readonly Call[]): Promise<void> {
  const attackers = await arrange(plan);
  const start = await startAlone(attackers);
  attackers.paymentId = start.paymentId;
  await describeErrors(attackers, async () => {
    await run(attackers, aloneActions, calls);
    await requireSecondPerson(attackers, start);
  });
}

test('sorts every changing endpoint into generated ones and those that give no right', () => {
  const changing = handlers.filter(({ call }) => call.method !== 'GET').map(({ call }) => call.name);
  const signingIn = ['finishSingleSignOn', 'startSingleSignOn'];
  const sorted = [...generated, ...Object.values(givesNoRight).flat()];
  expect(sorted.toSorted()).toEqual([...changing, ...signingIn].toSorted());
});

describe('people without a right', () => {
  test('do not gain it by any sequence of requests', async () => {
    await fc.assert(fc.asyncProperty(planArbitrary, callsOf(accessActions), play), {
      seed,
      numRuns: sequences,
    });
  });

  test('send requests to every generated endpoint', () => {
    expect(generated.filter((name) => !counts.has(name))).toEqual([]);
  });

  test('have their requests accepted often enough for the model to mean something', () => {
    // A sign-in that is refused redirects to a page too, and some requests are open to everyone.
    const isOpen = new Set(['finishSingleSignOn', 'forgottenPassword', 'login', 'startSingleSignOn']);
    const statuses = [...counts].filter(([name]) => !isOpen.has(name)).flatMap(([, found]) => found);
    const accepted = statuses.filter((status) => status < 300 && status !== 202);
    expect(accepted.length / statuses.length).toBeGreaterThan(0.2);
  });
});

describe('an administrator alone', () => {
  test('moves no money and gives no access that needs a second person', async () => {
    await fc.assert(fc.asyncProperty(administratorPlan, callsOf(aloneActions), playAlone), {
      seed,
      numRuns: Math.ceil(sequences / 5),
    });
  });
});
