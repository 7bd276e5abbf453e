import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handlers } from '../handlers.ts';
import { type Call, accessActions, callsOf, run } from './rights-model/actions.ts';
import type { Account, Attackers } from './rights-model/attackers.ts';
import { generated, givesNoRight } from './rights-model/coverage.ts';
import { attackersIssuer } from './rights-model/issuers.ts';
import { listHolders, requireNoRight } from './rights-model/oracle.ts';
import { type Model, describeErrors, seed, sequences, startModel } from './rights-model/start-model.ts';
import { type Plan, planArbitrary } from './rights-model/world.ts';

/**
 * Generated companies, users, roles and policies. Attackers without a right send generated sequences of the requests that
 * change access. No sequence ends with one of their accounts, keys or tokens exercising the right.
 */

let model: Model;
beforeAll(async () => {
  model = await startModel();
});
afterAll(() => model.stop());

async function play(plan: Plan, calls: readonly Call[]): Promise<void> {
  const attackers = await model.arrange(plan);
  const before = await listHolders(attackers);
  await describeErrors(attackers, async () => {
    await run(attackers, accessActions, calls);
    await requireNoRight(attackers, before);
  });
}

test('sorts every changing endpoint into generated ones and those that give no right', () => {
  const changing = handlers
    .filter(({ endpoint }) => endpoint.method !== 'GET')
    .map(({ endpoint }) => endpoint.name);
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
  }, 300_000);

  test('send requests to every generated endpoint', () => {
    expect(generated.filter((name) => !model.counts.has(name))).toEqual([]);
  });

  test('have their requests accepted often enough for the model to mean something', () => {
    // A sign-in that is refused redirects to a page too, and some requests are open to everyone.
    const isOpen = new Set(['finishSingleSignOn', 'forgottenPassword', 'login', 'startSingleSignOn']);
    const statuses = [...model.counts].filter(([name]) => !isOpen.has(name)).flatMap(([, found]) => found);
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
    gatedActions: [],
  };

  /** Attackers who have got something from the holder of the right. */
  async function judge(given: (attackers: Attackers, holder: Account) => Promise<unknown>, changed = {}) {
    const attackers = await model.arrange({ ...plan, ...changed });
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
        model.app.owner`delete from second_factor where user_id = ${attackers.world.holder.userId}`,
      { isHolderPhished: true },
    );
    await expect(given).rejects.toThrow('holds the right');
  });

  test('a provider that was saved without its guard', async () => {
    const given = judge(
      async ({ world }) => model.app.owner`
        update sso_provider set issuer = ${attackersIssuer}, connects_by = ${world.holder.userId}
        where company_id = ${world.company}`,
      { hasProvider: true },
    );
    await expect(given).rejects.toThrow('has gained the right');
  });

  test('the mailbox of a user', async () => {
    const given = judge(
      async ({ world }) => model.app.owner`
        update app_user set user_name = ${`taken@${world.attackersDomain}`} where user_id = ${world.provisioned.userId}`,
    );
    await expect(given).rejects.toThrow('leads to a mailbox');
  });

  test('an activated user', async () => {
    const given = judge(
      async ({ world }) =>
        model.app.owner`update app_user set active = true where user_id = ${world.inactive.userId}`,
    );
    await expect(given).rejects.toThrow('has been activated');
  });

  test('generated sequences in which a holder of the right takes part', async () => {
    const property = fc.asyncProperty(planArbitrary, callsOf(accessActions), async (plan, calls) => {
      const attackers = await model.arrange({ ...plan, gatedActions: [] });
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
