import { randomUUID } from 'node:crypto';
import type { ApiPermission } from '#shared/api-permissions.ts';
import type { GatedAction } from '#shared/approval-actions.ts';
import type { Endpoint } from '#shared/define-endpoint.ts';
import { formatMinor } from '#shared/money.ts';
import { Problem } from '#shared/problem.ts';
import { readNeedsApproval } from '#features/access/api-keys/server/api-credential-table.ts';
import type { ApprovalGate } from '#server/auth/approval-gate.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import { ApprovalNeeded, type ApprovalSummary, type GatedRequest } from '#server/auth/require-approval.ts';
import { seal } from '#server/auth/seal.ts';
import { addMs, dayMs, hourMs } from '#server/clock.ts';
import { type HandlerContextWithoutTransaction, Reply } from '#server/handler.ts';
import type { RawRequest } from '#server/http/parse-request.ts';
import { keyedHash } from '#server/keys.ts';
import type { Services } from '#server/services.ts';
import { type StoredRule, readPolicy } from './approval-policy-table.ts';
import { findByHash, findRequest, insertRequest, listWaitingOnObject } from './approval-request-table.ts';
import { mailApprovers } from './notify-approval.ts';

/** How long a looser policy and an exempt key wait for approval. */
const policyHours = 24;

/** Registered with the services: handlers ask it through `requireApproval`, and register-routes.ts stores what it holds. */
export const approvalGate: ApprovalGate = {
  async require(sql, { endpoint: { name: endpoint, approval: action }, caller, resource }, summary) {
    if (action === undefined) throw new Error(`${endpoint} names no action that needs approval`);
    const { companyId }: { companyId?: number | null } = resource;
    if (!companyId) return;
    const policy = await readPolicy(sql, companyId);
    const rule = findRule(policy.rules, action);
    if (!rule || !applies(rule, summary)) return;
    if (caller.kind === 'api') {
      if (!policy.includesKeys && !(await readNeedsApproval(sql, caller.id))) return;
      throw new Problem(
        400,
        'V104',
        'This needs approval by a second person, which an API key cannot ask for',
      );
    }
    if (summary.refusedWith) throw summary.refusedWith;
    throw new ApprovalNeeded({ companyId, action, endpoint, hours: rule.hours }, summary);
  },

  async store(ctx, { request, summary }, raw) {
    // The services of the program are complete.
    const approvalId = await storeRequest(ctx as Context, request, summary, raw);
    return new Reply(202, { status: 'PENDING_APPROVAL', approvalId });
  },

  listWaiting: listWaitingOnObject,

  async holds(sql, companyId, action) {
    const { rules } = await readPolicy(sql, companyId);
    return rules.some((rule) => rule.action === action);
  },

  async holdsKey(sql, companyId, permissions) {
    const { rules } = await readPolicy(sql, companyId);
    return rules.some(({ action }) => keyPermissions[action]?.some((name) => permissions.includes(name)));
  },
};

/** What a key needs for the requests of an action. The capture of a deferred payout pays it. */
const keyPermissions: Readonly<Partial<Record<GatedAction, readonly ApiPermission[]>>> = {
  refund: ['P_REFUND_TRANSACTION'],
  payout: ['P_NEW_PAYOUT', 'P_CAPTURE_TRANSACTION'],
};

/** How long a request can wait, and be sent again. */
const repeatedMs = 8 * dayMs;

type Rule = Pick<StoredRule, 'fromMinor' | 'fromCurrency' | 'hours'>;

function findRule(rules: readonly StoredRule[], action: GatedAction): Rule | undefined {
  if (action !== 'changePolicy' && action !== 'exemptKey')
    return rules.find((rule) => rule.action === action);
  return rules.length === 0 ? undefined : { fromMinor: null, fromCurrency: null, hours: policyHours };
}

/** Another currency always needs approval: no exchange rate is available. */
function applies({ fromMinor, fromCurrency }: Rule, { amount, countedMinor }: ApprovalSummary): boolean {
  if (fromMinor === null || !amount) return true;
  return amount.currency !== fromCurrency || (countedMinor ?? amount.minor) >= fromMinor;
}

type Context = HandlerContextWithoutTransaction<Endpoint, Services>;

/** Stores the sealed request with its emails and its audit event. The same request is stored once. */
async function storeRequest(
  ctx: Context,
  { companyId, action, endpoint, hours }: GatedRequest,
  { organisationId, amount, objectId, objectName, refundReason = null, refundNote = null }: ApprovalSummary,
  { path, query, body }: RawRequest,
): Promise<string> {
  const { caller, request, services, now, inTenant } = ctx;
  const approvalId = randomUUID();
  const key = request.header('idempotency-key');
  const sealed = JSON.stringify({ path, query, body });
  const hashed = JSON.stringify([endpoint, key ?? null, sealed]);
  const ring = services.keys.approval;
  const row = {
    companyId,
    approvalId,
    action,
    endpoint,
    sealedRequest: seal(ring, Buffer.from(sealed), approvalId),
    requestHash: keyedHash(ring.current, hashed),
    organisationId,
    amountMinor: amount?.minor ?? null,
    currency: amount?.currency ?? null,
    objectId,
    objectName,
    refundReason,
    refundNote,
    requestedBy: caller.id,
    requestedByName: caller.name,
    requestedFrom: request.ip,
    requestedAt: now,
    endsAt: addMs(now, hours * hourMs),
  };
  // Under the key before too, so that a repeated request is found after a rotation.
  const requestHashes = ring.valid(now, repeatedMs).map((one) => keyedHash(one, hashed));
  return inTenant(async (sql) => {
    const known = await findByHash(sql, { ...row, requestHashes }, key !== undefined);
    if (known !== undefined) return known;
    if (!(await insertRequest(sql, row))) {
      const winner = await findByHash(sql, { ...row, requestHashes }, true);
      if (winner === undefined) throw new Error(`${approvalId}: neither stored nor known`);
      return winner;
    }
    const stored = await findRequest(sql, [companyId], approvalId);
    if (!stored) throw new Error(`${approvalId} vanished`);
    await mailApprovers(sql, stored, now);
    await auditAction(sql, {
      by: { caller, request, now },
      companyId,
      organisationId,
      act: 'askApproval',
      objectKind: 'approval',
      objectId: approvalId,
      detail: { action, object: objectId, name: objectName, amount: amount ? wire(amount) : undefined },
    });
    return approvalId;
  });
}

const wire = ({ minor, currency }: { minor: number; currency: string }): string =>
  `${formatMinor(minor, currency)} ${currency}`;
