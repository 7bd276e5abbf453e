import type { Database } from '#database/connection.ts';
import { inTenant } from '#database/tenant.ts';
import { listTypeOf } from '../standard-lists.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import { type ItemError, type RowError, cardField } from '../list-item-rules.ts';
import { buildItemChecker } from './check-item.ts';
import { insertItems } from './db/write-items.ts';
import type { NewItem } from './db/list-item.ts';
import { type StoredList, lockList, readList } from './db/list-store.ts';
import { parseListRow, shortenText } from './list-file.ts';

export interface ListImport {
  listId: number;
  /** The file's bytes in pieces of any size. */
  bytes: AsyncIterable<Uint8Array>;
  operator: string;
  now: () => Date;
  onRejected: (row: {
    line: number;
    value: string;
    error: ItemError | RowError | 'duplicate' | 'card';
  }) => void;
  onProgress: (rows: number) => void;
}

interface ImportedCounts {
  rows: number;
  added: number;
  repeated: number;
  invalid: number;
}

/** Rows of one transaction. Other changes of the list wait for one batch at most. */
const batchSize = 20_000;
/** A longer row is rejected: its first bytes are kept to report it. */
const maxRowBytes = 8192;

/**
 * Adds the values of a file of any size, one a line, in batches. Batches stay when a later one fails: a repeated import
 * adds the rest. Undefined for a missing list and for one of cards.
 */
export async function importList(database: Database, plan: ListImport): Promise<ImportedCounts | undefined> {
  const list = await inTenant(database, 'all-tenants', (sql) => readList(sql, plan.listId));
  if (!list || list.hidden || list.dataField === cardField) return undefined;
  const counts: ImportedCounts = { rows: 0, added: 0, repeated: 0, invalid: 0 };
  let batch: Row[] = [];
  for await (const row of readRows(plan.bytes)) {
    batch.push(row);
    if (batch.length === batchSize) {
      await importBatch(database, list, plan, batch, counts);
      batch = [];
    }
  }
  await importBatch(database, list, plan, batch, counts);
  const now = plan.now();
  await writeAuditEvent(database, {
    at: now,
    companyId: list.companyId,
    organisationId: list.organisationId,
    actorKind: 'system',
    actor: `operator: ${plan.operator}`,
    ip: '',
    act: 'importListItems',
    objectKind: 'fraudList',
    objectId: String(list.listId),
    outcome: 'allowed',
    after: counts,
    detail: { listType: listTypeOf[list.kind], name: list.name },
    requestId: `operator:${list.listId}:${now.getTime()}`,
  });
  return counts;
}

interface Row {
  line: number;
  bytes: Uint8Array;
}

async function importBatch(
  database: Database,
  list: StoredList,
  plan: ListImport,
  batch: readonly Row[],
  counts: ImportedCounts,
): Promise<void> {
  if (batch.length === 0) return;
  const now = plan.now();
  await inTenant(database, [list.companyId], async (sql) => {
    await lockList(sql, list.listId);
    const check = await buildItemChecker(sql, list, now.toISOString().slice(0, 10));
    const items = new Map<string, { item: NewItem; line: number }>();
    for (const { line, bytes } of batch) {
      const row = parseListRow(bytes);
      if (row === undefined) continue;
      counts.rows += 1;
      const checked =
        row.error === undefined ? await check({ value: row.text, expiryDate: row.expiryDate }) : undefined;
      const reject = (error: Parameters<ListImport['onRejected']>[0]['error']): void =>
        plan.onRejected({ line, value: shortenText(row.text), error });
      if (!checked?.ok) {
        counts.invalid += 1;
        reject((row.error ?? checked?.errors[0]) as ItemError | RowError);
      } else if (items.has(checked.value.matchValue)) {
        counts.repeated += 1;
        reject('duplicate');
      } else items.set(checked.value.matchValue, { item: checked.value, line });
    }
    const change = { source: 'Operator import', changedBy: plan.operator, now };
    const added = await insertItems(
      sql,
      list,
      [...items.values()].map(({ item }) => item),
      change,
    );
    counts.added += added.size;
    counts.repeated += items.size - added.size;
    for (const [value, { item, line }] of items) {
      if (!added.has(value)) plan.onRejected({ line, value: shortenText(item.value), error: 'duplicate' });
    }
  });
  plan.onProgress(counts.rows);
}

const [lf, cr] = [0x0a, 0x0d];

/** Lines that end with LF or CRLF. Memory stays bounded for lines of any length. */
async function* readRows(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Row> {
  let line = 1;
  let remainder: Uint8Array = new Uint8Array();
  let isFirst = true;
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(lf); end >= 0; end = chunk.indexOf(lf, from)) {
      yield { line, bytes: withoutMark(join(remainder, chunk.subarray(from, end)), isFirst) };
      isFirst = false;
      remainder = new Uint8Array();
      line += 1;
      from = end + 1;
    }
    remainder = join(remainder, chunk.subarray(from));
  }
  if (remainder.length > 0) yield { line, bytes: withoutMark(remainder, isFirst) };
}

/** Both parts, cut off where the row is too long to be a value. */
function join(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length >= maxRowBytes) return first;
  return Buffer.concat([first, second.subarray(0, maxRowBytes - first.length)]);
}

/** Without the byte order mark of a file and the CR of a line. */
function withoutMark(bytes: Uint8Array, isFirst: boolean): Uint8Array {
  const isMarked = isFirst && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const end = bytes.at(-1) === cr ? bytes.length - 1 : bytes.length;
  return bytes.subarray(isMarked ? 3 : 0, end);
}
