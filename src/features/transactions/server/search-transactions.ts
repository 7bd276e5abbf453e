import type { Permission } from '#contract/permissions.ts';
import { problems } from '#contract/problem.ts';
import { handle } from '#server/handler.ts';
import { type SearchRequest, searchTransactions as call } from '../calls.ts';
import { transactionField } from '../transaction-fields.ts';
import { merchantScope } from './merchant-scope.ts';
import { searchPage } from './search-query.ts';

/** Reads only merchants on which the caller may see transactions and every column that is used. */
export const searchTransactions = handle(call, async ({ sql, caller, body, services }) => {
  const needed = [['P_VIEW_TRANSACTIONS_NGPORTAL'] as const, ...columnPermissions(body)];
  const scope = await merchantScope(services, caller, body.orgIds ?? [], needed);
  return searchPage(sql, body, scope);
});

/** A hidden column may not be shown, and not be filtered or sorted by either: that would tell its values. */
function columnPermissions(request: SearchRequest): (readonly Permission[])[] {
  return request.fields.flatMap(({ field }) => {
    const definition = transactionField(field);
    if (!definition) throw problems.invalid(`fields.${field}`);
    return definition.needs ? [definition.needs] : [];
  });
}
