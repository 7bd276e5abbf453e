import { randomUUID } from 'node:crypto';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import { Problem, problems } from '#shared/problem.ts';
import { isUserId } from '#shared/user-name.ts';
import type { TenantSql } from '#database/tenant.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import { type Caller, mayOn } from '#server/auth/caller.ts';
import { type HandlerContext, handle } from '#server/handler.ts';
import {
  type StoredHold,
  findHold,
  findRoot,
  insertHold,
  listHolds,
  listHoldsOfCase,
  listHoldsOfTransaction,
  recordRelease,
} from './hold-table.ts';

type Context = Pick<HandlerContext<unknown>, 'sql' | 'caller' | 'request' | 'now'>;
type Place = Pick<StoredHold, 'companyId' | 'kind' | 'organisationId' | 'objectId'>;

async function createHold(
  { sql, caller, request, now }: Context,
  { companyId, kind, organisationId, objectId }: Place,
  { reason, endsAt: end }: schemas.NewHold,
): Promise<{ holdId: string }> {
  const endsAt = end === null ? null : new Date(end);
  if (endsAt !== null && endsAt <= now) throw problems.invalid('body.endsAt');
  const holdId = randomUUID();
  await insertHold(sql, {
    companyId,
    holdId,
    kind,
    organisationId,
    objectId,
    reason,
    endsAt,
    createdAt: now,
    createdBy: caller.id,
    createdByName: caller.name,
  });
  await auditAction(sql, {
    by: { caller, request, now },
    companyId,
    organisationId,
    act: 'createLegalHold',
    objectKind: 'legalHold',
    objectId: holdId,
    after: { kind, objectId, reason, endsAt },
  });
  return { holdId };
}

export const holdOrganisation = handle(endpoints.holdOrganisation, schemas.holdOrganisation, (ctx) => {
  const { organisationId, companyId } = ctx.resource;
  // Above companies there is no data.
  if (companyId === null) throw problems.forbidden();
  return createHold(ctx, { companyId, kind: 'ORGANISATION', organisationId, objectId: null }, ctx.body);
});

export const holdCustomer = handle(endpoints.holdCustomer, schemas.holdCustomer, (ctx) => {
  const { companyId, merchantId, knownCustomerId } = ctx.resource;
  const place = {
    companyId,
    kind: 'CUSTOMER',
    organisationId: merchantId,
    objectId: knownCustomerId,
  } as const;
  return createHold(ctx, place, ctx.body);
});

export const holdTransaction = handle(endpoints.holdTransaction, schemas.holdTransaction, async (ctx) => {
  const { companyId, merchantId, transactionId } = ctx.resource;
  const objectId = await findRoot(ctx.sql, companyId, transactionId);
  return createHold(ctx, { companyId, kind: 'TRANSACTION', organisationId: merchantId, objectId }, ctx.body);
});

export const holdCase = handle(endpoints.holdCase, schemas.holdCase, (ctx) => {
  const { companyId, merchantId, caseId } = ctx.resource;
  return createHold(ctx, { companyId, kind: 'CASE', organisationId: merchantId, objectId: caseId }, ctx.body);
});

export const listLegalHolds = handle(
  endpoints.listLegalHolds,
  schemas.listLegalHolds,
  async ({ sql, caller, resource, now }) => ({
    holds: await viewHolds(sql, caller, resource.path, now),
  }),
);

export const getHoldsOfTransaction = handle(
  endpoints.getHoldsOfTransaction,
  schemas.getHoldsOfTransaction,
  async ({ sql, resource, now }) => ({
    holds: (await listHoldsOfTransaction(sql, { ...resource, now })).map((hold) => toView(hold, now)),
  }),
);

export const getHoldsOfCase = handle(
  endpoints.getHoldsOfCase,
  schemas.getHoldsOfCase,
  async ({ sql, resource, now }) => ({
    holds: (await listHoldsOfCase(sql, { ...resource, now })).map((hold) => toView(hold, now)),
  }),
);

export const releaseLegalHold = handle(
  endpoints.releaseLegalHold,
  schemas.releaseLegalHold,
  async ({ sql, caller, request, resource, path, now }) => {
    const hold = isUserId(path.holdId) ? await findHold(sql, caller.tenantIds, path.holdId) : undefined;
    const isBelow =
      hold?.organisationPath === resource.path || hold?.organisationPath.startsWith(`${resource.path}/`);
    if (!hold || isBelow !== true || !mayHoldOn(caller, hold)) throw problems.notFound();
    if (hold.releasedAt !== null || (hold.endsAt !== null && hold.endsAt <= now))
      throw new Problem(409, 'HOLD_ENDED', 'hold_ended');
    await recordRelease(sql, hold, { id: caller.id, name: caller.name, at: now });
    await auditAction(sql, {
      by: { caller, request, now },
      companyId: hold.companyId,
      organisationId: hold.organisationId,
      act: 'releaseLegalHold',
      objectKind: 'legalHold',
      objectId: hold.holdId,
      before: { kind: hold.kind, objectId: hold.objectId, reason: hold.reason, endsAt: hold.endsAt },
    });
    return { holds: await viewHolds(sql, caller, resource.path, now) };
  },
);

const mayHoldOn = (caller: Caller, { organisationPath }: StoredHold): boolean =>
  mayOn(caller, 'P_MANAGE_LEGAL_HOLDS', organisationPath);

async function viewHolds(
  sql: TenantSql,
  caller: Caller,
  path: string,
  now: Date,
): Promise<schemas.LegalHold[]> {
  const holds = await listHolds(sql, caller.tenantIds, path);
  return holds.filter((hold) => mayHoldOn(caller, hold)).map((hold) => toView(hold, now));
}

function toView(hold: StoredHold, now: Date): schemas.LegalHold {
  const { endsAt, releasedAt } = hold;
  const hasEnded = endsAt !== null && endsAt <= now;
  return {
    holdId: hold.holdId,
    kind: hold.kind,
    organisationId: hold.organisationId,
    organisationName: hold.organisationName,
    objectId: hold.objectId === null ? null : String(hold.objectId),
    reason: hold.reason,
    createdAt: hold.createdAt.toISOString(),
    createdBy: hold.createdByName,
    endsAt: endsAt?.toISOString() ?? null,
    endedAt: (releasedAt ?? (hasEnded ? endsAt : null))?.toISOString() ?? null,
    endedBy: hold.releasedByName,
  };
}
