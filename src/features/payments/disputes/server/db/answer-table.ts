import type { Sql } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { AttachedFileType } from '#shared/attached-file.ts';
import type { DisputeKey } from './dispute-table.ts';

export interface AnswerContent {
  reason: string;
  texts: Record<string, string>;
  /** The fields and documents of the reason: only their files are sent. */
  items: string[];
}

export interface StoredAnswer extends DisputeKey {
  answerId: string;
  kind: 'ACCEPT' | 'SUBMIT';
  content: AnswerContent;
  state: 'PENDING' | 'DONE' | 'REFUSED';
  requestedBy: string;
  requestedByName: string;
  createdAt: Date;
  sentAt: Date | null;
  attempts: number;
  endedAt: Date | null;
  refusal: string | null;
}

const columns = (sql: Sql) => sql`
  a.company_id, a.dispute_id, a.answer_id, a.kind, a.content, a.state, a.requested_by, a.requested_by_name, a.created_at,
  a.sent_at, a.attempts, a.ended_at, a.refusal`;

/** Stored with the change that requests it; `nextAttemptAt` is when a worker takes it over. */
export async function insertAnswer(
  sql: TenantSql,
  { companyId, disputeId }: DisputeKey,
  answer: Pick<StoredAnswer, 'answerId' | 'kind' | 'content' | 'requestedBy' | 'requestedByName'>,
  { now, nextAttemptAt }: { now: Date; nextAttemptAt: Date },
): Promise<void> {
  const { content, ...rest } = answer;
  const row = {
    companyId,
    disputeId,
    ...rest,
    content: sql.json({ ...content }),
    createdAt: now,
    nextAttemptAt,
  };
  await sql`insert into dispute_answer ${sql([row])}`;
}

/** The newest one. */
export async function findAnswer(
  sql: TenantSql,
  { companyId, disputeId }: DisputeKey,
): Promise<StoredAnswer | undefined> {
  const [row] = await sql<StoredAnswer[]>`
    select ${columns(sql)} from dispute_answer a
    where a.company_id = ${companyId} and a.dispute_id = ${disputeId}
    order by a.state = 'PENDING' desc, a.created_at desc limit 1`;
  return row;
}

/** Before a request leaves: undefined when the answer has ended, or another process is sending it. */
export async function beginAttempt(
  sql: TenantSql,
  { companyId, disputeId, answerId }: DisputeKey & { answerId: string },
  { attempts, now, nextAttemptAt }: { attempts: number; now: Date; nextAttemptAt: Date },
): Promise<StoredAnswer | undefined> {
  const [row] = await sql<StoredAnswer[]>`
    update dispute_answer a set attempts = a.attempts + 1, next_attempt_at = ${nextAttemptAt},
      sent_at = coalesce(a.sent_at, ${now})
    where a.company_id = ${companyId} and a.dispute_id = ${disputeId} and a.answer_id = ${answerId}
      and a.state = 'PENDING' and a.attempts = ${attempts}
    returning ${columns(sql)}`;
  return row;
}

/** Compare-and-set: false when it has ended meanwhile. */
export async function endAnswer(
  sql: TenantSql,
  { companyId, disputeId, answerId }: DisputeKey & { answerId: string },
  end: { state: 'DONE' | 'REFUSED'; refusal: string | null; now: Date },
): Promise<boolean> {
  const ended = await sql`
    update dispute_answer set state = ${end.state}, refusal = ${end.refusal}, ended_at = ${end.now}
    where company_id = ${companyId} and dispute_id = ${disputeId} and answer_id = ${answerId} and state = 'PENDING'
    returning 1`;
  return ended.length > 0;
}

/** Answers whose result is missing. */
export async function findDueAnswers(sql: TenantSql, now: Date, limit: number): Promise<StoredAnswer[]> {
  return sql<StoredAnswer[]>`
    select ${columns(sql)} from dispute_answer a
    where a.state = 'PENDING' and a.next_attempt_at <= ${now} order by a.next_attempt_at limit ${limit}`;
}

export interface DisputeFileRow {
  fileId: number;
  item: string;
  name: string;
  contentType: AttachedFileType;
  size: number;
  addedAt: Date;
  addedBy: string;
}

export async function readDisputeFiles(
  sql: TenantSql,
  { companyId, disputeId }: DisputeKey,
): Promise<DisputeFileRow[]> {
  return sql<DisputeFileRow[]>`
    select file_id, item, name, content_type, size, added_at, added_by from dispute_file
    where company_id = ${companyId} and dispute_id = ${disputeId} order by file_id`;
}

export async function insertDisputeFile(
  sql: TenantSql,
  { companyId, disputeId }: DisputeKey,
  file: Omit<DisputeFileRow, 'fileId' | 'size'> & { body: Uint8Array },
): Promise<DisputeFileRow> {
  const row = { companyId, disputeId, ...file, body: Buffer.from(file.body), size: file.body.length };
  const [stored] = await sql<DisputeFileRow[]>`
    insert into dispute_file ${sql([row])} returning file_id, item, name, content_type, size, added_at, added_by`;
  if (!stored) throw new Error('an insert returns its row');
  return stored;
}

type FileBody = Pick<DisputeFileRow, 'item' | 'name' | 'contentType'> & { body: Buffer };

export async function readFileBody(
  sql: TenantSql,
  { companyId, disputeId }: DisputeKey,
  fileId: number,
): Promise<FileBody | undefined> {
  const [row] = await sql<FileBody[]>`
    select item, name, content_type, body from dispute_file
    where company_id = ${companyId} and dispute_id = ${disputeId} and file_id = ${fileId}`;
  return row;
}

/** Files of some documents, for the processor. */
export async function readFileBodies(
  sql: TenantSql,
  { companyId, disputeId }: DisputeKey,
  items: readonly string[],
): Promise<FileBody[]> {
  return sql<FileBody[]>`
    select item, name, content_type, body from dispute_file
    where company_id = ${companyId} and dispute_id = ${disputeId} and item = any (${[...items]}) order by file_id`;
}

/** The name of the removed file. */
export async function deleteDisputeFile(
  sql: TenantSql,
  { companyId, disputeId }: DisputeKey,
  fileId: number,
): Promise<string | undefined> {
  const [row] = await sql<{ name: string }[]>`
    delete from dispute_file
    where company_id = ${companyId} and dispute_id = ${disputeId} and file_id = ${fileId} returning name`;
  return row?.name;
}
