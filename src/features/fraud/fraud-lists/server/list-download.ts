import { dateFormat } from '#shared/text/intl-formats.ts';
import { problems } from '#shared/problem.ts';
import type { TenantSql } from '#database/tenant.ts';
import { type HandlerContextWithoutTransaction, Download } from '#server/handler.ts';
import { type ExportFormat, fileExtension } from '#shared/export-formats.ts';
import { fileKinds } from '#server/file/file-kinds.ts';
import { formatRow } from '#server/file/text-rows.ts';

const batchSize = 2000;

interface Source<Row> {
  format: ExportFormat;
  name: string;
  loadAfter: (sql: TenantSql, row: Row | undefined, limit: number) => Promise<readonly Row[]>;
  toCells: (row: Row) => (string | null)[];
}

type Context = Pick<HandlerContextWithoutTransaction<unknown>, 'inTenant'>;

/** A file without a heading row, read in batches: no transaction stays open for a slow client. */
export function listDownload<Row>(ctx: Context, source: Source<Row>): Download {
  const { contentType, file } = fileKinds[source.format];
  const rows = file(undefined, loadBatches(ctx, source), { rows: 0 }, { title: 'List' });
  return new Download(`${buildFileName(source.name)}.${fileExtension(source.format)}`, contentType, rows);
}

async function* loadBatches<Row>(ctx: Context, { format, loadAfter, toCells }: Source<Row>) {
  let last: Row | undefined;
  for (;;) {
    const rows = await ctx.inTenant((sql) => loadAfter(sql, last, batchSize));
    if (rows.length > 0) {
      const text = rows.map((row) => formatRow(format, toCells(row))).join('');
      yield { bytes: Buffer.from(text), count: rows.length };
    }
    last = rows.at(-1);
    if (rows.length < batchSize) return;
  }
}

/** Letters, digits and hyphens of a name, others as underscores. */
const buildFileName = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/[^\w.-]+/g, '_')
    .slice(0, 80) || 'list';

/** 'dd/MM/yyyy HH:mm:ss' in a time zone. Throws 400 for an unknown one. */
export function buildTimeWriter(timezone: string | undefined): (at: Date) => string {
  let format: Intl.DateTimeFormat;
  try {
    format = dateFormat('en-GB', {
      timeZone: timezone ?? 'UTC',
      dateStyle: 'short',
      timeStyle: 'medium',
    });
  } catch {
    throw problems.invalid('query.timezone');
  }
  return (at) => format.format(at).replace(',', '');
}
