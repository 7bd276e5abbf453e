import * as fc from 'fast-check';
import { loosens } from '#features/access/approvals/server/save-approval-policy.ts';
import { loadCompanyPolicy } from '#features/access/approvals/server/manage-policy.ts';
import { good, payerAt, sessionOf } from '#features/payments/hosted-sessions/test/session-fixtures.ts';
import { goodCard, payment } from '#features/payments/payments/test/payment-fixtures.ts';
import { inTenant } from '#database/tenant.ts';
import { approvalActions } from '#shared/approval-actions.ts';
import { bearer } from '#features/access/api-keys/test/key-fixtures.ts';
import { type WeightedAction, accessActions, choose } from './actions.ts';
import { type Action, type ApiKey, type Attackers, pick } from './attackers.ts';
import { describeSequence, tryRemainingWays } from './oracle.ts';
import type { Plan } from './world.ts';

/*
 * One administrator holds every right in a company whose policy requires a second person. Whatever accounts, keys and tokens they
 * make, no refund, payout, grant or looser policy comes about without a decision by another person.
 */

/** The administrator is alone. Others of the company may approve, and do nothing. */
export const alonePlan: Plan = {
  right: { permission: 'P_APPROVE', at: 'merchant' },
  attackers: [{ power: 'everything', place: 'company', cascade: true, holdsElsewhere: false }],
  hasNeighbour: false,
  isHolderPhished: false,
  hasProvider: false,
  isDomainVerified: true,
  gatedActions: [...approvalActions],
};

export const administratorPlan: fc.Arbitrary<Plan> = fc
  .record({
    isHolderPhished: fc.boolean(),
    hasProvider: fc.boolean(),
    gatedActions: fc.subarray([...approvalActions], { minLength: 1 }),
  })
  .map((varied) => ({ ...alonePlan, ...varied }));

/** What the company has at the start. */
export interface Start {
  policy: Awaited<ReturnType<typeof loadCompanyPolicy>>;
  grants: Set<string>;
}

/** Makes the attacker an administrator, and takes a payment that can be refunded. */
export async function startAlone(attackers: Attackers): Promise<Start> {
  const { app, world } = attackers;
  const [administrator] = world.attackers;
  if (!administrator) throw new Error('no administrator');
  await app.owner`
    update role_grant set role_id = 'administrator'
    where user_id = ${administrator.userId} and organisation_id = ${world.company}`;
  await app.owner`update app_user set access_version = access_version + 1 where user_id = ${administrator.userId}`;
  const shop = bearer(app, world.shopSecret);
  const paid = await shop('POST', `/acceptor/rest/transactions/${world.installation}/payment`, payment());
  if (paid.status !== 201) throw new Error(`no payment: ${JSON.stringify(paid.body)}`);
  attackers.paymentId = paid.body.transaction.transactionId;
  return {
    policy: await readPolicy(attackers),
    grants: await listGrants(attackers),
  };
}

const readPolicy = ({ app, world }: Attackers) =>
  inTenant(app.services.database, [world.company], (sql) => loadCompanyPolicy(sql, world.company));

/** Grants of active users, with the address of the mailbox that opens their account. */
async function listGrants({ app, world }: Attackers): Promise<Set<string>> {
  const rows = await app.owner<{ text: string }[]>`
    select u.user_name || ': ' || p.permission || ' @ ' || g.organisation_id as text
    from role_grant g join app_user u on u.user_id = g.user_id and u.active
    join role_permission p on p.role_id = g.role_id
    join organisation o on o.id = u.organisation_id
    where o.company_id = ${world.company}`;
  return new Set(rows.map(({ text }) => text));
}

/** Throws when something came about that the policy holds. */
export async function requireSecondPerson(attackers: Attackers, start: Start): Promise<void> {
  await tryRemainingWays(attackers);
  const { world } = attackers;
  for (const approvalId of attackers.approvals)
    for (const account of attackers.accounts)
      await attackers.requestAs(account, 'approveRequest', { path: { approvalId }, body: {} });
  for (const run of [refund, refundByKey, payoutByKey, payoutSessionByKey, payoutLinkByKey])
    for (const choice of attackers.keys.keys()) await run(attackers, [choice, 0, 0]);
  const found = await findUnapproved(attackers, start);
  if (found.length > 0)
    throw new Error(
      `${found.join(', ')} in a company that holds ${start.policy.rules
        .map(({ action }) => action)
        .join(', ')}\n${describeSequence(attackers)} of ${world.company}`,
    );
}

async function findUnapproved(attackers: Attackers, { policy, grants }: Start): Promise<string[]> {
  const { app, world } = attackers;
  const holds = (action: string) => policy.rules.some((rule) => rule.action === action);
  const found: string[] = [];
  const approved = await app.owner<{ action: string }[]>`
    select action from approval_request
    where company_id = ${world.company} and state in ('APPROVED', 'SUCCEEDED', 'FAILED')
      and approval_id <> ${world.pendingApproval}`;
  found.push(...approved.map(({ action }) => `an approval of ${action}`));
  const moved = await app.owner<{ type: string }[]>`
    select txn_type as type from txn
    where company_id = ${world.company} and txn_status = 'SUCCESS' and txn_type in ('REFUND', 'PAYOUT', 'PAYOUT_COMPLETE')`;
  for (const { type } of moved)
    if (holds(type === 'REFUND' ? 'refund' : 'payout')) found.push(`a ${type.toLowerCase()}`);
  if (loosens(policy, await readPolicy(attackers))) found.push('a looser policy');
  if (holds('grantRole'))
    found.push(...[...(await listGrants(attackers))].filter((grant) => !grants.has(grant)));
  return found;
}

const keyMoving =
  (request: (attackers: Attackers, key: ApiKey) => Promise<unknown>): Action =>
  async (attackers, [which]) => {
    const key = pick(attackers.keys, which);
    if (key) await request(attackers, key);
  };

export const refund: Action = async (attackers, choices) => {
  const { account } = await choose(attackers, ['P_REFUND_TRANSACTION'], choices);
  await attackers.requestAs(account, 'refundTransaction', {
    path: { installationId: attackers.world.installation, transactionId: attackers.paymentId },
    body: { transaction: { amount: '1.00', merchantRef: attackers.newName() } },
  });
};

const refundByKey = keyMoving(async (attackers, key) => {
  const { world, paymentId } = attackers;
  const url = `/acceptor/rest/transactions/${world.installation}/${paymentId}/refund`;
  const body = { transaction: { amount: '1.00', merchantRef: attackers.newName() } };
  const response = await attackers.merchant(key)('POST', url, body);
  attackers.record('refundTransaction', response, `key ${key.apiId}`);
});

const payoutByKey = keyMoving(async (attackers, key) => {
  const url = `/acceptor/rest/transactions/${attackers.world.installation}/payout`;
  const { cv2: _cv2, ...card } = goodCard;
  const body = payment({ merchantRef: attackers.newName() }, { card });
  attackers.record('takePayout', await attackers.merchant(key)('POST', url, body), `key ${key.apiId}`);
});

/** The attackers are the payee as well. */
const features = { newAccountPayoutEnabled: true };

const payoutSessionByKey = keyMoving(async (attackers, key) => {
  const url = `/hosted/rest/sessions/${attackers.world.installation}/payouts`;
  const body = sessionOf({}, {}, { features });
  const created = await attackers.merchant(key)('POST', url, body);
  attackers.record('createPayoutSession', created, `key ${key.apiId} ${JSON.stringify(created.body)}`);
  await enterCard(attackers, created.body?.redirectUrl);
});

const payoutLinkByKey = keyMoving(async (attackers, key) => {
  const url = `/smartlink/links/${attackers.world.installation}/payout`;
  const created = await attackers.merchant(key)('POST', url, sessionOf({}, {}, { features }));
  attackers.record('createPayoutLink', created, `key ${key.apiId} ${JSON.stringify(created.body)}`);
  const link = created.body?.smartLinkResponseDetail?.link as string | undefined;
  if (link === undefined) return;
  const opened = await attackers.app.gateway.inject({ method: 'GET', url: new URL(link).pathname });
  await enterCard(attackers, opened.headers.location);
});

async function enterCard(attackers: Attackers, redirectUrl: unknown): Promise<void> {
  if (typeof redirectUrl !== 'string') return;
  const submitted = await payerAt(attackers.app, redirectUrl).submit(good);
  attackers.record('submitSession', submitted, JSON.stringify(submitted.body));
}

/** The administrator's ways to access, and to the money. */
export const aloneActions: readonly WeightedAction[] = [
  ...accessActions,
  { name: 'refund', weight: 5, run: refund },
  { name: 'refundByKey', weight: 4, run: refundByKey },
  { name: 'payoutByKey', weight: 3, run: payoutByKey },
  { name: 'payoutSessionByKey', weight: 3, run: payoutSessionByKey },
  { name: 'payoutLinkByKey', weight: 3, run: payoutLinkByKey },
];
