import { copyWithoutForce } from '#database/force-row-security.ts';
import { toCamelCase } from '#database/driver/compose.ts';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { Database } from '#database/connection.ts';
import { openDatabase } from '#database/open-database.ts';
import { insertDerivedIdentities } from '#features/payments/payments/server/db/card-identities.ts';
import { insertKnownCards } from '#features/payments/payments/server/db/cards.ts';
import { rebuildTotals } from '#features/record/reporting/server/totals.ts';
import { dayMs } from '#server/clock.ts';
import type { Keys } from '#server/keys.ts';
import { BulkRows } from '../bulk-rows.ts';
import type { Merchant } from '../demo-merchants.ts';
import { planDemo } from '../plan-demo.ts';
import { benchCompany, createBenchMerchants } from './bench-merchants.ts';
import { type BulkTable, type Row, bulkColumns, copyLine } from './bulk-tables.ts';
import { BulkVault, firstCustomer } from './bulk-vault.ts';

interface BulkLoad {
  /** Approximate number of transactions, follow-ups included. */
  transactions: number;
  now: Date;
  /** Fewer rows than this leave the indexes as they are: programs may be running. */
  fewRows?: number;
  days?: number;
  progress?(transactions: number): void;
}

/** Follow-ups per payment, from the trades of the bench merchants. */
const transactionsAPayment = 1.37;
const idBlock = 10_000;
const chunkBytes = 1 << 16;

/** Fills the database from a plan by COPY, one stream per table. Returns the number of transactions. */
export async function bulkLoad(url: string, keys: Keys, load: BulkLoad): Promise<number> {
  const sql = openDatabase(url, { as: 'owner', max: 9, kind: 'maintenance', synchronousCommit: false });
  try {
    const payments = Math.max(1, Math.round(load.transactions / transactionsAPayment));
    const merchants = await createBenchMerchants(sql, payments);
    try {
      return await withoutIndexes(sql, 'txn', load, () =>
        copyWithoutForce(sql, Object.keys(bulkColumns), () =>
          copyDemoRows(sql, keys, { ...load, merchants, payments }),
        ),
      );
    } finally {
      await Promise.all([countTotals(sql, load), collectDerivedRows(sql)]);
      await sql.unsafe('analyze');
    }
  } finally {
    await sql.end({ timeout: 5 });
  }
}

const countTotals = (sql: Database, load: BulkLoad): Promise<void> =>
  withoutIndexes(sql, 'txn_total', load, () =>
    sql.begin('isolation level repeatable read', (tx) => rebuildTotals(tx, benchCompany)),
  );

/** What the pipeline writes with each payment: its card and its customer. */
async function collectDerivedRows(sql: Database): Promise<void> {
  await insertKnownCards(sql, benchCompany);
  await insertDerivedIdentities(sql, benchCompany);
  await sql`select collect_customers()`;
}

interface BulkCopy extends BulkLoad {
  merchants: readonly Merchant[];
  payments: number;
}

async function copyDemoRows(sql: Database, keys: Keys, plan: BulkCopy): Promise<number> {
  const { merchants, payments, now, days = 730, progress } = plan;
  const existing = await sql<{ id: number }[]>`
    select customer_id as id from customer where company_id = ${benchCompany} and customer_id >= ${firstCustomer}`;
  const copies = await openCopies(sql);
  const all = Object.values(copies);
  const emit = (table: BulkTable, row: Row) => copies[table].add(row);
  const existingIds = existing.map(({ id }) => id);
  const rows = new BulkRows(emit, keys, new BulkVault(emit, merchants, existingIds), now);
  const from = new Date(now.getTime() - days * dayMs);
  const ids = { next: 0, end: 0 };
  // Another load uses another seed.
  const seed = await reserveIds(sql, ids);
  let createdCount = 0;
  for (const event of planDemo({ seed, merchants, from, to: now, payments })) {
    if (ids.next === ids.end) await reserveIds(sql, ids);
    if (!rows.apply(event, ids.next)) continue;
    ids.next += 1;
    createdCount += 1;
    for (const copy of all) if (copy.isFull()) await copy.flush();
    if (createdCount % 50_000 === 0) progress?.(createdCount);
  }
  rows.finish();
  for (const copy of all) await copy.end();
  return createdCount;
}

async function reserveIds(sql: Database, ids: { next: number; end: number }): Promise<number> {
  const [row] = await sql<{ end: number }[]>`
    update id_block set next_id = next_id + ${idBlock} where shard = 0 returning next_id as end`;
  if (!row) throw new Error('id_block has no row for shard 0');
  ids.end = row.end;
  ids.next = row.end - idBlock;
  return ids.next;
}

/** Builds the indexes again after `work`: faster than maintaining them, where most rows of the table are new. */
async function withoutIndexes<T>(
  sql: Database,
  table: 'txn' | 'txn_total',
  { transactions, fewRows = 50_000 }: BulkLoad,
  work: () => Promise<T>,
): Promise<T> {
  const [{ rows: existingRows } = { rows: 0 }] = await sql<{ rows: number }[]>`
    select count(*)::int as rows from (select from ${sql(table)} limit ${transactions}) as existing`;
  if (transactions < fewRows || existingRows >= transactions) return work();
  const dropped = await dropIndexes(sql, table);
  try {
    return await work();
  } finally {
    for (const statement of dropped) await sql.unsafe(statement);
  }
}

/** Returns the statements that create them again. The key of txn stays: its ids ascend, so it costs little. */
async function dropIndexes(sql: Database, table: 'txn' | 'txn_total'): Promise<string[]> {
  return sql.begin(async (tx) => {
    const found = await tx<{ name: string; definition: string; isKey: boolean }[]>`
      select c.relname as name, i.indisprimary as is_key,
             case when i.indisprimary then format('alter table %I add primary key %s', ${table}::text,
                                                  substring(pg_get_indexdef(i.indexrelid) from ' USING btree (.*)$'))
                  else pg_get_indexdef(i.indexrelid) end as definition
      from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = ${table}::regclass and not (i.indisprimary and ${table} = 'txn')`;
    for (const { name, isKey } of found)
      await (isKey ? tx`alter table ${tx(table)} drop constraint ${tx(name)}` : tx`drop index ${tx(name)}`);
    return found.map(({ definition }) => definition);
  });
}

class Copy {
  readonly #stream: Writable;
  readonly #names: readonly string[];
  #text = '';
  #failure: Error | undefined;

  constructor(stream: Writable, columns: readonly string[]) {
    this.#stream = stream;
    this.#names = columns.map(toCamelCase);
    stream.on('error', (error: Error) => (this.#failure = error));
  }

  add(row: Row): void {
    this.#text += copyLine(this.#names, row);
  }

  isFull(): boolean {
    return this.#text.length > chunkBytes;
  }

  /** Waits for the database when it is behind, so memory use is constant. */
  async flush(): Promise<void> {
    if (this.#failure) throw this.#failure;
    const chunk = this.#text;
    this.#text = '';
    if (chunk !== '' && !this.#stream.write(chunk)) await once(this.#stream, 'drain');
  }

  async end(): Promise<void> {
    await this.flush();
    const finished = once(this.#stream, 'finish');
    this.#stream.end();
    await finished;
    if (this.#failure) throw this.#failure;
  }
}

async function openCopies(sql: Database): Promise<Record<BulkTable, Copy>> {
  const openCopy = async (table: BulkTable) => {
    const columns = bulkColumns[table];
    const stream = await sql`copy ${sql(table)} (${sql(columns as string[])}) from stdin`.writable();
    return new Copy(stream, columns);
  };
  const [txn, payment, ledger, history, customer, card] = await Promise.all([
    openCopy('txn'),
    openCopy('payment'),
    openCopy('ledger_entry'),
    openCopy('txn_history'),
    openCopy('customer'),
    openCopy('card_token'),
  ]);
  return {
    txn,
    payment,
    ledger_entry: ledger,
    txn_history: history,
    customer,
    card_token: card,
  };
}
