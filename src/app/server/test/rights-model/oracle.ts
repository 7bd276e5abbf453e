import { patch } from '#features/access/scim/test/scim-fixtures.ts';
import { type ScopedPermission, hasPermissionOn, reaches } from '#shared/scoped-permission.ts';
import type { Permission } from '#shared/permissions.ts';
import type { Method } from '#shared/define-endpoint.ts';
import { claimsFor } from './actions.ts';
import type { Attackers } from './attackers.ts';
import { attackersIssuer } from './issuers.ts';
import type { World } from './world.ts';

interface Holder {
  userId: string;
  userName: string;
  active: boolean;
}

/** Accounts that hold the right at the organisation, active or not. */
export async function listHolders({ app, world }: Attackers): Promise<Holder[]> {
  const rows = await app.owner<(Holder & Pick<ScopedPermission, 'scope' | 'cascade'> & { path: string })[]>`
    select u.user_id, u.user_name, u.active, o.path as scope, g.cascade,
           (select path from organisation where id = ${world.target}) as path
    from role_grant g
    join role_permission p on p.role_id = g.role_id and p.permission = ${world.right.permission}
    join organisation o on o.id = g.organisation_id
    join app_user u on u.user_id = g.user_id
    where o.company_id = ${world.company} or o.id = ${world.domain}
    order by 1`;
  const holders = rows.filter((row) => reaches(row, row.path));
  return [
    ...new Map(
      holders.map(({ userId, userName, active }) => [userId, { userId, userName, active }]),
    ).values(),
  ];
}

/** Throws when the attackers can use the right, or an account that did not hold it before holds it now. */
export async function requireNoRight(attackers: Attackers, before: readonly Holder[]): Promise<void> {
  await tryRemainingWays(attackers);
  for (const problem of [
    ...(await findNewHolders(attackers, before)),
    ...(await findAccountsWithRight(attackers)),
    ...(await findKeysWithRight(attackers)),
    ...(await findTokensWithRight(attackers)),
  ])
    throw new Error(`${problem}\n${describeSequence(attackers)}`);
}

export const describeSequence = ({ world, trace }: Attackers): string =>
  [
    `${world.right.permission} at ${world.target} (${world.right.at}) of world ${world.number}:`,
    ...trace,
  ].join('\n');

/** What the attackers would try at the end of any sequence: open mail, sign in at their provider, add members to the group. */
export async function tryRemainingWays(attackers: Attackers): Promise<void> {
  const { app, world } = attackers;
  attackers.trace.push('-- remaining ways');
  await attackers.openMail(0);
  const [provider] = await app.owner<{ issuer: string }[]>`
    select issuer from sso_provider where company_id = ${world.company}`;
  if (provider?.issuer === attackersIssuer) {
    const names = [world.holder, world.provisioned, world.inactive].map(({ userName }) => userName);
    for (const name of [...names, `newcomer@${world.companyDomain}`])
      await attackers.signOn(name, claimsFor(attackers, name, 0));
  }
  // Comparing a password is slow, so it is tried where the second factor is gone.
  const open = await app.owner<{ userName: string }[]>`
    select user_name from app_user u where user_name = any (${[...attackers.passwords.keys()]})
      and not exists (select from second_factor f where f.user_id = u.user_id)`;
  for (const { userName } of open)
    if (!attackers.accounts.some((account) => account.userName === userName))
      await attackers.signIn(userName, attackers.passwords.get(userName) ?? '');
  for (const { tokenId, send } of attackers.tokens) {
    const members = await app.owner<{ value: string }[]>`
      select user_id as value from scim_user where company_id = ${world.company} and user_id <> ${world.provisioned.userId}`;
    const body = patch({ op: 'add', path: 'members', value: [...members] });
    const path = { id: world.mappedGroup };
    await attackers.request(send, 'patchScimGroup', { path, body, who: tokenId });
  }
}

async function findNewHolders(attackers: Attackers, before: readonly Holder[]): Promise<string[]> {
  const holders = await listHolders(attackers);
  return holders.flatMap(({ userId, userName, active }) => {
    const earlier = before.find((holder) => holder.userId === userId);
    if (!earlier) return [`${userName} has gained the right`];
    if (active && !earlier.active) return [`${userName} has been activated`];
    return attackers.ownsMailbox(userName) ? [`${userName} leads to a mailbox of the attackers`] : [];
  });
}

/** The product's own answer to the permissions of a session, and the response to a request that needs the right. */
async function findAccountsWithRight(attackers: Attackers): Promise<string[]> {
  const { app, world } = attackers;
  const { permission } = world.right;
  const [target] = await app.owner<
    { path: string }[]
  >`select path from organisation where id = ${world.target}`;
  const found: string[] = [];
  for (const { userName, send } of attackers.accounts) {
    const me = await send('GET', '/me');
    if (me.status !== 200) continue;
    const held = me.body.scopedPermissions as ScopedPermission[];
    if (hasPermissionOn(held, permission, target?.path ?? '')) found.push(`${userName} holds the right`);
    const { method, url, body } = requestWithRight(permission, world);
    const { status } = await send(method, url, body);
    if (status !== 403 && status !== 404) found.push(`${userName}: ${method} ${url} is ${status}`);
  }
  return found;
}

/** A request that needs the right. Its body is invalid, so that it changes nothing. */
export function requestWithRight(
  permission: Permission,
  world: World,
): { method: Method; url: string; body?: object } {
  const { target, installation, plain } = world;
  const payments = `/proxy/sync/ta/transactions/${installation}`;
  switch (permission) {
    case 'P_REFUND_TRANSACTION':
      return { method: 'POST', url: `${payments}/${world.transactionId}/refund`, body: {} };
    case 'P_NEW_PAYOUT':
      return { method: 'POST', url: `${payments}/payout`, body: {} };
    case 'P_MANAGE_PORTAL_USER':
      // Without a difference nothing is written.
      return {
        method: 'PUT',
        url: '/proxy/sync/SCIM/Users/',
        body: {
          id: plain.userId,
          userName: plain.userName,
          name: { givenName: 'Ada', familyName: 'Lowe' },
          active: true,
          entitlements: [],
          meta: { version: 'W/"1"' },
        },
      };
    case 'P_MANAGE_ROLES':
      return { method: 'POST', url: `/proxy/sync/cm/security/roles/${target}`, body: {} };
    case 'P_MANAGE_SECURITY':
      return { method: 'GET', url: `/proxy/sync/security/${target}/policy` };
    case 'P_MANAGE_API_KEYS':
      return { method: 'GET', url: `/proxy/sync/keys/${target}/choices` };
    case 'P_MANAGE_ORGANISATION':
      return { method: 'PUT', url: `/proxy/sync/cm/organisation/${target}`, body: {} };
    case 'P_VIEW_AUDIT':
      return { method: 'GET', url: `/proxy/sync/audit/${target}/events` };
    case 'P_APPROVE':
      return { method: 'POST', url: `/proxy/sync/approvals/${world.pendingApproval}/reject`, body: {} };
    default:
      throw new Error(`no request for ${permission}`);
  }
}

async function findKeysWithRight(attackers: Attackers): Promise<string[]> {
  const { world } = attackers;
  const { permission } = world.right;
  const found: string[] = [];
  for (const key of attackers.keys) {
    const send = attackers.merchant(key);
    const account = await send('GET', '/acceptor/rest/account');
    if (account.status !== 200) continue;
    const isOnTarget = (account.body.installations as { installationId: number }[]).some(
      ({ installationId }) => installationId === world.installation,
    );
    if (isOnTarget && account.body.permissions.includes(permission)) found.push(`${key.apiId} has the right`);
    if (permission !== 'P_REFUND_TRANSACTION' && permission !== 'P_NEW_PAYOUT') continue;
    const { method, url, body } = requestWithRight(permission, world);
    const { status } = await send(method, url.replace('/proxy/sync/ta', '/acceptor/rest'), body);
    if (status !== 403 && status !== 404) found.push(`${key.apiId}: ${method} ${url} is ${status}`);
  }
  return found;
}

/** A token manages the users of the company with the right of its maker. */
async function findTokensWithRight(attackers: Attackers): Promise<string[]> {
  const { world } = attackers;
  if (world.right.permission !== 'P_MANAGE_PORTAL_USER' || world.right.at !== 'company') return [];
  const found: string[] = [];
  for (const { tokenId, send } of attackers.tokens) {
    const body = patch({ op: 'replace', value: { name: { familyName: 'Changed' } } });
    const { status } = await send('PATCH', `/scim/v2/Users/${world.provisioned.userId}`, body);
    if (status < 400) found.push(`${tokenId} renames a user`);
  }
  return found;
}
