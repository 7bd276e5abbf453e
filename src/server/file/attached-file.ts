import {
  type AttachedFileType,
  attachedFileTypes,
  cleanFileName,
  findFileType,
  headerFileName,
  maxFileBytes,
} from '#shared/attached-file.ts';
import { maskCardNumbers } from '#shared/card-number.ts';
import { Problem, problems } from '#shared/problem.ts';
import type { Upload } from '#shared/upload.ts';
import { Download } from '../handler.ts';

interface AttachedFile {
  name: string;
  contentType: AttachedFileType;
  body: Uint8Array;
}

/** The type is read from the bytes, and the name must have an ending of that type. Throws 400 and 413. */
export function readAttachedFile(
  { file, fileName }: Upload,
  types: readonly AttachedFileType[] = attachedFileTypes,
  wrongType = new Problem(400, 'CASE_FILE_TYPE', 'case_file_type'),
): AttachedFile {
  if (!file) throw problems.invalid('body.file', 'missing');
  if (file.length === 0) throw new Problem(400, 'CASE_FILE_EMPTY', 'case_file_empty');
  if (file.length > maxFileBytes) throw new Problem(413, 'TOO_LARGE', 'case_file_too_large');
  const contentType = findFileType(file);
  if (!contentType || !types.includes(contentType)) throw wrongType;
  const name = cleanFileName(maskCardNumbers(fileName), contentType);
  if (name === undefined) throw new Problem(400, 'CASE_FILE_NAME', 'case_file_name');
  return { name, contentType, body: file };
}

/** Always a download: the browser neither shows the file nor guesses its type. */
export const toDownload = ({ name, contentType, body }: AttachedFile): Download =>
  new Download(headerFileName(name), contentType, yieldOnce(body));

async function* yieldOnce(body: Uint8Array): AsyncGenerator<Uint8Array> {
  yield body;
}
