import { auditAction } from '#server/audit/audit-event.ts';
import { readAttachedFile, toDownload } from '#server/file/attached-file.ts';
import type { Download, HandlerContext } from '#server/handler.ts';
import { Problem, problems } from '#shared/problem.ts';
import { maxDisputeFiles } from '../dispute-limits.ts';
import * as endpoints from '../endpoints.ts';
import type { Upload } from '#shared/upload.ts';
import type { DisputeFile } from '../schemas.ts';
import { requireUser } from './answer-dispute.ts';
import {
  deleteDisputeFile,
  findAnswer,
  insertDisputeFile,
  readDisputeFiles,
  readFileBody,
} from './db/answer-table.ts';
import { requireDispute } from './record-report.ts';
import { toFile } from './view-dispute.ts';

type FileContext = Pick<
  HandlerContext<typeof endpoints.removeDisputeFile>,
  'sql' | 'caller' | 'request' | 'now' | 'resource'
>;

/** Locks the dispute. Files of a response that is being sent or was sent cannot change. */
async function lockForEvidence({ sql, resource }: FileContext) {
  const dispute = await requireDispute(sql, resource, { lock: true });
  const answer = await findAnswer(sql, dispute);
  if (answer?.state === 'PENDING') throw new Problem(409, 'DISPUTE_ANSWERING', 'dispute_answering');
  if (dispute.status !== 'NEEDS_RESPONSE') throw new Problem(409, 'DISPUTE_ANSWERED', 'dispute_answered');
  return dispute;
}

const audit = (
  { sql, caller, request, now, resource }: FileContext,
  act: string,
  change: { before: object; after: object },
): Promise<void> =>
  auditAction(sql, {
    by: { caller, request, now },
    companyId: resource.companyId,
    organisationId: resource.merchantId,
    act,
    objectKind: 'dispute',
    objectId: String(resource.disputeId),
    ...change,
  });

const types = ['application/pdf', 'image/jpeg', 'image/png'] as const;

export async function attachFile(ctx: FileContext, body: Upload): Promise<DisputeFile> {
  const { sql, now, caller } = ctx;
  const item = body.fields.get('item') ?? '';
  if (!/^[\w .-]{1,100}$/.test(item)) throw problems.invalid('body.item', 'not_allowed');
  const file = readAttachedFile(body, types, new Problem(400, 'EVIDENCE_TYPE', 'evidence_type'));
  const dispute = await lockForEvidence(ctx);
  const files = await readDisputeFiles(sql, dispute);
  if (files.length >= maxDisputeFiles) throw new Problem(409, 'CASE_FILES_FULL', 'case_files_full');
  // Processors keep one file of a kind: a second one would replace the first.
  if (files.some((one) => one.item === item)) throw new Problem(409, 'EVIDENCE_TAKEN', 'evidence_taken');
  const addedBy = requireUser(caller).name;
  const added = await insertDisputeFile(sql, dispute, {
    ...file,
    item,
    addedAt: now,
    addedBy,
  });
  const after = { fileId: String(added.fileId), item, contentType: added.contentType, size: added.size };
  await audit(ctx, endpoints.attachDisputeFile.name, { before: {}, after });
  return toFile(added);
}

export async function downloadFile(
  { sql, resource }: Pick<FileContext, 'sql' | 'resource'>,
  fileId: number,
): Promise<Download> {
  const file = await readFileBody(sql, resource, fileId);
  if (!file) throw problems.notFound();
  return toDownload(file);
}

export async function removeFile(ctx: FileContext, fileId: number): Promise<void> {
  const dispute = await lockForEvidence(ctx);
  const name = await deleteDisputeFile(ctx.sql, dispute, fileId);
  if (name === undefined) throw problems.notFound();
  await audit(ctx, endpoints.removeDisputeFile.name, { before: { fileId: String(fileId) }, after: {} });
}
