import { randomUUID } from 'node:crypto';
import type { ApiPermission } from '#shared/api-permissions.ts';
import type { HeldAction } from '#shared/approval-actions.ts';
import { formatMinor } from '#shared/money.ts';
import { Problem } from '#shared/problem.ts';
import { readNeedsApproval } from '#features/access/api-keys/server/db/api-credential.ts';
import type { ApprovalGate } from '#server/auth/approval-gate.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import { seal } from '#server/auth/seal.ts';
import { addMs, hourMs } from '#server/clock.ts';
import { Reply } from '#server/handler.ts';
import type { RawRequest } from '#server/http/parse-request.ts';
import { keyedHash } from '#server/keys.ts';
import { type StoredRule, readPolicy } from './db/approval-policy.ts';
import { findByHash, findRequest, insertRequest, listWaitingOnTransaction } from './db/approval-request.ts';
import { descriptions } from './describe-request.ts';
import type { Context, Summary } from './description.ts';
import { mailApprovers } from './notify-approval.ts';

/** How long a looser policy and an exempt key wait for approval. */
const policyHours = 24;

/** Registered with the services, so that register-routes.ts calls it for every contract with `approval`. */
export const approvalGate: ApprovalGate = {
  async hold(call, request, raw) {
    // The services of the program are complete.
    const ctx = request as Context;
    const { resource, caller, inTenant } = ctx;
    const { companyId }: { companyId?: number | null } = resource;
    if (call.approval === undefined || !companyId) return undefined;
    const policy = await inTenant((sql) => readPolicy(sql, companyId));
    const rule = findRule(policy.rules, call.approval);
    if (!rule) return undefined;
    if (
      caller.kind === 'api' &&
      !policy.includesKeys &&
      !(await inTenant((sql) => readNeedsApproval(sql, caller.id)))
    )
      return undefined;
    const describe = descriptions[call.name];
    if (!describe) throw new Error(`${call.name}: an approval without a description`);
    const described = await describe(ctx);
    if (described.state === 'not-held') return undefined;
    if (described.state === 'refused') return { reply: described.reply };
    // The handler repeats the first response. If the request is new, the gate checks it again.
    if (described.state === 'repeated') return { limitMinor: 0 };
    const { summary } = described;
    if (!applies(rule, summary))
      return summary.countedMinor === undefined ? undefined : { limitMinor: rule.fromMinor ?? 0 };
    if (caller.kind === 'api')
      throw new Problem(
        400,
        'V104',
        'This needs approval by a second person, which an API key cannot ask for',
      );
    const order = { companyId, action: call.approval, endpoint: call.name, hours: rule.hours };
    const approvalId = await storeRequest(ctx, order, summary, raw);
    return { reply: new Reply(202, { status: 'PENDING_APPROVAL', approvalId }) };
  },

  listWaiting: listWaitingOnTransaction,

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
const keyPermissions: Readonly<Partial<Record<HeldAction, readonly ApiPermission[]>>> = {
  refund: ['P_REFUND_TRANSACTION'],
  payout: ['P_NEW_PAYOUT', 'P_CAPTURE_TRANSACTION'],
};

type Rule = Pick<StoredRule, 'fromMinor' | 'fromCurrency' | 'hours'>;

function findRule(rules: readonly StoredRule[], action: HeldAction): Rule | undefined {
  if (action !== 'changePolicy' && action !== 'exemptKey')
    return rules.find((rule) => rule.action === action);
  return rules.length === 0 ? undefined : { fromMinor: null, fromCurrency: null, hours: policyHours };
}

/** Another currency always needs approval: no exchange rate is available. */
function applies({ fromMinor, fromCurrency }: Rule, { amount, countedMinor }: Summary): boolean {
  if (fromMinor === null || !amount) return true;
  return amount.currency !== fromCurrency || (countedMinor ?? amount.minor) >= fromMinor;
}

interface Order {
  companyId: number;
  action: HeldAction;
  endpoint: string;
  hours: number;
}

/** Stores the sealed request with its emails and its audit event. The same request is stored once. */
async function storeRequest(
  ctx: Context,
  { companyId, action, endpoint, hours }: Order,
  { organisationId, amount, objectId, objectName }: Summary,
  { path, query, body }: RawRequest,
): Promise<string> {
  const { caller, request, services, now, inTenant } = ctx;
  const approvalId = randomUUID();
  const key = request.header('idempotency-key');
  const sealed = JSON.stringify({ path, query, body });
  const row = {
    companyId,
    approvalId,
    action,
    endpoint,
    sealedRequest: seal(services.keys.approval, Buffer.from(sealed), approvalId),
    requestHash: keyedHash(services.keys.approval, JSON.stringify([endpoint, key ?? null, sealed])),
    organisationId,
    amountMinor: amount?.minor ?? null,
    currency: amount?.currency ?? null,
    objectId,
    objectName,
    requestedBy: caller.id,
    requestedByName: caller.name,
    requestedFrom: request.ip,
    requestedAt: now,
    endsAt: addMs(now, hours * hourMs),
  };
  return inTenant(async (sql) => {
    const known = await findByHash(sql, row, key !== undefined);
    if (known !== undefined) return known;
    if (!(await insertRequest(sql, row))) {
      const winner = await findByHash(sql, row, true);
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
      detail: { action, object: objectId, name: objectName, ...(amount ? { amount: wire(amount) } : {}) },
    });
    return approvalId;
  });
}

const wire = ({ minor, currency }: { minor: number; currency: string }): string =>
  `${formatMinor(minor, currency)} ${currency}`;
