import { hasPermissionAnywhere } from '#shared/scoped-permission.ts';
import { problems } from '#shared/problem.ts';
import type { TenantSql } from '#database/tenant.ts';
import {
  onSameCard,
  permissionsFor,
  runCount,
  runSearch,
  runTotals,
  searchPage,
  searchSnapshot,
} from '#features/record/reporting/server/search.ts';
import { isAggregated } from '#features/record/reporting/server/aggregate-report.ts';
import { describeField } from '#features/record/reporting/server/columns/transaction-columns.ts';
import { customColumn } from '#features/record/reporting/fields/custom-columns.ts';
import { aggregationsFor } from '#features/record/reporting/fields/field-definition.ts';
import {
  type TransactionField,
  transactionFields,
} from '#features/record/reporting/fields/transaction-fields.ts';
import type { SearchResponse, SearchRequest } from '#features/record/reporting/search-schema.ts';
import { handle } from '#server/handler.ts';
import type { Services } from '#server/services.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';

export const searchTransactions = handle<typeof endpoints.searchTransactions, Services>(
  endpoints.searchTransactions,
  schemas.searchTransactions,
  async (ctx) => {
    if (ctx.request.program === 'portal') return searchPage(ctx, ctx.body);
    const { request, toPortalNames } = await inPortalNames(ctx.sql, ctx.caller.tenantIds, ctx.body);
    return toPortalNames(await runSearch(ctx, request));
  },
);

export const searchStatements = handle<typeof endpoints.searchStatements, Services>(
  endpoints.searchStatements,
  schemas.searchStatements,
  (ctx) => searchSnapshot(ctx, ctx.body),
);

export const searchSameCard = handle<typeof endpoints.searchSameCard, Services>(
  endpoints.searchSameCard,
  schemas.searchSameCard,
  async (ctx) => searchPage(ctx, await onSameCard(ctx.sql, ctx.body, Number(ctx.path.transactionId))),
);

export const searchSameCardStatements = handle<typeof endpoints.searchSameCardStatements, Services>(
  endpoints.searchSameCardStatements,
  schemas.searchSameCardStatements,
  async (ctx) => searchPage(ctx, await onSameCard(ctx.sql, ctx.body, Number(ctx.path.transactionId))),
);

export const countTransactions = handle<typeof endpoints.countTransactions, Services>(
  endpoints.countTransactions,
  schemas.countTransactions,
  async (ctx) => ({ count: await runCount(ctx, ctx.body) }),
);

export const sumTransactions = handle<typeof endpoints.sumTransactions, Services>(
  endpoints.sumTransactions,
  schemas.sumTransactions,
  async (ctx) => {
    if (ctx.request.program === 'portal') return runTotals(ctx, ctx.body);
    const { request } = await inPortalNames(ctx.sql, ctx.caller.tenantIds, ctx.body);
    return runTotals(ctx, request);
  },
);

export const sumSameCard = handle<typeof endpoints.sumSameCard, Services>(
  endpoints.sumSameCard,
  schemas.sumSameCard,
  async (ctx) => runTotals(ctx, await onSameCard(ctx.sql, ctx.body, Number(ctx.path.transactionId))),
);

/** The standard columns and the custom fields of the caller's companies. */
export const getMetadata = handle(
  endpoints.getMetadata,
  schemas.getMetadata,
  async ({ caller, sql, request }) => {
    const reportedFields = await listReportedCustomFields(sql, caller.tenantIds);
    const custom = reportedFields.flatMap(({ storedName, displayName, apiName }) => {
      const column = customColumn(storedName);
      if (!column) return [];
      const described = { ...column, description: displayName };
      return request.program === 'gateway' ? { ...described, field: apiName } : described;
    });
    return {
      description: 'Transactions',
      version: '1.0',
      fields: [...transactionFields.map(described), ...custom]
        .filter((field) => {
          const needs = permissionsFor(caller, field);
          return !needs || needs.some((name) => hasPermissionAnywhere(caller.held, name));
        })
        .map(({ needs: _needs, group: _group, filters, values, ...field }) => ({
          ...field,
          aggregations: [...aggregationsFor(field.field)],
          filters: [...filters],
          values: values ? [...values] : undefined,
        })),
    };
  },
);

const described = (field: TransactionField) => ({
  ...field,
  description: describeField(field.field),
});

/** On the merchant API a custom field has the merchant's own name (docs/domain.md#custom-fields). */
const prefix = 'custom_field_';

/** Stored name and merchant's name of every reported custom field of these companies. */
async function listReportedCustomFields(
  sql: TenantSql,
  tenantIds: readonly number[],
): Promise<{ storedName: string; displayName: string; apiName: string }[]> {
  const rows = await sql<{ storedName: string; displayName: string; name: string }[]>`
    select distinct on (stored_name) stored_name, display_name,
           descriptive_name as name
    from custom_field where company_id = any (${tenantIds as number[]}) and in_reporting
    order by stored_name, company_id`;
  return rows.map(({ name, ...row }) => ({ ...row, apiName: `${prefix}${name}` }));
}

/**
 * The same search with the portal's names, and a function that restores the merchant's names in the response.
 */
async function inPortalNames(
  sql: TenantSql,
  tenantIds: readonly number[],
  request: SearchRequest,
): Promise<{ request: SearchRequest; toPortalNames: (response: SearchResponse) => SearchResponse }> {
  // API users always read real-time data.
  const { dataSource: _dataSource, ...rest } = request;
  if (!rest.fields.some(({ field }) => field.startsWith('custom_'))) {
    return { request: rest, toPortalNames: (response) => response };
  }
  const reportedFields = await listReportedCustomFields(sql, tenantIds);
  const stored = new Map(reportedFields.map(({ apiName, storedName }) => [apiName, storedName]));
  const displayedFields = rest.fields.filter((field) => field.display !== false).map(({ field }) => field);
  const fields = rest.fields.map((selected) => {
    if (!selected.field.startsWith('custom_')) return selected;
    const field = stored.get(selected.field);
    if (field === undefined) throw problems.invalid(`body.fields.${selected.field}`);
    return { ...selected, field };
  });
  return {
    request: { ...rest, fields },
    // Aggregated columns have names of their own, and no custom field is aggregated.
    toPortalNames: (response) =>
      response.fieldNames && !isAggregated(rest) ? { ...response, fieldNames: displayedFields } : response,
  };
}
