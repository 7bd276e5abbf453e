import type { BodyOf, Endpoint, PathOf } from '#shared/define-endpoint.ts';
import { Problem } from '#shared/problem.ts';
import { userNameKey } from '#shared/user-name.ts';
import type { exemptApiKey } from '#features/access/api-keys/endpoints.ts';
import { loadKey } from '#features/access/api-keys/server/db/api-credential.ts';
import type { changeRule, createRule } from '#features/fraud/fraud-rules/endpoints.ts';
import { findRule } from '#features/fraud/fraud-rules/server/db/rules.ts';
import type {
  captureTransaction,
  refundTransaction,
  takePayout,
} from '#features/payments/payments/endpoints.ts';
import { parsePayment } from '#features/payments/payments/request/parse-payment.ts';
import { refundTotalMinor } from '#features/payments/payments/follow-up.ts';
import { findIdempotencyKey, isDuplicate } from '#features/payments/payments/server/db/idempotency-keys.ts';
import { findTransaction, toRootState } from '#features/payments/payments/server/db/transactions.ts';
import { decide } from '#features/payments/payments/server/follow-up.ts';
import {
  buildPaymentContext,
  recordRefusal,
  sendPayment,
} from '#features/payments/payments/server/payment-context.ts';
import type { createPayoutSession } from '#features/payments/hosted-sessions/endpoints.ts';
import type { createPayoutLink } from '#features/payments/smart-links/endpoints.ts';
import type { changeRole } from '#features/access/roles/endpoints.ts';
import { loadRole } from '#features/access/roles/server/db/role.ts';
import type { exemptScimToken, mapScimGroup } from '#features/access/scim/endpoints.ts';
import { findGroup } from '#features/access/scim/server/db/scim-group.ts';
import { loadRolesOfGroups } from '#features/access/scim/server/db/scim-group-role.ts';
import { findToken } from '#features/access/scim/server/db/scim-token.ts';
import type { saveSignOnMapping, saveSignOnProvider } from '#features/access/single-sign-on/endpoints.ts';
import { ruleKey } from '#features/access/single-sign-on/rule-key.ts';
import { loadRules } from '#features/access/single-sign-on/server/db/sso-mapping.ts';
import { loadProvider } from '#features/access/single-sign-on/server/db/sso-provider.ts';
import type { createUser, resetSecondFactor, updateUser } from '#features/access/users/endpoints.ts';
import { grantKey } from '#features/access/users/server/db/grants.ts';
import { loadUserState } from '#features/access/users/server/manage-user.ts';
import type { TransactionResource } from '#server/auth/authorized-resource.ts';
import { requireStepUp } from '#server/auth/step-up.ts';
import type { saveApprovalPolicy } from '../endpoints.ts';
import { listApproversAt, readPolicy } from './db/approval-policy.ts';
import { describePayoutPage } from './describe-payout-page.ts';
import type { Context, Description, Summary } from './description.ts';
import { loosens } from './loosens.ts';
import { parsePolicy, policyContent } from './view-policy.ts';

const notHeld = { state: 'not-held' } as const;
const repeated = { state: 'repeated' } as const;
const describe = (summary: Summary): Description => ({ state: 'described', summary });

type Describe = (ctx: Context) => Promise<Description>;

const describeAs = <C extends Endpoint>(run: (ctx: Context<C>) => Promise<Description>): Describe =>
  run as Describe;

/** By the name of the endpoint, one for each contract with `approval`. */
export const descriptions: Readonly<Record<string, Describe>> = {
  refundTransaction: describeAs<typeof refundTransaction>(async (ctx) => {
    const { path, body } = ctx;
    const context = buildPaymentContext(ctx, 'refundTransaction');
    const decided = await context.inTenant(async (sql) => {
      if (context.idempotency && (await findIdempotencyKey(sql, context))) return repeated;
      const original = await findTransaction(sql, context.companyId, path.transactionId);
      if (!original) return notHeld;
      const result = await decide(sql, context, 'refund', original, body);
      const signature = result.ok ? result.value.signature : undefined;
      if (signature && (await isDuplicate(sql, context, signature))) return repeated;
      return { state: 'decided', original, result } as const;
    });
    if (decided.state !== 'decided') return decided;
    const { original, result } = decided;
    // The state may change before the handler decides, so a refusal is final here.
    if (!result.ok) {
      const reply = await recordRefusal(context.services.database, context, 'refund', result);
      return { state: 'refused', reply: sendPayment(context, reply) };
    }
    const amount = { minor: result.value.amountMinor, currency: original.ccyCode };
    await requireStepUp({ refund: amount }, ctx);
    const countedMinor = refundTotalMinor(toRootState(original), amount.minor);
    return describe({ ...transactionSummary(ctx), amount, countedMinor, objectName: original.merchRef });
  }),

  captureTransaction: describeAs<typeof captureTransaction>(async (ctx) => {
    const { path, body } = ctx;
    const context = buildPaymentContext(ctx, 'captureTransaction');
    const decided = await context.inTenant(async (sql) => {
      const original = await findTransaction(sql, context.companyId, path.transactionId);
      if (original?.txnType !== 'PAYOUT_INITIALIZE') return undefined;
      return { original, result: await decide(sql, context, 'capture', original, body) };
    });
    if (!decided) return notHeld;
    const { original, result } = decided;
    if (!result.ok) {
      const reply = await recordRefusal(context.services.database, context, 'capture', result);
      return { state: 'refused', reply: sendPayment(context, reply) };
    }
    const amount = { minor: result.value.amountMinor, currency: original.ccyCode };
    return describe({ ...transactionSummary(ctx), amount, objectName: original.merchRef });
  }),

  takePayout: describeAs<typeof takePayout>(async (ctx) => {
    const parsed = parsePayment(ctx.body, 'payout', ctx.now);
    // The handler refuses both with the same check.
    if (!parsed.ok || (ctx.request.program === 'portal' && 'card' in parsed.value.source)) return notHeld;
    const { amountMinor: minor, currency, merchantRef, source } = parsed.value;
    // A security code is never stored, not even sealed.
    if ('cv2' in source && source.cv2 !== undefined)
      throw new Problem(400, 'V104', 'A payout that waits for approval takes no security code');
    return describe({
      organisationId: ctx.resource.merchantId,
      objectId: null,
      amount: { minor, currency },
      objectName: merchantRef ?? null,
    });
  }),

  createPayoutSession: describeAs<typeof createPayoutSession>(describePayoutPage),
  createPayoutLink: describeAs<typeof createPayoutLink>(describePayoutPage),

  createRule: describeAs<typeof createRule>(describeNewRule),
  createTerritoryRule: describeAs<typeof createRule>(describeNewRule),
  changeRule: describeAs<typeof changeRule>((ctx) => describeRule(ctx, ctx.path.lifetimeAction)),
  changeTerritoryRule: describeAs<typeof changeRule>((ctx) =>
    describeRule(ctx, (ctx.path as PathOf<typeof changeRule> & { action: string }).action),
  ),

  createUser: describeAs<typeof createUser>(async ({ body, resource }) => {
    if ((body.entitlements ?? []).length === 0) return notHeld;
    return describe({
      organisationId: resource.organisationId,
      objectId: null,
      objectName: body.userName,
    });
  }),

  updateUser: describeAs<typeof updateUser>(async ({ body, resource, inTenant }) => {
    const { userId } = resource;
    const { grants, record } = await inTenant((sql) => loadUserState(sql, userId));
    const before = new Set(grants.map(grantKey));
    const isMore = body.entitlements.some(
      ({ type, value }) => !before.has(grantKey({ roleId: value, organisationId: Number(type) })),
    );
    // Another mailbox, or an open account, gives another person the roles that the user has.
    const isOther = userNameKey(body.userName) !== userNameKey(record.userName);
    const isOpened = body.active && !record.active;
    if (!isMore && !(grants.length > 0 && (isOther || isOpened))) return notHeld;
    return describe({
      organisationId: resource.organisationId,
      objectId: userId,
      objectName: body.userName,
    });
  }),

  resetSecondFactor: describeAs<typeof resetSecondFactor>(async ({ resource, inTenant }) => {
    const { userId } = resource;
    const { grants, record } = await inTenant((sql) => loadUserState(sql, userId));
    if (grants.length === 0) return notHeld;
    return describe({
      organisationId: record.organisationId,
      objectId: userId,
      objectName: record.userName,
    });
  }),

  changeRole: describeAs<typeof changeRole>(async ({ path, body, resource, inTenant }) => {
    const { organisationId, companyId } = resource;
    // Only companies have custom roles.
    if (companyId == null) return notHeld;
    const role = await inTenant((sql) => loadRole(sql, companyId, path.roleId));
    // The handler finds no such role, or rejects the version.
    if (!role || role.version !== body.version) return notHeld;
    // Everyone who has the role gains the permission.
    const isMore = role.userCount > 0 && body.permissions.some((name) => !role.permissions.includes(name));
    return isMore ? describe({ organisationId, objectId: path.roleId, objectName: role.name }) : notHeld;
  }),

  mapScimGroup: describeAs<typeof mapScimGroup>(async ({ path, body, resource, inTenant }) => {
    const { companyId } = resource;
    // The handler refuses it.
    if (companyId == null) return notHeld;
    return inTenant(async (sql) => {
      const group = await findGroup(sql, companyId, path.scimGroupId);
      if (!group) return notHeld;
      const before = new Set((await loadRolesOfGroups(sql, companyId, [group.groupId])).map(grantKey));
      // Present and later members gain the role.
      if (body.roles.every((role) => before.has(grantKey(role)))) return notHeld;
      return describe({ organisationId: companyId, objectId: group.groupId, objectName: group.displayName });
    });
  }),

  exemptScimToken: describeAs<typeof exemptScimToken>(async ({ path, resource, inTenant }) => {
    const { companyId } = resource;
    // The handler refuses it.
    if (companyId == null) return notHeld;
    const token = await inTenant((sql) => findToken(sql, companyId, path.scimTokenId));
    if (token?.needsApproval !== true) return notHeld;
    return describe({ organisationId: companyId, objectId: path.scimTokenId, objectName: token.name });
  }),

  saveSignOnMapping: describeAs<typeof saveSignOnMapping>(async ({ body, resource, inTenant }) => {
    const { organisationId } = resource;
    // The handler refuses a mapping at another organisation than the company.
    if (resource.companyId !== organisationId) return notHeld;
    const before = new Set((await inTenant((sql) => loadRules(sql, organisationId))).map(ruleKey));
    const added = body.rules.filter((rule) => !before.has(ruleKey(rule)));
    const [first] = added;
    if (!first) return notHeld;
    const objectName = `${first.claim} = ${first.value}${added.length > 1 ? ` (+${added.length - 1})` : ''}`;
    return describe({ organisationId, objectId: null, objectName });
  }),

  saveSignOnProvider: describeAs<typeof saveSignOnProvider>(async ({ body, resource, inTenant }) => {
    const { organisationId } = resource;
    if (resource.companyId !== organisationId) return notHeld;
    const { before, rules } = await inTenant(async (sql) => ({
      before: await loadProvider(sql, organisationId),
      rules: await loadRules(sql, organisationId),
    }));
    // Another provider decides who gets the roles of the mapping and of the users who may connect.
    const isOther =
      body.clientSecret !== undefined && (rules.length > 0 || (before?.connectsBy ?? null) !== null);
    if (!isOther && body.connectsProvisioned !== true) return notHeld;
    return describe({ organisationId, objectId: null, objectName: body.issuer });
  }),

  exemptApiKey: describeAs<typeof exemptApiKey>(async ({ path, resource, inTenant, caller }) => {
    const key = await inTenant((sql) => loadKey(sql, caller.tenantIds, path.apiId));
    if (!key?.needsApproval || key.companyId !== resource.companyId) return notHeld;
    return describe({ organisationId: key.companyId, objectId: key.apiId, objectName: key.name });
  }),

  saveApprovalPolicy: describeAs<typeof saveApprovalPolicy>(
    async ({ body, resource, inTenant, caller, now }) => {
      const { organisationId } = resource;
      // The handler refuses a policy at another organisation than the company.
      if (resource.companyId !== organisationId) return notHeld;
      const next = policyContent(parsePolicy(body));
      return inTenant(async (sql) => {
        const stored = await readPolicy(sql, organisationId);
        if (stored.version !== body.version || !loosens(policyContent(stored), next)) return notHeld;
        const others = await listApproversAt(sql, { organisationId, exceptId: caller.id, now });
        // Otherwise the last approver would only have to deactivate the others.
        if (others.length === 0) throw new Problem(409, 'NO_OTHER_APPROVER', 'no_other_approver');
        return describe({ organisationId, objectId: null, objectName: null });
      });
    },
  ),
};

function transactionSummary({
  resource,
}: {
  resource: Pick<TransactionResource, 'merchantId' | 'transactionId'>;
}) {
  return {
    organisationId: resource.merchantId,
    objectId: String(resource.transactionId),
  };
}

async function describeNewRule({
  body,
  resource,
}: Pick<Context<typeof createRule>, 'body' | 'resource'>): Promise<Description> {
  if (body.active === false) return notHeld;
  return describe({
    organisationId: resource.organisationId,
    objectId: null,
    objectName: body.name,
  });
}

/** A changed active rule is active at once, so it counts as an activation. */
async function describeRule(ctx: Context<typeof changeRule>, action: string): Promise<Description> {
  const { path, resource, inTenant, caller } = ctx;
  const body = ctx.body as BodyOf<typeof changeRule>;
  if (action !== 'ACTIVATE' && action !== 'UPDATE') return notHeld;
  const stored = await inTenant((sql) => findRule(sql, caller.tenantIds, path.ruleId));
  // The handler finds no such rule. A rule that was activated in between needs its new version.
  if (!stored || stored.version !== body.version) return notHeld;
  if (stored.active !== (action === 'UPDATE')) return notHeld;
  return describe({
    organisationId: resource.organisationId,
    objectId: String(path.ruleId),
    objectName: stored.name,
  });
}
