import { maskCardNumbers } from '#shared/card-number.ts';
import { Problem, problems } from '#shared/problem.ts';
import { countAttempt } from '#server/auth/throttle.ts';
import { minuteMs } from '#server/clock.ts';
import { handle } from '#server/handler.ts';
import { cleanFileName, findFileType, maxFileBytes } from '../case-file.ts';
import { maxFiles } from '../case-status.ts';
import { attachCaseFile as endpoint } from '../endpoints.ts';
import { attachCaseFile as schemas } from '../schemas.ts';
import { actorOf, auditCase, lockOpenCase, recordEvent } from './case-context.ts';
import { insertFile, readFiles } from './db/case-files.ts';
import { toFile } from './case-view.ts';

/** Files that one user may send in the window. */
const limit = { files: 40, windowMs: 10 * minuteMs };

/** Stores an image or a PDF. Its type is read from its bytes, and its name must have an ending of that type. */
export const attachCaseFile = handle(endpoint, schemas, async (ctx) => {
  const { sql, services, caller, body, now } = ctx;
  const files = await countAttempt(services.database, `case-file:${caller.id}`, limit.windowMs, now);
  if (files > limit.files) throw problems.tooManyRequests(limit.windowMs / 1000);
  const { file } = body;
  if (!file) throw problems.invalid('body.file', 'missing');
  if (file.length === 0) throw new Problem(400, 'CASE_FILE_EMPTY', 'case_file_empty');
  if (file.length > maxFileBytes) throw new Problem(413, 'TOO_LARGE', 'case_file_too_large');
  const contentType = findFileType(file);
  if (!contentType) throw new Problem(400, 'CASE_FILE_TYPE', 'case_file_type');
  const name = cleanFileName(maskCardNumbers(body.fileName), contentType);
  if (name === undefined) throw new Problem(400, 'CASE_FILE_NAME', 'case_file_name');
  const stored = await lockOpenCase(ctx);
  if ((await readFiles(sql, stored)).length >= maxFiles)
    throw new Problem(409, 'CASE_FILES_FULL', 'case_files_full');
  const added = await insertFile(sql, stored, {
    name,
    contentType,
    addedAt: now,
    addedBy: actorOf(ctx).name,
    body: file,
  });
  await recordEvent(ctx, stored, { kind: 'FILE_ADDED', detail: { name } });
  const after = { fileId: String(added.fileId), contentType, size: added.size };
  await auditCase(ctx, 'attachCaseFile', stored, {}, after);
  return toFile(added);
});
