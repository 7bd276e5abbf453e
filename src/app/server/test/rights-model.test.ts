import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handlers } from '../handlers.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { type Call, accessActions, callsOf, run } from './rights-model/actions.ts';
import { type Account, Attackers, type Counts, phishedPassword } from './rights-model/attackers.ts';
import { generated, givesNoRight } from './rights-model/coverage.ts';
import { type Issuers, attackersIssuer, startIssuers } from './rights-model/issuers.ts';
import { describeSequence, listHolders, requireNoRight } from './rights-model/oracle.ts';
import {
  administratorPlan,
  aloneActions,
  alonePlan,
  refund,
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
  // Limits of attempts are counted by address, and all sequences have one. Old emails slow the search for new ones.
  await app.owner`truncate throttle, mail_outbox`;
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

describe('the oracle notices', () => {
  const plan: Plan = {
    right: { permission: 'P_REFUND_TRANSACTION', at: 'merchant' },
    attackers: [{ power: 'everything', place: 'company', cascade: true, holdsElsewhere: false }],
    hasNeighbour: false,
    isHolderPhished: false,
    hasProvider: false,
    isDomainVerified: true,
    heldActions: [],
  };

  /** Attackers who have got something from the holder of the right. */
  async function judge(given: (attackers: Attackers, holder: Account) => Promise<unknown>, changed = {}) {
    const attackers = await arrange({ ...plan, ...changed });
    const before = await listHolders(attackers);
    await given(attackers, await borrowSession(attackers));
    await requireNoRight(attackers, before);
  }

  test('nothing in a company where nothing has happened', async () => {
    await judge(async () => undefined);
  });

  test('a role', async () => {
    await expect(judge(giveRole)).rejects.toThrow('has gained the right');
  });

  test('an API key', async () => {
    const given = judge(async (attackers, holder) => {
      const { company, installation } = attackers.world;
      const body = {
        name: 'Given',
        installationIds: [installation],
        permissions: ['P_REFUND_TRANSACTION'],
        ipRanges: [],
        expiresAt: null,
      };
      const path = { orgId: company };
      attackers.keepKey(await attackers.requestAs(holder, 'createApiKey', { path, body }));
    });
    await expect(given).rejects.toThrow('has the right');
  });

  test('a SCIM token', async () => {
    const given = judge(
      async (attackers, holder) => {
        const body = { name: 'Given', expiresAt: null };
        const path = { orgId: attackers.world.company };
        attackers.keepToken(await attackers.requestAs(holder, 'createScimToken', { path, body }));
      },
      { right: { permission: 'P_MANAGE_PORTAL_USER', at: 'company' } },
    );
    await expect(given).rejects.toThrow('renames a user');
  });

  test('a session', async () => {
    const given = judge(async (attackers) => attackers.openSession(attackers.world.holder));
    await expect(given).rejects.toThrow('holds the right');
  });

  test('the password of a user without a second factor', async () => {
    const given = judge(
      async (attackers) =>
        app.owner`delete from second_factor where user_id = ${attackers.world.holder.userId}`,
      { isHolderPhished: true },
    );
    await expect(given).rejects.toThrow('holds the right');
  });

  test('a provider that was saved without its guard', async () => {
    const given = judge(
      async ({ world }) => app.owner`
        update sso_provider set issuer = ${attackersIssuer}, connects_by = ${world.holder.userId}
        where company_id = ${world.company}`,
      { hasProvider: true },
    );
    await expect(given).rejects.toThrow('has gained the right');
  });

  test('the mailbox of a user', async () => {
    const given = judge(
      async ({ world }) => app.owner`
        update app_user set user_name = ${`taken@${world.attackersDomain}`} where user_id = ${world.provisioned.userId}`,
    );
    await expect(given).rejects.toThrow('leads to a mailbox');
  });

  test('an activated user', async () => {
    const given = judge(
      async ({ world }) =>
        app.owner`update app_user set active = true where user_id = ${world.inactive.userId}`,
    );
    await expect(given).rejects.toThrow('has been activated');
  });

  test('generated sequences in which a holder of the right takes part', async () => {
    const property = fc.asyncProperty(planArbitrary, callsOf(accessActions), async (plan, calls) => {
      const attackers = await arrange({ ...plan, heldActions: [] });
      const before = await listHolders(attackers);
      await attackers.openSession(attackers.world.holder);
      await run(attackers, accessActions, calls);
      const own = attackers.accounts.findIndex(({ userId }) => userId === attackers.world.holder.userId);
      if (own !== -1) attackers.accounts.splice(own, 1);
      await requireNoRight(attackers, before);
    });
    const { failed } = await fc.check(property, { seed, numRuns: 50, endOnFailure: true });
    expect(failed).toBe(true);
  });
});

/** The holder's own session, which is not the attackers'. */
async function borrowSession(attackers: Attackers): Promise<Account> {
  await attackers.openSession(attackers.world.holder);
  const holder = attackers.accounts.pop();
  if (!holder) throw new Error('no session');
  return holder;
}

async function giveRole(attackers: Attackers, holder: Account): Promise<void> {
  const { attackers: users, rightRole, target } = attackers.world;
  const read = await holder.send('GET', `/proxy/sync/SCIM/Users/${users[0]?.userId}`);
  const entitlements = [...read.body.entitlements, { value: rightRole, type: String(target) }];
  const given = await attackers.requestAs(holder, 'updateUser', { body: { ...read.body, entitlements } });
  expect(given.status).toBe(200);
}

describe('an administrator alone', () => {
  test('is noticed when a refund happens without a second person', async () => {
    const attackers = await arrange({ ...alonePlan, heldActions: ['refund'] });
    const start = await startAlone(attackers);
    await app.owner`delete from approval_policy where company_id = ${attackers.world.company}`;
    attackers.paymentId = start.paymentId;
    await refund(attackers, [0, 0]);
    await expect(requireSecondPerson(attackers, start)).rejects.toThrow('a refund, a looser policy');
  });

  test('moves no money and gives no access that needs a second person', async () => {
    await fc.assert(fc.asyncProperty(administratorPlan, callsOf(aloneActions), playAlone), {
      seed,
      numRuns: Math.ceil(sequences / 5),
    });
  });
});
