import { createHash } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { csvLines } from '#shared/text/csv.ts';
import { type Manifest, manifestSchema } from '../manifest.ts';

/** The manifest in a text. Throws for anything else. */
export function readManifest(text: string): Manifest {
  return manifestSchema.parse(JSON.parse(text));
}

/** The differences of a file from its manifest, a sentence each; none when they agree. */
export function compareExport(file: Buffer, manifest: Manifest): string[] {
  const sha256 = createHash('sha256').update(file).digest('hex');
  const differences: string[] = [];
  const compare = (what: string, found: string | number, expected: string | number): void => {
    if (found !== expected) differences.push(`${what}: ${found} in the file, ${expected} in the manifest.`);
  };
  compare('SHA-256', sha256, manifest.file.sha256);
  compare('Bytes', file.length, manifest.file.bytes);
  let content: Content;
  try {
    content = manifest.file.format === 'CSV' ? readCsv(file) : readXlsx(file);
  } catch {
    return [...differences, `The file is not a readable ${manifest.file.format} file.`];
  }
  compare('Rows', content.rows.length, manifest.rows);
  const expected = manifest.totals.map((total) => [
    total.currency,
    String(total.count),
    total.taken,
    total.refunded,
    total.paidOut,
    total.net,
  ]);
  compare('Totals', describe(content.totals), describe(expected));
  if (manifest.rows === manifest.found) {
    for (const [currency, net] of sumMoved(content))
      compare(
        `Sum of money_moved in ${currency}`,
        toDecimal(net),
        toDecimal(scaled(manifest.totals.find((total) => total.currency === currency)?.net ?? '0')),
      );
  }
  return differences;
}

/** Cells of the rows by the headings, and the cells of the totals by currency. */
interface Content {
  headings: string[];
  rows: string[][];
  totals: string[][];
}

const describe = (totals: readonly (readonly string[])[]): string =>
  totals.map(([currency, ...cells]) => `${currency} ${cells.map(plain).join(' ')}`).join(', ') || 'none';

/** Spreadsheets and CSV files may write one number with other zeros. */
const plain = (number: string): string => toDecimal(scaled(number));

/** In units of a ten-thousandth: amounts have at most four decimals. */
function scaled(decimal: string): bigint {
  const [whole = '0', fraction = ''] = decimal.replace('-', '').split('.');
  const minor = BigInt(whole + fraction.padEnd(4, '0'));
  return decimal.startsWith('-') ? -minor : minor;
}

function toDecimal(minor: bigint): string {
  const digits = String(minor < 0n ? -minor : minor).padStart(5, '0');
  const text = `${digits.slice(0, -4)}.${digits.slice(-4)}`.replace(/\.?0+$/, '');
  return minor < 0n ? `-${text}` : text;
}

/** Net by currency from the rows, where the file has both columns. */
function sumMoved({ headings, rows }: Content): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  const [moved, currency] = [headings.indexOf('money_moved'), headings.indexOf('ccy_code')];
  if (moved < 0 || currency < 0) return sums;
  for (const row of rows) {
    const name = row[currency] ?? '';
    sums.set(name, (sums.get(name) ?? 0n) + scaled(row[moved] ?? '0'));
  }
  return sums;
}

function readCsv(file: Buffer): Content {
  const lines = csvLines(file.toString('utf8').replace(/^\uFEFF/, ''));
  const isTotals = (line: string[] | undefined): boolean => line?.[0] === 'Totals' && line[1] === 'ccy_code';
  const end = lines.findLastIndex(
    (line, at) => line.length === 1 && line[0] === '' && isTotals(lines[at + 1]),
  );
  if (end < 0) throw new Error('no totals');
  const [headings = [], ...rows] = lines.slice(0, end);
  return { headings, rows, totals: lines.slice(end + 2).map((cells) => cells.slice(1, 7)) };
}

function readXlsx(file: Buffer): Content {
  const parts = unzipSync(file);
  const part = (name: string): string => strFromU8(parts[name] ?? new Uint8Array());
  const names = [...part('xl/workbook.xml').matchAll(/<sheet name="([^"]*)"/g)].map(([, name]) => name);
  const content: Content = { headings: [], rows: [], totals: [] };
  for (const [at, name] of names.entries()) {
    const [headings = [], ...rows] = sheetRows(part(`xl/worksheets/sheet${at + 1}.xml`));
    if (name === 'Totals') content.totals = rows.map((cells) => cells.slice(0, 6));
    else {
      content.headings = headings;
      for (const row of rows) content.rows.push(row);
    }
  }
  if (!names.includes('Totals')) throw new Error('no totals');
  return content;
}

const sheetRows = (xml: string): string[][] =>
  [...xml.matchAll(/<row\b[^>]*>(.*?)<\/row>/gs)].map(([, cells = '']) =>
    [...cells.matchAll(/<c\b[^>]*?(?:\/>|>(.*?)<\/c>)/gs)].map(
      ([, cell = '']) => /<(?:v|t)\b[^>]*>(.*?)<\/(?:v|t)>/s.exec(cell)?.[1] ?? '',
    ),
  );
