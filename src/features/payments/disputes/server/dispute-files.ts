import { auditAction } from '#server/audit/audit-event.ts';
import { Download, type HandlerContext } from '#server/handler.ts';
import { cleanFileName, findFileType, headerFileName, maxFileBytes } from '#shared/attached-file.ts';
import { maskCardNumbers } from '#shared/card-number.ts';
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

/** Locks the dispute. What is being sent, and what was sent, does not change. */
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

const types: readonly string[] = ['application/pdf', 'image/jpeg', 'image/png'];

/** The type is read from the bytes, and the name must have an ending of that type. */
export async function attachFile(ctx: FileContext, body: Upload): Promise<DisputeFile> {
  const { sql, now, caller } = ctx;
  const { file } = body;
  const item = body.fields.get('item') ?? '';
  if (!/^[\w .-]{1,100}$/.test(item)) throw problems.invalid('body.item', 'not_allowed');
  if (!file) throw problems.invalid('body.file', 'missing');
  if (file.length === 0) throw new Problem(400, 'CASE_FILE_EMPTY', 'case_file_empty');
  if (file.length > maxFileBytes) throw new Problem(413, 'TOO_LARGE', 'case_file_too_large');
  const contentType = findFileType(file);
  if (!contentType || !types.includes(contentType)) throw new Problem(400, 'EVIDENCE_TYPE', 'evidence_type');
  const name = cleanFileName(maskCardNumbers(body.fileName), contentType);
  if (name === undefined) throw new Problem(400, 'CASE_FILE_NAME', 'case_file_name');
  const dispute = await lockForEvidence(ctx);
  if ((await readDisputeFiles(sql, dispute)).length >= maxDisputeFiles)
    throw new Problem(409, 'CASE_FILES_FULL', 'case_files_full');
  const addedBy = requireUser(caller).name;
  const added = await insertDisputeFile(sql, dispute, {
    item,
    name,
    contentType,
    addedAt: now,
    addedBy,
    body: file,
  });
  const after = { fileId: String(added.fileId), item, contentType, size: added.size };
  await audit(ctx, endpoints.attachDisputeFile.name, { before: {}, after });
  return toFile(added);
}

export async function downloadFile(
  { sql, resource }: Pick<FileContext, 'sql' | 'resource'>,
  fileId: number,
): Promise<Download> {
  const file = await readFileBody(sql, resource, fileId);
  if (!file) throw problems.notFound();
  return new Download(headerFileName(file.name), file.contentType, inOnePart(file.body));
}

async function* inOnePart(body: Buffer): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(body);
}

export async function removeFile(ctx: FileContext, fileId: number): Promise<void> {
  const dispute = await lockForEvidence(ctx);
  const name = await deleteDisputeFile(ctx.sql, dispute, fileId);
  if (name === undefined) throw problems.notFound();
  await audit(ctx, endpoints.removeDisputeFile.name, { before: { fileId: String(fileId) }, after: {} });
}
