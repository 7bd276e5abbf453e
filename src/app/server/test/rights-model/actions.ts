import * as fc from 'fast-check';
import { emailClaims } from '#features/access/single-sign-on/email-claims.ts';
import { patch } from '#features/access/scim/test/scim-fixtures.ts';
import { approvalActions } from '#shared/approval-actions.ts';
import { apiPermissions } from '#shared/api-permissions.ts';
import { type Permission, permissions } from '#shared/permissions.ts';
import type { TestResponse } from '#testing/act-as.ts';
import {
  type Account,
  type Action,
  type Attackers,
  type Choices,
  attackersPassword,
  pick,
} from './attackers.ts';
import { type Claims, attackersIssuer, clientId, clientSecret, companyIssuer } from './issuers.ts';

/*
 * What the attackers do to gain access. Choices prefer callers and values that the guards accept, because refused requests find
 * nothing.
 */

/** An account with one of the permissions and an organisation where it holds it; sometimes any account and organisation. */
export async function choose(
  attackers: Attackers,
  names: readonly Permission[],
  [account = 0, organisation = 0]: Choices,
): Promise<{ account: Account; orgId: number }> {
  const holders = (await attackers.listHeld()).filter(({ name }) => names.includes(name as Permission));
  const { accounts } = attackers;
  const anyone = pick(accounts, account);
  if (!anyone) throw new Error('the attackers have lost every account');
  const held = account % 8 === 7 ? undefined : pick(holders, account);
  const holder = held && accounts.find(({ userId }) => userId === held.userId);
  const isAnywhere = !holder || organisation % 6 === 5;
  const any = isAnywhere ? pick(await listOrganisations(attackers), organisation) : undefined;
  if (!holder) return { account: anyone, orgId: any ?? attackers.world.company };
  return { account: holder, orgId: any ?? held.organisationId };
}

/** Settings of a company are changed at the company: an account that may, sometimes any. */
async function chooseForCompany(attackers: Attackers, names: readonly Permission[], choices: Choices) {
  const { company, neighbour } = attackers.world;
  const orgId = (choices[1] ?? 0) % 8 === 7 ? neighbour : company;
  const holders = (await attackers.listHeld()).filter(
    ({ name, organisationId }) => names.includes(name as Permission) && organisationId === orgId,
  );
  const [account = 0] = choices;
  const held = account % 8 === 7 ? undefined : pick(holders, account);
  const holder = attackers.accounts.find(({ userId }) => userId === held?.userId);
  return { account: holder ?? (await choose(attackers, names, choices)).account, orgId };
}

async function listOrganisations({ app, world }: Attackers): Promise<number[]> {
  const rows = await app.owner<{ id: number }[]>`
    select id from organisation where (company_id in (${world.company}, ${world.neighbour}) or id = ${world.domain})
      and type <> 'INSTALLATION' order by id`;
  return rows.map(({ id }) => id);
}

interface UserRow {
  userId: string;
  userName: string;
  givenName: string;
  familyName: string;
  active: boolean;
  organisationId: number;
  version: number;
  entitlements: { value: string; type: string }[];
}

/** The users of the world as a directory would list them: the attackers know everything about them. */
async function listUsers({ app, world }: Attackers): Promise<UserRow[]> {
  return app.owner<UserRow[]>`
    select u.user_id, u.user_name, u.given_name, u.family_name, u.active, u.organisation_id, u.version,
           coalesce((select json_agg(json_build_object('value', g.role_id, 'type', g.organisation_id::text)
                                     order by r.name, g.organisation_id)
                     from role_grant g join role r on r.role_id = g.role_id where g.user_id = u.user_id), '[]') as entitlements
    from app_user u join organisation o on o.id = u.organisation_id
    where o.company_id in (${world.company}, ${world.neighbour}) or o.id = ${world.domain}
    order by u.user_name`;
}

/** Every third time one of those who hold the right: their accounts are worth the most. */
async function chooseUser(attackers: Attackers, choice = 0): Promise<UserRow | undefined> {
  const users = await listUsers(attackers);
  const { holder, provisioned, inactive } = attackers.world;
  const wanted = pick([holder, provisioned, inactive], Math.floor(choice / 3));
  const found = choice % 3 === 0 && users.find(({ userId }) => userId === wanted?.userId);
  return found || pick(users, choice);
}

interface Grant {
  roleId: string;
  organisationId: number;
}

/** A role with a place: often one that the account holds itself, else any. */
async function chooseGrant(
  attackers: Attackers,
  account: Account,
  [kind = 0, choice = 0, place = 0]: Choices,
): Promise<Grant> {
  const own = await attackers.app.owner<Grant[]>`
    select g.role_id, g.organisation_id from role_grant g join role r on r.role_id = g.role_id
    where g.user_id = ${account.userId} order by r.name, g.organisation_id`;
  const chosen = pick(own, choice);
  const { world } = attackers;
  if (kind % 6 < 4 && chosen) {
    // Every third time at an organisation below, where a cascading role may be given as well.
    const below = [chosen.organisationId, world.merchant, world.branch];
    return { ...chosen, organisationId: pick(below, place) ?? chosen.organisationId };
  }
  if (kind % 6 === 4) return { roleId: world.rightRole, organisationId: world.target };
  const roles = await attackers.app.owner<{ roleId: string }[]>`
    select role_id from role where company_id = ${world.company} or role_id in ('viewer', 'cashier', 'administrator')
    order by name`;
  return {
    roleId: pick(roles, choice)?.roleId ?? 'viewer',
    organisationId: pick(await listOrganisations(attackers), place) ?? world.company,
  };
}

/** A username of a new or renamed user: mostly at a mailbox of the attackers. */
const chooseName = (attackers: Attackers, choice = 0): string =>
  `${attackers.newName()}@${choice % 4 === 3 ? attackers.world.companyDomain : attackers.world.attackersDomain}`;

const userManagement: readonly Permission[] = ['P_MANAGE_PORTAL_USER'];
const security: readonly Permission[] = ['P_MANAGE_SECURITY'];

/** Permissions for a role or key: those of the account, with or without the right in question. */
async function choosePermissions(
  attackers: Attackers,
  account: Account,
  choice: number,
  among: readonly Permission[] = permissions,
): Promise<string[]> {
  const held = await attackers.listHeld();
  const own = held.filter(({ userId }) => userId === account.userId).map(({ name }) => name);
  const { permission } = attackers.world.right;
  const some = among.filter(
    (name, index) => own.includes(name) && (choice % 3 === 0 || (index + choice) % 3 === 0),
  );
  const withRight = choice % 4 === 3 ? [...some, permission] : some;
  return withRight.length === 0 ? [permission] : [...new Set(withRight)];
}

const createUser: Action = async (attackers, choices) => {
  const { account, orgId } = await choose(attackers, ['P_CREATE_PORTAL_USER'], choices);
  const [, , name, withRole, ...rest] = choices;
  const grants = (withRole ?? 0) % 4 === 3 ? [] : [await chooseGrant(attackers, account, rest)];
  const created = await attackers.requestAs(account, 'createUser', {
    body: {
      userName: chooseName(attackers, name),
      name: { givenName: 'Nina', familyName: 'Vale' },
      entitlements: grants.map(({ roleId, organisationId }) => ({
        value: roleId,
        type: String(organisationId),
      })),
      extraInfo: { organisationId: orgId },
    },
  });
  if (created.status === 201) await invite(attackers, account, String(created.body.userName));
};

const invite = (attackers: Attackers, account: Account, username: string) =>
  attackers.requestAs(account, 'sendInvitation', { path: { username }, body: {} });

/** Another username, status, role, organisation, or an unlock. */
const updateUser: Action = async (attackers, choices) => {
  const { account, orgId } = await choose(attackers, userManagement, choices);
  const [, , who = 0, what = 0, ...rest] = choices;
  const user = await chooseUser(attackers, who);
  if (!user) return;
  const { givenName, familyName, version, entitlements } = user;
  const body = {
    id: user.userId,
    userName: user.userName,
    name: { givenName, familyName },
    active: user.active,
    entitlements,
    extraInfo: { organisationId: user.organisationId } as Record<string, unknown>,
    meta: { version: `W/"${version}"` },
  };
  switch (what % 6) {
    case 0:
      body.userName = chooseName(attackers, rest[0]);
      break;
    case 1:
      body.active = !user.active;
      break;
    case 2:
    case 3: {
      const { roleId, organisationId } = await chooseGrant(attackers, account, rest);
      body.entitlements = [...entitlements, { value: roleId, type: String(organisationId) }];
      break;
    }
    case 4:
      body.entitlements = entitlements.slice(1);
      break;
    default:
      body.extraInfo = { organisationId: orgId, lockedReason: null };
  }
  await attackers.requestAs(account, 'updateUser', { body });
};

const ofUser =
  (name: string, by: 'id' | 'username', names = userManagement): Action =>
  async (attackers, choices) => {
    const { account } = await choose(attackers, names, choices);
    const user = await chooseUser(attackers, choices[2]);
    if (!user) return;
    const path = { [by]: by === 'id' ? user.userId : user.userName };
    await attackers.requestAs(account, name, { path, ...(by === 'username' ? { body: {} } : {}) });
  };

const forgottenPassword: Action = async (attackers, [who = 0, mail = 0]) => {
  const user = pick(await listUsers(attackers), who);
  const { send } = await attackers.anonymous();
  const path = { username: user?.userName ?? '' };
  await attackers.request(send, 'forgottenPassword', { path, who: 'anonymous' });
  await attackers.openMail(mail);
};

const signIn: Action = async (attackers, [who = 0]) => {
  const known = pick([...attackers.passwords], who);
  if (known) await attackers.signIn(...known);
};

const changePassword: Action = async (attackers, [who = 0]) => {
  const known = pick([...attackers.passwords], who);
  if (!known) return;
  const [username, password] = known;
  const newPassword = `${attackersPassword}-${attackers.newName()}`;
  const { send } = await attackers.anonymous();
  const body = { username, password, newPassword };
  const changed = await attackers.request(send, 'changePassword', { body, who: username });
  if (changed.status === 204) attackers.passwords.set(username, newPassword);
};

/** The link of another purpose in place of the one that the start prints. */
const createFirstAdministrator: Action = async (attackers, [letter = 0]) => {
  const { send } = await attackers.anonymous();
  const body = {
    organisationName: 'Attackers',
    firstName: 'Ada',
    lastName: 'Lowe',
    username: chooseName(attackers, 0),
    password: attackersPassword,
  };
  const path = { token: 'a'.repeat(60 + (letter % 5)) };
  await attackers.request(send, 'createFirstAdministrator', { path, body, who: 'anonymous' });
};

const createRole: Action = async (attackers, choices) => {
  const { account, orgId } = await choose(attackers, ['P_MANAGE_ROLES'], choices);
  const names = await choosePermissions(attackers, account, choices[2] ?? 0);
  const body = { name: `Role ${attackers.newName()}`, description: '', permissions: names };
  await attackers.requestAs(account, 'createRole', { path: { orgId }, body });
};

interface RoleRow {
  roleId: string;
  name: string;
  version: number;
  permissions: string[];
}

const chooseRole = async ({ app, world }: Attackers, choice: number | undefined) =>
  pick(
    await app.owner<RoleRow[]>`
      select role_id, name, version,
             array(select permission from role_permission p where p.role_id = r.role_id order by 1) as permissions
      from role r where company_id = ${world.company} order by name`,
    choice,
  );

const changeRole: Action = async (attackers, choices) => {
  const { account, orgId } = await choose(attackers, ['P_MANAGE_ROLES'], choices);
  const role = await chooseRole(attackers, choices[2]);
  if (!role) return;
  const more = await choosePermissions(attackers, account, choices[3] ?? 0);
  const names = (choices[4] ?? 0) % 3 === 0 ? more : [...new Set([...role.permissions, ...more.slice(0, 2)])];
  const { roleId, name, version } = role;
  const body = { name, description: 'changed', permissions: names, version };
  await attackers.requestAs(account, 'changeRole', { path: { orgId, roleId }, body });
};

const deleteRole: Action = async (attackers, choices) => {
  const { account, orgId } = await choose(attackers, ['P_MANAGE_ROLES'], choices);
  const role = await chooseRole(attackers, choices[2]);
  if (role) await attackers.requestAs(account, 'deleteRole', { path: { orgId, roleId: role.roleId } });
};

const managingOrganisations: readonly Permission[] = ['P_MANAGE_ORGANISATION'];

const createOrganisation: Action = async (attackers, choices) => {
  const { account, orgId } = await choose(attackers, managingOrganisations, choices);
  const type = pick(['BRANCH', 'BRANCH', 'MERCHANT', 'GROUP'], choices[2]);
  const body = { type, name: `Organisation ${attackers.newName()}`, timeZone: null };
  await attackers.requestAs(account, 'createOrganisation', { path: { orgId }, body });
};

const moveOrganisation: Action = async (attackers, choices) => {
  const { account } = await choose(attackers, managingOrganisations, choices);
  const { branch, merchant, otherBranch, otherMerchant } = attackers.world;
  const organisations = await listOrganisations(attackers);
  const movable = [merchant, branch, merchant, otherMerchant, ...organisations];
  const orgId = pick(movable, choices[2]) ?? 0;
  const parentId = pick([otherBranch, otherBranch, otherBranch, ...organisations], choices[3]) ?? 0;
  const path = { orgId };
  const preview = await attackers.requestAs(account, 'previewMove', { path, body: { parentId } });
  const { previewHash = '' } = preview.body ?? {};
  if (preview.status === 200)
    await attackers.requestAs(account, 'moveOrganisation', { path, body: { parentId, previewHash } });
};

const ofOrganisation =
  (name: string, body: (version: number, choice: number) => object | undefined): Action =>
  async (attackers, choices) => {
    const { account, orgId } = await choose(attackers, managingOrganisations, choices);
    const [row] = await attackers.app.owner<{ version: number }[]>`
      select version from organisation where id = ${orgId}`;
    await attackers.requestAs(account, name, {
      path: { orgId },
      body: body(row?.version ?? 1, choices[2] ?? 0),
    });
  };

const keyManagement: readonly Permission[] = ['P_MANAGE_API_KEYS'];

const keyContent = async (attackers: Attackers, account: Account, [choice = 0, place = 0]: Choices) => ({
  name: `Key ${attackers.newName()}`,
  installationIds: [pick([attackers.world.installation, attackers.world.otherInstallation], place) ?? 0],
  permissions: (await choosePermissions(attackers, account, choice, apiPermissions)).filter((name) =>
    (apiPermissions as readonly string[]).includes(name),
  ),
  ipRanges: [],
  expiresAt: null,
});

const createApiKey: Action = async (attackers, choices) => {
  const { account, orgId } = await choose(attackers, keyManagement, choices);
  const body = await keyContent(attackers, account, choices.slice(2));
  if (body.permissions.length === 0) body.permissions.push('P_NEW_PAYMENT');
  attackers.keepKey(await attackers.requestAs(account, 'createApiKey', { path: { orgId }, body }));
};

const ofApiKey =
  (name: string): Action =>
  async (attackers, choices) => {
    const { account, orgId } = await choose(attackers, keyManagement, choices);
    const keys = await attackers.app.owner<{ apiId: string; version: number }[]>`
      select api_id, version from api_credential where company_id = ${attackers.world.company} order by name`;
    const key = pick(keys, choices[2]);
    if (!key) return;
    let body: object = {};
    if (name === 'rotateApiKey') body = { overlapSeconds: 0 };
    if (name === 'changeApiKey') {
      const content = await keyContent(attackers, account, choices.slice(3));
      if (content.permissions.length === 0) content.permissions.push('P_NEW_PAYMENT');
      body = { ...content, version: key.version };
    }
    const path = { orgId, apiId: key.apiId };
    attackers.keepKey(await attackers.requestAs(account, name, { path, body }));
  };

const saveApprovalPolicy: Action = async (attackers, choices) => {
  const { account, orgId } = await chooseForCompany(attackers, security, choices);
  const [row] = await attackers.app.owner<{ version: number }[]>`
    select version from approval_policy where company_id = ${orgId}`;
  const rules = approvalActions
    .filter((_action, index) => (((choices[2] ?? 0) >> index) & 1) === 1)
    .map((action) => ({ action, from: null, hours: 24 }));
  const body = { rules, includesKeys: (choices[3] ?? 0) % 2 === 0, version: row?.version ?? 0 };
  await attackers.requestAs(account, 'saveApprovalPolicy', { path: { orgId }, body });
};

const decide =
  (name: string, names: readonly Permission[]): Action =>
  async (attackers, choices) => {
    const approvalId = pick(attackers.approvals, choices[2]);
    if (approvalId === undefined) return;
    const { account } = await choose(attackers, names, choices);
    await attackers.requestAs(account, name, { path: { approvalId }, body: {} });
  };

const saveSecurityPolicy: Action = async (attackers, choices) => {
  const { account, orgId } = await chooseForCompany(attackers, security, choices);
  const [row] = await attackers.app.owner<{ version: number }[]>`
    select version from security_policy where organisation_id = ${orgId}`;
  const body = {
    secondFactor: pick(['OFF', 'OFF', 'OFFERED', 'OFF', 'REQUIRED'], choices[2]),
    requiredFrom: null,
    requiredFor: [],
    deviceDays: 30,
    stepUpMinutes: 0,
    stepUpWithPassword: true,
    refundAbove: null,
    version: row?.version ?? 0,
  };
  await attackers.requestAs(account, 'saveSecurityPolicy', { path: { orgId }, body });
};

const readProvider = async ({ app, world }: Attackers) =>
  (
    await app.owner<{ version: number; issuer: string }[]>`
      select version, issuer from sso_provider where company_id = ${world.company}`
  )[0];

const saveSignOnProvider: Action = async (attackers, choices) => {
  const { account, orgId } = await chooseForCompany(attackers, security, choices);
  // Two providers of one millisecond would share a cached configuration.
  attackers.app.clock.advance(1000);
  const provider = await readProvider(attackers);
  const [, , whose = 0, what = 0, claim = 0] = choices;
  const issuer = whose % 4 === 3 ? companyIssuer : attackersIssuer;
  await attackers.requestAs(account, 'saveSignOnProvider', {
    path: { orgId },
    body: {
      issuer,
      clientId,
      ...(what % 5 === 4 ? {} : { clientSecret }),
      ...(what % 3 === 2 ? {} : { connectsProvisioned: what % 3 === 0 }),
      ...(claim % 2 === 0 ? {} : { emailClaim: pick(emailClaims, claim >> 1) }),
      version: provider?.version ?? 0,
    },
  });
};

const removeSignOnProvider: Action = async (attackers, choices) => {
  const { account, orgId } = await chooseForCompany(attackers, security, choices);
  await attackers.requestAs(account, 'removeSignOnProvider', { path: { orgId } });
};

/** A domain of the attackers is verified by their DNS; the DNS of the company's domain has no record for them. */
const addSignOnDomain: Action = async (attackers, choices) => {
  const { account, orgId } = await chooseForCompany(attackers, security, choices);
  const { attackersDomain, companyDomain } = attackers.world;
  const domain = pick([attackersDomain, attackersDomain, companyDomain], choices[2]) ?? '';
  const added = await attackers.requestAs(account, 'addSignOnDomain', { path: { orgId }, body: { domain } });
  if (added.status !== 201) return;
  for (const { recordName, recordValue } of added.body.domains)
    if (recordName.endsWith(attackersDomain)) attackers.records.set(recordName, [recordValue]);
  const path = { orgId, domain };
  await attackers.requestAs(account, 'verifySignOnDomain', { path, body: {} });
};

const removeSignOnDomain: Action = async (attackers, choices) => {
  const { account, orgId } = await chooseForCompany(attackers, security, choices);
  const { attackersDomain, companyDomain } = attackers.world;
  const path = { orgId, domain: pick([attackersDomain, companyDomain], choices[2]) ?? '' };
  await attackers.requestAs(account, 'removeSignOnDomain', { path });
};

const saveSignOnMapping: Action = async (attackers, choices) => {
  const { account, orgId } = await chooseForCompany(attackers, security, choices);
  // A mapping belongs to a provider.
  if (!(await readProvider(attackers)))
    await saveSignOnProvider(attackers, [...choices.slice(0, 2), 0, 0, 0]);
  const provider = await readProvider(attackers);
  const [, , kind = 0, ...rest] = choices;
  const stored = await attackers.app.owner<object[]>`
    select claim, value, role_id, organisation_id from sso_mapping where company_id = ${attackers.world.company} order by 1, 2`;
  const added = { claim: 'groups', value: 'desk', ...(await chooseGrant(attackers, account, rest)) };
  const rules = pick([[...stored, added], [added], []], kind) ?? [];
  const body = { rules, version: provider?.version ?? 0 };
  await attackers.requestAs(account, 'saveSignOnMapping', { path: { orgId }, body });
};

const requireSignOn: Action = async (attackers, choices) => {
  const { account, orgId } = await chooseForCompany(attackers, security, choices);
  const provider = await readProvider(attackers);
  const body = { isRequired: (choices[2] ?? 0) % 2 === 0, version: provider?.version ?? 0 };
  await attackers.requestAs(account, 'requireSignOn', { path: { orgId }, body });
};

/**
 * The claims that the attackers can have a provider send: anything from their own, and from the company's what their accounts
 * there have, with a `preferred_username` of their choice.
 */
export function claimsFor(attackers: Attackers, victim: string, choice: number) {
  return (issuer: string): Claims => {
    const { world } = attackers;
    if (issuer === attackersIssuer)
      return {
        sub: `${issuer} ${victim}`,
        email: victim,
        preferred_username: victim,
        upn: victim,
        groups: ['desk', 'holders'],
        amr: ['mfa'],
      };
    const own = pick(world.attackers, choice)?.userName ?? '';
    const account = { email: own, email_verified: true, upn: own, preferred_username: victim };
    return { sub: `${issuer} ${own}`, ...account, groups: ['desk'], amr: ['mfa'] };
  };
}

const signOn: Action = async (attackers, [who = 0, kind = 0, account = 0]) => {
  const known = (await chooseUser(attackers, who))?.userName ?? '';
  const { companyDomain, attackersDomain } = attackers.world;
  const fresh = `${attackers.newName()}@${kind % 2 === 0 ? companyDomain : attackersDomain}`;
  const victim = kind % 3 === 0 ? fresh : known;
  await attackers.signOn(victim, claimsFor(attackers, victim, account));
};

const ownAttempt =
  (name: string): Action =>
  async (attackers, [who = 0, victim = 0, claims = 0]) => {
    const account = pick(attackers.accounts, who);
    if (!account) return;
    const path = { orgId: attackers.world.company };
    const started = await attackers.requestAs(account, name, { path, body: {} });
    const user = pick(await listUsers(attackers), victim);
    await attackers.finishAttempt(account, started, claimsFor(attackers, user?.userName ?? '', claims));
  };

const disconnectMySignOn: Action = async (attackers, [who = 0]) => {
  const account = pick(attackers.accounts, who);
  if (account) await attackers.requestAs(account, 'disconnectMySignOn', {});
};

const saveProvisioning: Action = async (attackers, choices) => {
  const { account, orgId } = await chooseForCompany(attackers, security, choices);
  const [row] = await attackers.app.owner<{ version: number }[]>`
    select version from scim_company where company_id = ${orgId}`;
  const body = { sendInvitations: (choices[2] ?? 0) % 3 > 0, version: row?.version ?? 0 };
  await attackers.requestAs(account, 'saveProvisioning', { path: { orgId }, body });
};

const createScimToken: Action = async (attackers, choices) => {
  const { account, orgId } = await chooseForCompany(attackers, security, choices);
  const body = { name: 'Directory', expiresAt: null };
  attackers.keepToken(await attackers.requestAs(account, 'createScimToken', { path: { orgId }, body }));
};

const ofScimToken =
  (name: 'exemptScimToken' | 'revokeScimToken'): Action =>
  async (attackers, choices) => {
    const token = pick(attackers.tokens, choices[2]) ?? (await newToken(attackers, choices));
    if (!token) return;
    const { account, orgId } = await chooseForCompany(attackers, security, choices);
    await attackers.requestAs(account, name, { path: { orgId, scimTokenId: token.tokenId }, body: {} });
  };

const listGroups = ({ app, world }: Attackers) =>
  app.owner<{ groupId: string; displayName: string }[]>`
    select group_id, display_name from scim_group where company_id = ${world.company} order by display_name`;

const mapScimGroup: Action = async (attackers, choices) => {
  const { account, orgId } = await chooseForCompany(attackers, security, choices);
  const [, , group, ...rest] = choices;
  const scimGroupId = pick(await listGroups(attackers), group)?.groupId;
  if (scimGroupId === undefined) return;
  const body = { roles: [await chooseGrant(attackers, account, rest)] };
  await attackers.requestAs(account, 'mapScimGroup', { path: { orgId, scimGroupId }, body });
};

/** A request with a SCIM token, if the attackers have one. */
const withToken =
  (run: (attackers: Attackers, request: ScimRequest, choices: Choices) => Promise<unknown>): Action =>
  async (attackers, [which = 0, ...choices]) => {
    const token = pick(attackers.tokens, which) ?? (await newToken(attackers, [which]));
    if (!token) return;
    const request: ScimRequest = (name, parts) =>
      attackers.request(token.send, name, { ...parts, who: token.tokenId });
    await run(attackers, request, choices);
  };

type ScimRequest = (
  name: string,
  parts: { path?: Record<string, string>; body?: unknown },
) => Promise<TestResponse>;

async function newToken(attackers: Attackers, choices: Choices) {
  await createScimToken(attackers, choices);
  return attackers.tokens[0];
}

const createScimUser = withToken(async (attackers, request, [name = 0, who = 0]) => {
  const known = pick(await listUsers(attackers), who)?.userName;
  const userName = name % 3 === 2 && known !== undefined ? known : chooseName(attackers, name);
  await request('createScimUser', { body: { userName, name: { givenName: 'Ines', familyName: 'Moreau' } } });
});

const changeScimUser = (name: 'replaceScimUser' | 'patchScimUser') =>
  withToken(async (attackers, request, [who = 0, kind = 0, mailbox = 0]) => {
    const user = await chooseScimUser(attackers, who);
    if (!user) return;
    const userName = kind % 2 === 0 ? chooseName(attackers, mailbox) : user.userName;
    const active = kind % 3 > 0;
    const path = { id: user.userId };
    const body =
      name === 'replaceScimUser'
        ? { userName, name: { givenName: 'Ines', familyName: 'Moreau' }, active }
        : patch({ op: 'replace', value: { userName, active } });
    await request(name, { path, body });
  });

/** Users that SCIM shows come first. */
async function chooseScimUser(attackers: Attackers, choice: number) {
  const users = await attackers.app.owner<{ userId: string; userName: string }[]>`
    select u.user_id, u.user_name from scim_user s join app_user u on u.user_id = s.user_id
    where s.company_id = ${attackers.world.company} order by u.user_name`;
  return choice % 8 === 7 ? pick(await listUsers(attackers), choice) : pick(users, choice);
}

const deleteScimUser = withToken(async (attackers, request, [who = 0]) => {
  const user = await chooseScimUser(attackers, who);
  if (user) await request('deleteScimUser', { path: { id: user.userId } });
});

const createScimGroup = withToken(async (attackers, request, [who = 0, empty = 0]) => {
  const user = empty % 3 === 0 ? undefined : await chooseScimUser(attackers, who);
  const members = user ? [{ value: user.userId }] : [];
  await request('createScimGroup', { body: { displayName: `Group ${attackers.newName()}`, members } });
});

const changeScimGroup = (name: 'replaceScimGroup' | 'patchScimGroup' | 'deleteScimGroup') =>
  withToken(async (attackers, request, [which = 0, who = 0]) => {
    const group = pick(await listGroups(attackers), which);
    const user = await chooseScimUser(attackers, who);
    if (!group || !user) return;
    const members = [{ value: user.userId }];
    const path = { id: group.groupId };
    if (name === 'deleteScimGroup') await request(name, { path });
    else if (name === 'replaceScimGroup')
      await request(name, { path, body: { displayName: group.displayName, members } });
    else await request(name, { path, body: patch({ op: 'add', path: 'members', value: members }) });
  });

/** An action with how often it is tried. */
export interface WeightedAction {
  name: string;
  weight: number;
  run: Action;
}

/** Most are named like their endpoint. */
export const accessActions: readonly WeightedAction[] = [
  { name: 'createUser', weight: 6, run: createUser },
  { name: 'updateUser', weight: 10, run: updateUser },
  { name: 'deleteUser', weight: 1, run: ofUser('deleteUser', 'id') },
  { name: 'sendInvitation', weight: 2, run: ofUser('sendInvitation', 'username') },
  { name: 'createInvitationLink', weight: 2, run: ofUser('createInvitationLink', 'username') },
  { name: 'sendUsernameChange', weight: 1, run: ofUser('sendUsernameChange', 'username') },
  { name: 'resetSecondFactor', weight: 4, run: ofUser('resetSecondFactor', 'id', security) },
  { name: 'forgottenPassword', weight: 2, run: forgottenPassword },
  { name: 'openMail', weight: 3, run: (attackers, [mail = 0]) => attackers.openMail(mail) },
  { name: 'login', weight: 2, run: signIn },
  { name: 'changePassword', weight: 1, run: changePassword },
  { name: 'createFirstAdministrator', weight: 1, run: createFirstAdministrator },
  { name: 'createRole', weight: 3, run: createRole },
  { name: 'changeRole', weight: 4, run: changeRole },
  { name: 'deleteRole', weight: 1, run: deleteRole },
  { name: 'createOrganisation', weight: 2, run: createOrganisation },
  { name: 'moveOrganisation', weight: 5, run: moveOrganisation },
  {
    name: 'changeOrganisation',
    weight: 1,
    run: ofOrganisation('changeOrganisation', (version, choice) => ({
      name: `Renamed ${choice}`,
      timeZone: null,
      version,
    })),
  },
  { name: 'deactivateOrganisation', weight: 1, run: ofOrganisation('deactivateOrganisation', () => ({})) },
  { name: 'deleteOrganisation', weight: 1, run: ofOrganisation('deleteOrganisation', () => undefined) },
  { name: 'reactivateOrganisation', weight: 1, run: ofOrganisation('reactivateOrganisation', () => ({})) },
  {
    name: 'saveOrganisationFeatures',
    weight: 1,
    run: ofOrganisation('saveOrganisationFeatures', (version) => ({ features: ['ERE'], version })),
  },
  { name: 'createApiKey', weight: 4, run: createApiKey },
  { name: 'changeApiKey', weight: 3, run: ofApiKey('changeApiKey') },
  { name: 'rotateApiKey', weight: 3, run: ofApiKey('rotateApiKey') },
  { name: 'revokeApiKey', weight: 1, run: ofApiKey('revokeApiKey') },
  { name: 'exemptApiKey', weight: 2, run: ofApiKey('exemptApiKey') },
  { name: 'saveApprovalPolicy', weight: 2, run: saveApprovalPolicy },
  { name: 'approveRequest', weight: 5, run: decide('approveRequest', ['P_APPROVE']) },
  { name: 'rejectRequest', weight: 1, run: decide('rejectRequest', ['P_APPROVE']) },
  { name: 'cancelRequest', weight: 1, run: decide('cancelRequest', permissions) },
  { name: 'saveSecurityPolicy', weight: 2, run: saveSecurityPolicy },
  { name: 'saveSignOnProvider', weight: 6, run: saveSignOnProvider },
  { name: 'removeSignOnProvider', weight: 1, run: removeSignOnProvider },
  { name: 'addSignOnDomain', weight: 3, run: addSignOnDomain },
  { name: 'removeSignOnDomain', weight: 1, run: removeSignOnDomain },
  { name: 'saveSignOnMapping', weight: 4, run: saveSignOnMapping },
  { name: 'requireSignOn', weight: 1, run: requireSignOn },
  { name: 'signOn', weight: 6, run: signOn },
  { name: 'testSignOn', weight: 1, run: ownAttempt('testSignOn') },
  { name: 'connectMySignOn', weight: 2, run: ownAttempt('connectMySignOn') },
  { name: 'confirmMySignOn', weight: 1, run: ownAttempt('confirmMySignOn') },
  { name: 'disconnectMySignOn', weight: 1, run: disconnectMySignOn },
  { name: 'saveProvisioning', weight: 1, run: saveProvisioning },
  { name: 'createScimToken', weight: 3, run: createScimToken },
  { name: 'exemptScimToken', weight: 2, run: ofScimToken('exemptScimToken') },
  { name: 'revokeScimToken', weight: 1, run: ofScimToken('revokeScimToken') },
  { name: 'mapScimGroup', weight: 4, run: mapScimGroup },
  { name: 'createScimUser', weight: 3, run: createScimUser },
  { name: 'replaceScimUser', weight: 3, run: changeScimUser('replaceScimUser') },
  { name: 'patchScimUser', weight: 3, run: changeScimUser('patchScimUser') },
  { name: 'deleteScimUser', weight: 1, run: deleteScimUser },
  { name: 'createScimGroup', weight: 2, run: createScimGroup },
  { name: 'replaceScimGroup', weight: 2, run: changeScimGroup('replaceScimGroup') },
  { name: 'patchScimGroup', weight: 3, run: changeScimGroup('patchScimGroup') },
  { name: 'deleteScimGroup', weight: 1, run: changeScimGroup('deleteScimGroup') },
];

export interface Call {
  action: string;
  choices: Choices;
}

export const callsOf = (actions: readonly WeightedAction[]): fc.Arbitrary<Call[]> =>
  fc.array(
    fc.record({
      action: fc.oneof(...actions.map(({ name, weight }) => ({ weight, arbitrary: fc.constant(name) }))),
      // Divisible by every small number of candidates, so that each is as likely as the others.
      choices: fc.array(fc.nat({ max: 720_719 }), { minLength: 8, maxLength: 8 }),
    }),
    { minLength: 4, maxLength: 10, size: 'max' },
  );

/** Sends the requests of the calls in turn. */
export async function run(
  attackers: Attackers,
  actions: readonly WeightedAction[],
  calls: readonly Call[],
): Promise<void> {
  for (const { action, choices } of calls)
    await actions.find(({ name }) => name === action)?.run(attackers, choices);
}
