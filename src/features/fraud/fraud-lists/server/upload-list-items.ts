import type { CalendarDay } from '#shared/calendar-day.ts';
import { setImmediate } from 'node:timers/promises';
import { Problem, problems } from '#shared/problem.ts';
import type { ResponseInputOf } from '#shared/define-endpoint.ts';
import type { TenantSql } from '#database/tenant.ts';
import { handle } from '#server/handler.ts';
import { uploadListItems as endpoint } from '../endpoints.ts';
import { type FileRow, parseListFile, shortenText } from './list-file.ts';
import { cardField, findExpiryError, maxUploadBytes } from '../list-item-rules.ts';
import type { RejectedRow } from '../list-shapes.ts';
import { uploadListItems as schemas } from '../schemas.ts';
import { authoriseList } from './authorise-list.ts';
import { auditList } from './change-list.ts';
import { changeOf } from './change-values.ts';
import { buildItemChecker } from './check-item.ts';
import { insertItems } from './db/write-items.ts';
import type { NewItem } from './db/list-item.ts';
import type { StoredList } from './db/list-store.ts';

/** Rows that are validated before other requests run. */
const rowsAtOnce = 1000;

type Outcome = ResponseInputOf<typeof endpoint>;

/**
 * Adds the values of a file in one transaction: all valid ones or, after a failure, none. With the form field `check`
 * it only reports the effect.
 */
export const uploadListItems = handle(endpoint, schemas, async (ctx) => {
  const { sql, path, body, now } = ctx;
  const isCheck = body.fields.has('check');
  const list = await authoriseList(ctx, path.listId, 'editItems', { lock: !isCheck });
  if (list.dataField === cardField) throw new Problem(400, 'CARD_LIST', 'list_card_upload');
  const { file } = body;
  if (!file) throw problems.invalid('body.file', 'missing');
  if (file.length > maxUploadBytes) throw new Problem(413, 'TOO_LARGE', 'too_large');
  const expiryDate = body.fields.get('expiryDate') ?? '';
  if (findExpiryError(expiryDate, now.toISOString().slice(0, 10))) throw problems.invalid('body.expiryDate');
  const rows = parseListFile(file);
  if (!rows.ok) throw new Problem(400, rows.code.toUpperCase(), `list_file_${rows.code}`);
  const { items, rejected } = await readItems(ctx, list, rows.value, expiryDate);
  const isNew = isCheck
    ? await findNew(sql, list, [...items.keys()], now.toISOString().slice(0, 10))
    : await insertItems(
        sql,
        list,
        [...items.values()].map(({ item }) => item),
        changeOf(ctx, 'File upload'),
      );
  for (const [value, { row }] of items) {
    if (!isNew.has(value)) rejected.push(toDuplicate(row));
  }
  if (!isCheck) {
    await auditList(ctx, endpoint.name, list, {}, { added: isNew.size, rejected: rejected.length });
  }
  return {
    totalItemsCount: rows.value.length,
    addedItemsCount: isNew.size,
    errorUiItemsModelList: rejected.toSorted((a, b) => a.line - b.line),
    lostZerosCount: isCheck
      ? countLostZeros([...items.values()].map(({ row }) => row.text.trim()))
      : undefined,
  } satisfies Outcome;
});

interface ReadItems {
  /** By compared form. */
  items: Map<string, { item: NewItem; row: FileRow }>;
  rejected: RejectedRow[];
}

async function readItems(
  { sql, now }: { sql: TenantSql; now: Date },
  list: StoredList,
  rows: readonly FileRow[],
  expiryDate: string,
): Promise<ReadItems> {
  const check = await buildItemChecker(sql, list, now.toISOString().slice(0, 10));
  const items: ReadItems['items'] = new Map();
  const rejected: RejectedRow[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % rowsAtOnce === 0) await setImmediate();
    const checked =
      row.error === undefined
        ? await check({ value: row.text, expiryDate: row.expiryDate ?? expiryDate })
        : undefined;
    if (!checked?.ok) {
      const error = (row.error ?? checked?.errors[0]) as RejectedRow['error'];
      const { line, text } = row;
      rejected.push({ line, value: shortenText(text), responseStatus: 'INVALID_LIST_ITEM_ERROR', error });
    } else if (items.has(checked.value.matchValue)) rejected.push(toDuplicate(row));
    else items.set(checked.value.matchValue, { item: checked.value, row });
  }
  return { items, rejected };
}

const toDuplicate = ({ line, text }: FileRow): RejectedRow => ({
  line,
  value: shortenText(text),
  responseStatus: 'duplicate_list_item',
});

/** The values that the list doesn't have. An expired one counts as absent. */
async function findNew(
  sql: TenantSql,
  { companyId, listId }: StoredList,
  values: readonly string[],
  today: CalendarDay,
): Promise<Set<string>> {
  const existing = await sql<{ matchValue: string }[]>`
    select i.match_value from unnest(${values as string[]}::text[]) as v (value)
    join fraud_list_item i
      on i.company_id = ${companyId} and i.list_id = ${listId} and i.match_value = v.value collate "C"
      and (i.expiry_date is null or i.expiry_date >= ${today})`;
  const existingValues = new Set(existing.map(({ matchValue }) => matchValue));
  return new Set(values.filter((value) => !existingValues.has(value)));
}

/** With fewer numbers of one length than this, a shorter one is not a sign of lost zeros. */
const minNumbers = 4;

/**
 * How many values may have lost a leading zero, as spreadsheets remove it: whole numbers that are one digit shorter than
 * most of the file's.
 */
export function countLostZeros(values: readonly string[]): number {
  const lengths = new Map<number, number>();
  let numbers = 0;
  for (const value of values) {
    if (!/^\d+$/.test(value)) continue;
    numbers += 1;
    lengths.set(value.length, (lengths.get(value.length) ?? 0) + 1);
  }
  for (const [length, count] of lengths) {
    if (count >= minNumbers && count > numbers / 2) return lengths.get(length - 1) ?? 0;
  }
  return 0;
}
