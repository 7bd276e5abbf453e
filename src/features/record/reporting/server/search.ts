import type { Permission } from '#shared/permissions.ts';
import { problems } from '#shared/problem.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { Caller } from '#server/auth/caller.ts';
import { formatMinor } from '#shared/money.ts';
import type { SearchResponse, SearchRequest, TotalsResponse } from '../search-schema.ts';
import { type TransactionField, transactionField } from '../fields/transaction-fields.ts';
import {
  type ReportCaller,
  type ReportPage,
  countMatchesIn,
  loadPage,
  sumMatchesIn,
} from './search-report.ts';
import { aggregateReport, isAggregated } from './aggregate-report.ts';
import { merchantScope } from './merchant-scope.ts';
import { instantText, parseZone } from './report-zone.ts';
import { type Cell, countMatchesUpTo } from './postgres-query.ts';
import { findColumn } from './columns/transaction-columns.ts';
import { type ReportQuery, buildReportQuery } from './build-report-query.ts';

interface SearchCaller extends ReportCaller {
  caller: Caller;
}

/** A page of transactions, of merchants on which the caller may see them and every used column. */
export async function runSearch(caller: SearchCaller, request: SearchRequest): Promise<SearchResponse> {
  const scope = await resolveScope(caller, request);
  if (isAggregated(request)) return aggregateReport(caller, request, scope);
  const query = buildReportQuery(request, scope, parseZone(request.timezone));
  return toResponse(query, await loadPage(caller, query, request.dataSource));
}

/**
 * A page as of the moment that its store has reached. Later transactions are outside that snapshot, so
 * further pages with it neither repeat nor skip a row.
 */
export async function searchSnapshot(
  caller: SearchCaller,
  request: SearchRequest,
): Promise<SearchResponse & { snapshotTime: string }> {
  const scope = await resolveScope(caller, request);
  if (isAggregated(request)) return aggregateReport(caller, request, scope);
  const query = buildReportQuery(request, scope, parseZone(request.timezone));
  const page = await loadPage(caller, query, request.dataSource, limitTo);
  return { ...toResponse(query, page), snapshotTime: page.moment.toISOString() };
}

/**
 * Sorted by time, the newest row sets the snapshot of further pages. In other orders new rows appear
 * anywhere.
 */
export const searchPage = (
  caller: SearchCaller,
  request: SearchRequest,
): Promise<SearchResponse & { snapshotTime?: string }> =>
  isByTime(request) ? runSearch(caller, request) : searchSnapshot(caller, request);

function isByTime({ fields }: SearchRequest): boolean {
  const sorts = fields.filter(({ sort }) => sort !== undefined);
  const firstSort = sorts.toSorted((a, b) => (a.sortOrder ?? 0) - (b.sortOrder ?? 0))[0];
  return firstSort === undefined || firstSort.field === 'txn_datetime';
}

const limitTo = (query: ReportQuery, moment: Date): ReportQuery => ({
  ...query,
  conditions: [
    ...query.conditions,
    { field: 'txn_datetime', as: 'instant', operation: 'LTE', values: [moment] },
  ],
});

/** The exact number of results of the search. */
export async function runCount(caller: SearchCaller, request: SearchRequest): Promise<number> {
  const query = buildReportQuery(request, await resolveScope(caller, request), parseZone(request.timezone));
  return countMatchesIn(caller, query, request.dataSource);
}

/** The number of results of the search, at most `most`, from PostgreSQL. */
export async function runCountUpTo(
  caller: Omit<SearchCaller, 'request'>,
  request: SearchRequest,
  most: number,
): Promise<number> {
  const query = buildReportQuery(request, await resolveScope(caller, request), parseZone(request.timezone));
  return countMatchesUpTo(caller.sql, query, most);
}

/** The money that the transactions of the search moved, by currency (docs/domain.md#money-moved). */
export async function runTotals(caller: SearchCaller, request: SearchRequest): Promise<TotalsResponse> {
  const query = buildReportQuery(request, await resolveScope(caller, request), parseZone(request.timezone));
  const { sums, moment } = await sumMatchesIn(caller, query, request.dataSource);
  return {
    countedAt: moment.toISOString(),
    totals: sums.map(({ ccyCode, number, taken, refunded, paidOut }) => {
      const money = (minor: bigint) => formatMinor(minor, ccyCode);
      return {
        ccyCode,
        number: Number(number),
        taken: money(taken),
        refunded: money(refunded),
        paidOut: money(paidOut),
        net: money(taken - refunded - paidOut),
      };
    }),
  };
}

const toResponse = (query: ReportQuery, { rows, total }: ReportPage): SearchResponse => ({
  data: inZone(query, rows),
  fieldNames: query.isNamed ? [...query.selected] : undefined,
  resultsAvailable: total,
});

/** Both stores write instants in UTC. */
function inZone({ selected, zone }: ReportQuery, rows: Cell[][]): Cell[][] {
  const isInstant = selected.map((field) => findColumn(field).as === 'instant');
  if (zone === 'UTC' || !isInstant.includes(true)) return rows;
  return rows.map((row) =>
    row.map((cell, index) => (isInstant[index] && typeof cell === 'string' ? instantText(cell, zone) : cell)),
  );
}

/** The same request limited to the card of a transaction that the guard has authorised. */
export async function onSameCard(
  sql: TenantSql,
  request: SearchRequest,
  transactionId: number,
): Promise<SearchRequest> {
  const [row] = await sql<{ card: string | null }[]>`
    select card_correlation_id as card from txn where txn_id = ${transactionId}`;
  if (!row?.card) throw problems.notFound();
  const ofCard = { field: 'card_fingerprint', display: false } as const;
  return {
    ...request,
    fields: [...request.fields, { ...ofCard, filter: { operation: 'EQUALS', value: [row.card] } }],
  };
}

/** Where the caller may see transactions and every column of the request. */
export function resolveScope(
  { services, caller }: Pick<SearchCaller, 'services' | 'caller'>,
  request: SearchRequest,
) {
  const requiredPermissions = [
    ['P_VIEW_TRANSACTIONS_NGPORTAL'] as const,
    ...columnPermissions(caller, request),
  ];
  return merchantScope(services, caller, request.orgIds ?? [], requiredPermissions);
}

/** A hidden column cannot be filtered or sorted by either: that would reveal its values. */
function columnPermissions(caller: Caller, request: SearchRequest): (readonly Permission[])[] {
  return request.fields.flatMap(({ field }) => {
    const definition = transactionField(field);
    if (!definition) throw problems.invalid(`body.fields.${field}`);
    const needs = permissionsFor(caller, definition);
    return needs ? [needs] : [];
  });
}

/** A merchant's own program gets the cards and addresses of its payments: it has sent them. */
export const permissionsFor = (
  { kind }: Pick<Caller, 'kind'>,
  { field, needs }: TransactionField,
): readonly Permission[] | undefined =>
  kind === 'api' && (field === 'card_fingerprint' || field === 'IP_address') ? undefined : needs;
