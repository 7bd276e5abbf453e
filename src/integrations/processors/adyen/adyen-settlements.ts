import { createHash } from 'node:crypto';
import type { ConnectRequest } from '../adapter.ts';
import { WrongCsv, readCsvLines } from '../read-csv-lines.ts';
import type { SettlementPart, SettlementReportRef, Settlements } from '../settlements.ts';
import { LineRounding } from '../line-rounding.ts';
import { adyenCurrencies } from './adyen-operations.ts';
import { readSettlementRow, readSettlementColumns } from './adyen-settlement-rows.ts';

/** A report of a million lines has about 300 MB. */
const maxReportBytes = 2 * 1024 ** 3;
const downloadMs = 15 * 60_000;
const linesOfPart = 500;

/** Where the Customer Area offers reports. */
export const reportsUrl = (mode: ConnectRequest['mode']): string =>
  `https://ca-${mode === 'TEST' ? 'test' : 'live'}.adyen.com`;

/**
 * The settlement details report (docs/processors.md#settlement). Its address is not signed, so that only one at Adyen's own host, with the signed
 * name, is fetched. `url` is that host.
 */
export const adyenSettlements = (request: ConnectRequest, url: string): Settlements => ({
  read: (report) => readReport(request, url, report),
});

async function* readReport(
  { http, secrets, log }: ConnectRequest,
  url: string,
  { name, address = '' }: SettlementReportRef,
): AsyncGenerator<SettlementPart> {
  if (!isReportAddress(address, url, name)) {
    yield { kind: 'refused', refusal: { code: 'ADDRESS' } };
    return;
  }
  const user = `${secrets.reportUser ?? ''}:${secrets.reportPassword ?? ''}`;
  const authorization = `Basic ${Buffer.from(user).toString('base64')}`;
  // A report is read with a user of its own; an API key may have that role too.
  const headers: Record<string, string> =
    user === ':' ? { 'x-api-key': secrets.apiKey ?? '' } : { authorization };
  const response = await http.open({
    method: 'GET',
    url: address,
    headers,
    timeoutMs: downloadMs,
    maxBytes: maxReportBytes,
  });
  if (response.kind === 'refused') {
    yield { kind: 'refused', refusal: { code: 'ADDRESS' } };
    return;
  }
  if (response.kind === 'failed') {
    yield { kind: 'unavailable', why: 'connection' };
    return;
  }
  if (response.status !== 200) {
    log.warn({ status: response.status }, 'Adyen did not send a settlement report');
    yield fromStatus(response.status);
    return;
  }
  try {
    yield* readFile(response.body);
  } catch (error) {
    yield error instanceof WrongCsv
      ? { kind: 'refused', refusal: error.refusal }
      : { kind: 'unavailable', why: 'connection' };
  }
}

function fromStatus(status: number): SettlementPart {
  if (status === 401 || status === 403) return { kind: 'unavailable', why: 'credentials' };
  if (status === 404) return { kind: 'refused', refusal: { code: 'NOT_FOUND' } };
  return { kind: 'unavailable', why: status === 429 ? 'busy' : 'unreadable' };
}

/** Exactly the host, a path of reports, and the file that the event has signed. */
function isReportAddress(address: string, base: string, name: string): boolean {
  const [url, host] = [URL.parse(address), URL.parse(base)];
  if (!url || !host || url.origin !== host.origin || url.username !== '' || url.search !== '') return false;
  const [, file] =
    /^\/reports\/download\/(?:MerchantAccount|Company)\/[\w.-]+\/([\w.-]+)$/.exec(url.pathname) ?? [];
  return file === name;
}

async function* readFile(body: AsyncIterable<Uint8Array>): AsyncGenerator<SettlementPart> {
  const hash = createHash('sha256');
  const rounding = new LineRounding(adyenCurrencies);
  let columns: ReturnType<typeof readSettlementColumns> | undefined;
  let lines = [];
  let number = 0;
  for await (const row of readCsvLines(decode(body, hash))) {
    number += 1;
    if (!columns) columns = readSettlementColumns(row.cells);
    else lines.push(readSettlementRow(columns, row, number, rounding));
    if (lines.length < linesOfPart) continue;
    yield { kind: 'lines', lines };
    lines = [];
  }
  if (!columns) throw new WrongCsv({ code: 'EMPTY' });
  if (lines.length > 0) yield { kind: 'lines', lines };
  yield { kind: 'end', sha256: hash.digest('hex') };
}

/** UTF-8, with or without a byte order mark. */
async function* decode(
  body: AsyncIterable<Uint8Array>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8');
  for await (const part of body) {
    hash.update(part);
    yield decoder.decode(part, { stream: true });
  }
  yield decoder.decode();
}
