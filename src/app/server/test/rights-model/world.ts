import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { seal } from '#server/auth/seal.ts';
import { hashSecret, newApiId, newSecret } from '#server/auth/api-secret.ts';
import { apiPermissions } from '#shared/api-permissions.ts';
import { type ApprovalAction, approvalActions } from '#shared/approval-actions.ts';
import { type Permission, permissions } from '#shared/permissions.ts';
import { secretContext } from '#features/access/single-sign-on/server/discover-provider.ts';
import { insertTransaction } from '#testing/insert-transaction.ts';
import type { TestApp } from '#testing/start-app.ts';
import { clientId, clientSecret, companyIssuer } from './issuers.ts';

/*
 * A generated company with its people: some hold the right in question, the attackers do not. Each sequence has its own, with
 * a provider's organisation above it and a second company beside it.
 */

/** The right in question, and the organisation where the attackers lack it. */
export interface Right {
  permission: Permission;
  at: 'company' | 'branch' | 'merchant';
}

export const rights: readonly Right[] = [
  { permission: 'P_REFUND_TRANSACTION', at: 'merchant' },
  { permission: 'P_NEW_PAYOUT', at: 'merchant' },
  { permission: 'P_MANAGE_PORTAL_USER', at: 'company' },
  { permission: 'P_MANAGE_PORTAL_USER', at: 'merchant' },
  { permission: 'P_MANAGE_ROLES', at: 'company' },
  { permission: 'P_MANAGE_SECURITY', at: 'company' },
  { permission: 'P_MANAGE_API_KEYS', at: 'merchant' },
  { permission: 'P_MANAGE_ORGANISATION', at: 'branch' },
  { permission: 'P_APPROVE', at: 'merchant' },
  { permission: 'P_VIEW_AUDIT', at: 'company' },
];

const users = ['P_VIEW_MI_MERCHANT_ADMIN', 'P_VIEW_USER', 'P_CREATE_PORTAL_USER', 'P_MANAGE_PORTAL_USER'];
/** What an attacker may hold, without the right in question. */
const powers = {
  everything: permissions,
  users,
  roles: ['P_MANAGE_ROLES', ...users],
  security: ['P_MANAGE_SECURITY'],
  keys: ['P_MANAGE_API_KEYS', 'P_VIEW_INSTALLATION', 'P_NEW_PAYMENT', 'P_VIEW_TRANSACTION_NGPORTAL'],
  organisations: ['P_MANAGE_ORGANISATION', 'P_MANAGE_INSTALLATION'],
  approving: ['P_APPROVE', 'P_VIEW_TRANSACTIONS_NGPORTAL'],
  directory: [...users, 'P_MANAGE_SECURITY'],
} as const satisfies Record<string, readonly string[]>;

type Power = keyof typeof powers;
const places = ['domain', 'company', 'branch', 'merchant', 'otherBranch', 'otherMerchant'] as const;
type Place = (typeof places)[number];

interface AttackerPlan {
  power: Power;
  place: Place;
  cascade: boolean;
  /** Holds the right at a place that does not include the one in question. */
  holdsElsewhere: boolean;
}

export interface Plan {
  right: Right;
  attackers: AttackerPlan[];
  /** An administrator of another company is among the attackers. */
  hasNeighbour: boolean;
  /** The attackers know the holder's password. The holder has an authenticator app. */
  isHolderPhished: boolean;
  /** The company has its own provider of single sign-on. */
  hasProvider: boolean;
  isDomainVerified: boolean;
  gatedActions: ApprovalAction[];
}

const weighted = <T>(...entries: [number, T][]) =>
  fc.oneof(...entries.map(([weight, value]) => ({ weight, arbitrary: fc.constant(value) })));

const attackerPlan: fc.Arbitrary<AttackerPlan> = fc.record({
  power: fc.oneof(
    { weight: 5, arbitrary: fc.constant<Power>('everything') },
    { weight: 5, arbitrary: fc.constantFrom(...(Object.keys(powers) as Power[])) },
  ),
  place: weighted<Place>(
    [12, 'company'],
    [2, 'branch'],
    [1, 'merchant'],
    [2, 'otherBranch'],
    [1, 'otherMerchant'],
    [1, 'domain'],
  ),
  cascade: weighted([9, true], [1, false]),
  holdsElsewhere: fc.boolean(),
});

export const planArbitrary: fc.Arbitrary<Plan> = fc.record({
  right: fc.constantFrom(...rights),
  attackers: fc.array(attackerPlan, { minLength: 2, maxLength: 3 }),
  hasNeighbour: weighted([1, true], [4, false]),
  isHolderPhished: weighted([1, true], [2, false]),
  hasProvider: fc.boolean(),
  isDomainVerified: weighted([3, true], [1, false]),
  gatedActions: fc.oneof(
    { weight: 3, arbitrary: fc.subarray([...approvalActions], { maxLength: 0 }) },
    { weight: 2, arbitrary: fc.subarray([...approvalActions]) },
  ),
});

export interface WorldUser {
  userId: string;
  userName: string;
}

export interface World {
  right: Right;
  number: number;
  domain: number;
  company: number;
  branch: number;
  otherBranch: number;
  merchant: number;
  otherMerchant: number;
  installation: number;
  otherInstallation: number;
  neighbour: number;
  /** The organisation where the attackers lack the right. */
  target: number;
  /** The email domain of the company, and one that the attackers own with its mailboxes and its DNS. */
  companyDomain: string;
  attackersDomain: string;
  attackers: WorldUser[];
  holder: WorldUser;
  /** Came from the directory, holds the right by a group, has no password. */
  provisioned: WorldUser;
  /** Holds the right and is inactive. */
  inactive: WorldUser;
  /** Has no role, and belongs to the organisation where the attackers lack the right. */
  plain: WorldUser;
  rightRole: string;
  mappedGroup: string;
  transactionId: number;
  /** Of the company's shop, which may do everything. The attackers do not know it. */
  shopSecret: string;
  /** A request of the holder at the merchant that waits for a decision. */
  pendingApproval: string;
}

/** Creates the world of a plan. `password`: the hash of the holder's password, which the attackers may know. */
export async function createWorld(
  app: TestApp,
  plan: Plan,
  number: number,
  { passwordHash }: { passwordHash: string },
): Promise<World> {
  const { owner, clock, services } = app;
  const now = clock.now();
  const first = 3_000_000 + number * 20;
  const [domain, company, branch, otherBranch, merchant, otherMerchant, neighbour, neighbourMerchant] = [
    0, 1, 2, 3, 4, 5, 6, 7,
  ].map((offset) => first + offset) as [number, number, number, number, number, number, number, number];
  const installation = 50_000_000 + number * 4;
  const otherInstallation = installation + 1;
  const companyDomain = `company${number}.example`;
  const attackersDomain = `attackers${number}.example`;
  const { right } = plan;
  const target = { company, branch, merchant }[right.at];
  const person = (name: string, at = companyDomain): WorldUser => ({
    userId: randomUUID(),
    userName: `${name}@${at}`,
  });
  const holder = person('holder');
  const provisioned = person('provisioned');
  const inactive = person('inactive');
  const plain = person('plain');
  const attackers = plan.attackers.map((_plan, index) => person(`attacker${index}`));
  const outsider = person('outsider', `neighbour${number}.example`);
  const rightRole = `right-${number}`;
  const group = randomUUID();
  const apiId = newApiId();
  const shopSecret = newSecret(apiId, 'TEST');
  const unit = (
    id: number,
    type: string,
    parent: { id: number; path: string } | undefined,
    companyId: number | null,
  ) => ({
    id,
    companyId,
    type,
    name: `${type} ${id}`,
    parentId: parent?.id ?? null,
    path: `${parent?.path ?? ''}/${id}`,
  });
  const root = unit(domain, 'DOMAIN', undefined, null);
  const companyUnit = unit(company, 'GROUP', root, company);
  const branchUnit = unit(branch, 'BRANCH', companyUnit, company);
  const otherBranchUnit = unit(otherBranch, 'BRANCH', companyUnit, company);
  const merchantUnit = unit(merchant, 'MERCHANT', branchUnit, company);
  const otherMerchantUnit = unit(otherMerchant, 'MERCHANT', otherBranchUnit, company);
  const neighbourUnit = unit(neighbour, 'GROUP', root, neighbour);
  const units = [
    root,
    companyUnit,
    branchUnit,
    otherBranchUnit,
    merchantUnit,
    otherMerchantUnit,
    neighbourUnit,
    unit(neighbourMerchant, 'MERCHANT', neighbourUnit, neighbour),
    unit(installation, 'INSTALLATION', merchantUnit, company),
    unit(otherInstallation, 'INSTALLATION', otherMerchantUnit, company),
  ];
  const placeIds: Record<Place, number> = {
    domain,
    company,
    branch,
    merchant,
    otherBranch,
    otherMerchant,
  };
  const elsewhere = right.at === 'company' ? branch : otherBranch;
  const attackerRoles = plan.attackers.map(({ power, place }, index) => ({
    // Roles of the provider's organisation are standard ones.
    roleId: `attacker-${number}-${index}`,
    companyId: place === 'domain' ? null : company,
    permissions: (powers[power] as readonly string[]).filter((name) => name !== right.permission),
  }));
  const roles = [
    { roleId: rightRole, companyId: company, permissions: [right.permission] as string[] },
    ...attackerRoles,
  ];
  const user = ({ userId, userName }: WorldUser, more: object = {}) => ({
    userId,
    organisationId: company,
    userName,
    userNameKey: userName,
    givenName: 'Ada',
    familyName: 'Lowe',
    domainUser: false,
    active: true,
    passwordHash: null as string | null,
    passwordChangedAt: now,
    createdAt: new Date(now.getTime() - 90 * 86_400_000),
    ...more,
  });
  const grant = ({ userId }: WorldUser, roleId: string, organisationId: number, cascade = true) => ({
    userId,
    roleId,
    organisationId,
    cascade,
  });
  const transactionId = 8_000_000_000 + number;
  const pendingApproval = randomUUID();
  await owner.begin(async (sql) => {
    await sql`insert into organisation ${sql(units)}`;
    await sql`insert into installation ${sql(
      [
        { installationId: installation, merchantId: merchant },
        { installationId: otherInstallation, merchantId: otherMerchant },
      ].map((row) => ({
        ...row,
        companyId: company,
        mcc: '5812',
        currencies: ['GBP'],
        webOrigins: ['https://shop.harbour.example'],
      })),
    )}`;
    await sql`insert into role ${sql(
      roles.map(({ roleId, companyId }) => ({ roleId, companyId, name: roleId, description: '' })),
    )}`;
    await sql`insert into role_permission ${sql(
      roles.flatMap(({ roleId, permissions }) => permissions.map((permission) => ({ roleId, permission }))),
    )}`;
    await sql`insert into app_user ${sql([
      user(holder, { passwordHash: plan.isHolderPhished ? passwordHash : null }),
      user(provisioned),
      user(inactive, { active: false }),
      user(plain, { organisationId: target }),
      ...attackers.map((attacker, index) =>
        user(
          attacker,
          plan.attackers[index]?.place === 'domain' ? { organisationId: domain, domainUser: true } : {},
        ),
      ),
      ...(plan.hasNeighbour ? [user(outsider, { organisationId: neighbour })] : []),
    ])}`;
    await sql`insert into role_grant ${sql([
      grant(holder, 'administrator', company),
      grant(provisioned, rightRole, target),
      grant(inactive, rightRole, target),
      ...attackers.flatMap((attacker, index) => {
        const { place = 'company', cascade = true, holdsElsewhere = false } = plan.attackers[index] ?? {};
        return [
          grant(attacker, `attacker-${number}-${index}`, placeIds[place], cascade),
          ...(holdsElsewhere && place !== 'domain' ? [grant(attacker, rightRole, elsewhere)] : []),
        ];
      }),
      ...(plan.hasNeighbour ? [grant(outsider, 'administrator', neighbour)] : []),
    ])}`;
    await sql`insert into scim_company ${sql([{ companyId: company, sendInvitations: true, version: 1 }])}`;
    const scim = { companyId: company, createdAt: now, updatedAt: now, version: 1 };
    await sql`insert into scim_user ${sql([
      { ...scim, userId: provisioned.userId, active: true, awaitsInvitation: false },
    ])}`;
    await sql`insert into scim_group ${sql([
      { ...scim, groupId: group, displayName: 'Holders', displayNameKey: 'holders' },
    ])}`;
    await sql`insert into scim_group_member ${sql([{ companyId: company, groupId: group, userId: provisioned.userId }])}`;
    const given = { companyId: company, roleId: rightRole, organisationId: target };
    await sql`insert into scim_group_role ${sql([{ ...given, groupId: group }])}`;
    await sql`insert into scim_grant ${sql([{ ...given, userId: provisioned.userId }])}`;
    if (plan.isDomainVerified)
      await sql`insert into sso_domain ${sql([
        { companyId: company, domain: companyDomain, token: 'token', verifiedAt: now },
      ])}`;
    if (plan.hasProvider) {
      const secret = Buffer.from(clientSecret);
      await sql`insert into sso_provider ${sql([
        {
          companyId: company,
          issuer: companyIssuer,
          clientId,
          sealedSecret: seal(services.keys.singleSignOn, secret, secretContext(company)),
          changedAt: now,
          version: 1,
          connectsBy: holder.userId,
          emailClaim: 'email',
        },
      ])}`;
      await sql`insert into sso_mapping ${sql([
        {
          companyId: company,
          ruleId: randomUUID(),
          claim: 'groups',
          value: 'holders',
          roleId: rightRole,
          organisationId: target,
          ownerId: holder.userId,
        },
      ])}`;
      await sql`insert into sso_identity ${sql([
        {
          companyId: company,
          issuer: companyIssuer,
          subject: `holder ${number}`,
          userId: holder.userId,
          isCreated: false,
          linkedAt: now,
        },
      ])}`;
    }
    await sql`insert into second_factor ${sql([
      {
        factorId: randomUUID(),
        userId: holder.userId,
        kind: 'totp',
        name: '',
        sealedSecret: seal(services.keys.secondFactor, Buffer.alloc(20, 5), holder.userId),
        lastStep: 0,
        createdAt: now,
      },
    ])}`;
    await sql`insert into api_credential ${sql([
      {
        apiId,
        companyId: company,
        name: 'Shop',
        permissions: [...apiPermissions],
        createdAt: now,
        createdBy: holder.userId,
      },
    ])}`;
    await sql`insert into api_credential_installation ${sql([{ apiId, installationId: installation }])}`;
    await sql`insert into api_secret ${sql([
      { apiId, keyHash: hashSecret(services.keys.apiKey, shopSecret).hash, createdAt: now },
    ])}`;
    const sealed = JSON.stringify({
      path: { installationId: installation, transactionId },
      query: {},
      body: {},
    });
    await sql`insert into approval_request ${sql([
      {
        companyId: company,
        approvalId: pendingApproval,
        action: 'refund',
        endpoint: 'refundTransaction',
        sealedRequest: seal(services.keys.approval, Buffer.from(sealed), pendingApproval),
        requestHash: Buffer.from(pendingApproval),
        organisationId: merchant,
        state: 'PENDING',
        requestedBy: holder.userId,
        requestedByName: 'Ada Lowe',
        requestedFrom: '10.0.0.1',
        requestedAt: now,
        endsAt: new Date(now.getTime() + 30 * 86_400_000),
      },
    ])}`;
    if (plan.gatedActions.length > 0) {
      await sql`insert into approval_policy ${sql([{ companyId: company, includesKeys: false, version: 1 }])}`;
      await sql`insert into approval_rule ${sql(
        plan.gatedActions.map((action) => ({ companyId: company, action, hours: 24 })),
      )}`;
    }
  });
  await insertTransaction(owner, {
    txnId: transactionId,
    companyId: company,
    merchantId: merchant,
    installationId: installation,
  });
  return {
    right,
    number,
    domain,
    company,
    branch,
    otherBranch,
    merchant,
    otherMerchant,
    installation,
    otherInstallation,
    neighbour,
    target,
    companyDomain,
    attackersDomain,
    attackers: [...attackers, ...(plan.hasNeighbour ? [outsider] : [])],
    holder,
    provisioned,
    inactive,
    plain,
    rightRole,
    mappedGroup: group,
    transactionId,
    shopSecret,
    pendingApproval,
  };
}
