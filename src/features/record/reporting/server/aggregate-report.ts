import { formatMinor } from '#shared/money.ts';
import { problems } from '#shared/problem.ts';
import { aggregationsFor } from '../fields/field-definition.ts';
import type { SearchRequest, SearchResponse } from '../search-schema.ts';
import { buildReportQuery } from './build-report-query.ts';
import type { MerchantScope } from './merchant-scope.ts';
import type { MoneySum } from './money-sums.ts';
import type { Cell } from './postgres-query.ts';
import { parseZone } from './report-zone.ts';
import { type ReportCaller, sumMatchesIn } from './search-report.ts';

type RequestField = SearchRequest['fields'][number];

export const isAggregated = ({ fields }: SearchRequest): boolean =>
  fields.some(({ aggregation }) => aggregation !== undefined);

/**
 * The aggregations of a search, a row for each currency (docs/domain.md#aggregations). Throws 400 for a displayed field that is
 * neither aggregated nor the currency, and for an aggregation that the metadata do not have.
 */
export async function aggregateReport(
  caller: ReportCaller,
  request: SearchRequest,
  scope: MerchantScope,
): Promise<SearchResponse & { snapshotTime: string }> {
  const displayed = request.fields.filter(({ display }) => display !== false);
  for (const field of request.fields) refuseWrongField(field);
  if (!displayed.some(({ field }) => field === 'ccy_code')) throw problems.invalid('body.fields.ccy_code');
  const filters = request.fields.map(({ field, filter }) => ({ field, filter, display: false }));
  const query = buildReportQuery({ ...request, fields: filters }, scope, parseZone(request.timezone));
  const { sums, moment } = await sumMatchesIn(caller, query, request.dataSource);
  const rows = request.fields.some(({ sort }) => sort === 'DESC') ? sums.toReversed() : sums;
  const first = request.startFrom - 1;
  return {
    data: rows.slice(first, first + request.limit).map((sum) => displayed.map((field) => cellOf(field, sum))),
    fieldNames: request.includeFieldNames === false ? undefined : displayed.map(nameOf),
    resultsAvailable: rows.length,
    snapshotTime: moment.toISOString(),
  };
}

function refuseWrongField({ field, aggregation, display, sort }: RequestField): void {
  const isAllowed = aggregation === undefined || aggregationsFor(field).includes(aggregation);
  const isUsed = display !== false || aggregation === undefined;
  const isGrouped = display === false || aggregation !== undefined || field === 'ccy_code';
  const isSortable = sort === undefined || (field === 'ccy_code' && aggregation === undefined);
  if (!isAllowed || !isUsed || !isGrouped || !isSortable) throw problems.invalid(`body.fields.${field}`);
}

const nameOf = ({ field, aggregation }: RequestField): string =>
  aggregation === undefined ? field : `${aggregation}(${field})`;

/** Amounts are text with the currency's digits, numbers of transactions are numbers. */
function cellOf({ field, aggregation }: RequestField, sum: MoneySum): Cell {
  if (aggregation === undefined) return sum.ccyCode;
  if (aggregation === 'COUNT' || field === 'txn_volume') return Number(sum.number);
  const { requested, amount, taken, refunded, paidOut } = sum;
  const sums: Readonly<Record<string, bigint>> = {
    requested_amount: requested,
    amount,
    money_moved: taken - refunded - paidOut,
  };
  return formatMinor(sums[field] ?? 0n, sum.ccyCode);
}
