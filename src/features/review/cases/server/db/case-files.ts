import type { TenantSql } from '#database/tenant.ts';
import type { AttachedFileType } from '#shared/attached-file.ts';
import type { CaseKey } from './case-store.ts';

export interface CaseFileRow {
  fileId: number;
  name: string;
  contentType: AttachedFileType;
  size: number;
  addedAt: Date;
  addedBy: string;
}

export async function readFiles(sql: TenantSql, { companyId, caseId }: CaseKey): Promise<CaseFileRow[]> {
  return sql<CaseFileRow[]>`
    select file_id, name, content_type, size, added_at, added_by from fraud_case_file
    where company_id = ${companyId} and case_id = ${caseId} order by file_id`;
}

export async function insertFile(
  sql: TenantSql,
  { companyId, caseId }: CaseKey,
  file: Omit<CaseFileRow, 'fileId' | 'size'> & { body: Uint8Array },
): Promise<CaseFileRow> {
  const row = { companyId, caseId, ...file, body: Buffer.from(file.body), size: file.body.length };
  const [stored] = await sql<CaseFileRow[]>`
    insert into fraud_case_file ${sql([row])} returning file_id, name, content_type, size, added_at, added_by`;
  if (!stored) throw new Error('an insert returns its row');
  return stored;
}

export async function readFileBody(
  sql: TenantSql,
  { companyId, caseId }: CaseKey,
  fileId: number,
): Promise<{ name: string; contentType: AttachedFileType; body: Buffer } | undefined> {
  const [row] = await sql<{ name: string; contentType: AttachedFileType; body: Buffer }[]>`
    select name, content_type, body from fraud_case_file
    where company_id = ${companyId} and case_id = ${caseId} and file_id = ${fileId}`;
  return row;
}

/** The name of the removed file. */
export async function deleteFile(
  sql: TenantSql,
  { companyId, caseId }: CaseKey,
  fileId: number,
): Promise<string | undefined> {
  const [row] = await sql<{ name: string }[]>`
    delete from fraud_case_file
    where company_id = ${companyId} and case_id = ${caseId} and file_id = ${fileId} returning name`;
  return row?.name;
}
