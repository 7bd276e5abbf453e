import type { Permission } from '#contract/permissions.ts';
import { problems } from '#contract/problem.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { Caller } from '#server/caller.ts';
import type { Services } from '#server/services.ts';
import type { SearchAnswer, SearchRequest } from '../../calls.ts';
import { transactionField } from '../../transaction-fields.ts';
import { daysAsTimes } from './day-filter.ts';
import { merchantScope } from './merchant-scope.ts';
import { countMatches, searchPage } from './search-query.ts';

interface Asker {
  sql: TenantSql;
  caller: Caller;
  services: Services;
}

/** A page of transactions, of merchants on which the caller may see them and every column that is used. */
export async function answerSearch(asker: Asker, request: SearchRequest): Promise<SearchAnswer> {
  return searchPage(asker.sql, daysAsTimes(request), await scopeOf(asker, request));
}

/** The exact number of what the search would find. */
export async function answerCount(asker: Asker, request: SearchRequest): Promise<number> {
  return countMatches(asker.sql, daysAsTimes(request), await scopeOf(asker, request));
}

/** The same question about one card only: the card of a transaction that the guard has let pass. */
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

/** Where the caller may see transactions and every column that the request uses. */
export function scopeOf({ services, caller }: Omit<Asker, 'sql'>, request: SearchRequest) {
  const needed = [['P_VIEW_TRANSACTIONS_NGPORTAL'] as const, ...columnPermissions(request)];
  return merchantScope(services, caller, request.orgIds ?? [], needed);
}

/** A hidden column may not be shown, and not be filtered or sorted by either: that would tell its values. */
function columnPermissions(request: SearchRequest): (readonly Permission[])[] {
  return request.fields.flatMap(({ field }) => {
    const definition = transactionField(field);
    if (!definition) throw problems.invalid(`fields.${field}`);
    return definition.needs ? [definition.needs] : [];
  });
}
