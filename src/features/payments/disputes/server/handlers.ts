import { merchantScope } from '#features/record/reporting/server/merchant-scope.ts';
import { handle, handleWithoutTransaction } from '#server/handler.ts';
import { readCursorPage } from '#server/http/list-cursor.ts';
import type { Services } from '#server/services.ts';
import { problems } from '#shared/problem.ts';
import { defaultDisputes, maxDisputeOffset } from '../disputes-search.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import { acceptFor, loadForm, submitFor } from './answer-dispute.ts';
import { listDisputesAfter, readDispute } from './db/dispute-table.ts';
import { findDisputes } from './db/search-disputes.ts';
import { toMerchantDispute } from './dispute-events.ts';
import { attachFile, downloadFile, removeFile } from './dispute-files.ts';
import { loadKnownEvidence, prefillTexts } from './known-evidence.ts';
import { requireDispute } from './record-report.ts';
import { toListed, viewDispute } from './view-dispute.ts';

const reading = ['P_VIEW_DISPUTES', 'P_MANAGE_DISPUTES'] as const;

export const listDisputes = handle(
  endpoints.listDisputes,
  schemas.listDisputes,
  async ({ sql, caller, services, path, query }) => {
    const { offset = 0, pageSize = 25, nodes, field, direction, ...search } = query;
    const orgIds = nodes === undefined ? [path.orgId] : nodes.split(',').map(Number);
    const scope = await merchantScope(services, caller, orgIds, [reading]);
    if (scope.tenantIds.length === 0) return { disputes: [], total: 0, hasMore: false };
    const order = {
      field: field ?? defaultDisputes.field,
      direction: direction ?? defaultDisputes.direction,
      offset,
      pageSize,
    };
    const { rows, found } = await findDisputes(sql, scope, search, order);
    return {
      disputes: rows.map(toListed),
      total: Math.min(found, maxDisputeOffset),
      hasMore: found > maxDisputeOffset,
    };
  },
);

export const getDispute = handle<typeof endpoints.getDispute, Services>(
  endpoints.getDispute,
  schemas.getDispute,
  ({ sql, services, caller, resource }) => viewDispute(sql, services, caller, resource),
);

export const getEvidenceForm = handleWithoutTransaction<typeof endpoints.getEvidenceForm, Services>(
  endpoints.getEvidenceForm,
  schemas.getEvidenceForm,
  async ({ services, resource, inTenant }) => {
    const [dispute, known] = await inTenant(async (sql) => [
      await requireDispute(sql, resource),
      await loadKnownEvidence(sql, resource),
    ]);
    const { reasons, fileTypes } = await loadForm(services, dispute);
    const { at, earlier, ...facts } = known;
    return {
      reasons,
      fileTypes,
      texts: prefillTexts(known),
      known: {
        ...facts,
        at: at.toISOString(),
        earlier: earlier.map(({ at: paidAt, ...one }) => ({ ...one, at: paidAt.toISOString() })),
      },
    };
  },
);

export const acceptDispute = handleWithoutTransaction<typeof endpoints.acceptDispute, Services>(
  endpoints.acceptDispute,
  schemas.acceptDispute,
  (ctx) => acceptFor(ctx, ctx.body.version),
);

export const submitEvidence = handleWithoutTransaction<typeof endpoints.submitEvidence, Services>(
  endpoints.submitEvidence,
  schemas.submitEvidence,
  (ctx) => submitFor(ctx, ctx.body),
);

export const attachDisputeFile = handle(endpoints.attachDisputeFile, schemas.attachDisputeFile, (ctx) =>
  attachFile(ctx, ctx.body),
);

export const downloadDisputeFile = handle(endpoints.downloadDisputeFile, schemas.downloadDisputeFile, (ctx) =>
  downloadFile(ctx, ctx.path.fileId),
);

export const removeDisputeFile = handle(
  endpoints.removeDisputeFile,
  schemas.removeDisputeFile,
  async (ctx) => {
    await removeFile(ctx, ctx.path.fileId);
    return undefined;
  },
);

export const listMerchantDisputes = handle(
  endpoints.listMerchantDisputes,
  schemas.listMerchantDisputes,
  async ({ sql, resource, query }) => {
    const { rows, nextCursor } = await readCursorPage({
      query,
      isId: (text) => /^[1-9]\d{0,14}$/.test(text),
      load: (after, limit) => listDisputesAfter(sql, resource, query, after, limit),
      readPosition: ({ place, disputeId }) => ({ at: place, id: String(disputeId) }),
    });
    return { items: rows.map(toMerchantDispute), nextCursor };
  },
);

/** The same 404 for an unknown dispute and for one of another installation. */
export const readMerchantDispute = handle(
  endpoints.readMerchantDispute,
  schemas.readMerchantDispute,
  async ({ sql, resource, path }) => {
    const { companyId, installationId } = resource;
    const dispute = await readDispute(sql, { companyId, disputeId: path.disputeId });
    if (dispute?.installationId !== installationId) throw problems.notFound();
    return toMerchantDispute(dispute);
  },
);
