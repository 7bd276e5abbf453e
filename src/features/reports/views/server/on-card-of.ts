import { problems } from '#shared/problem.ts';
import type { TenantSql } from '#database/tenant.ts';
import { type Caller, mayOn } from '#server/auth/caller.ts';
import { onSameCard } from '#features/record/reporting/server/search.ts';
import type { SearchRequest } from '#features/record/reporting/search-schema.ts';

/** As the search by the same card, for a transaction that no guard has authorised: throws 403 as the guard does. */
export async function onCardOf(
  sql: TenantSql,
  caller: Caller,
  request: SearchRequest,
  transactionId: number,
): Promise<SearchRequest> {
  const [row] = await sql<{ path: string; merchantPath: string }[]>`
    select o.path, m.path as merchant_path
    from txn t join organisation o on o.id = t.installation_id join organisation m on m.id = t.merchant_id
    where t.txn_id = ${transactionId}`;
  const isAllowed =
    row &&
    [row.path, row.merchantPath].some(
      (path) => mayOn(caller, 'P_VIEW_FRAUD_RULES', path) || mayOn(caller, 'P_VIEW_FRAUDGUARD', path),
    );
  if (!isAllowed) throw problems.forbidden();
  return onSameCard(sql, request, transactionId);
}
