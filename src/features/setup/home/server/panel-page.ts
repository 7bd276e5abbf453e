import { formatMinor } from '#shared/money.ts';
import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import { type MerchantScope, scopeCondition } from '#features/record/reporting/server/merchant-scope.ts';
import { panelPageSize } from '../endpoints.ts';

/** A payment of a panel. */
export interface PanelRow {
  txnId: number;
  at: Date;
  type: string;
  minor: number;
  currency: string;
  reference: string | null;
}

export interface PanelQuery {
  from: string;
  until: string;
  before?: string;
}

/** One more row than a page, so that it is known whether there are more. */
export const panelLimit = panelPageSize + 1;

/** At most a page of the rows. */
export const toPage = (rows: readonly PanelRow[]) => ({
  payments: rows.slice(0, panelPageSize).map(({ txnId, at, type, minor, currency, reference }) => ({
    transactionId: String(txnId),
    at: at.toISOString(),
    type,
    amount: formatMinor(minor, currency),
    currency,
    merchantReference: reference,
  })),
  hasMore: rows.length > panelPageSize,
});

/** `t` is the transaction. */
export const panelColumns = (sql: TenantSql): Fragment => sql`
  t.txn_id, t.txn_datetime as at, t.txn_type as type, t.requested_minor as minor, t.ccy_code as currency,
  t.merch_ref as reference`;

/** Selects rows in the interval that are older than the last payment of the previous page. */
export function buildInterval(
  sql: TenantSql,
  scope: MerchantScope,
  { from, until, before }: PanelQuery,
): Fragment {
  const older =
    before === undefined
      ? sql``
      : sql`and (t.txn_datetime, t.txn_id) < (
          select txn_datetime, txn_id from txn where txn_id = ${Number(before)} and ${scopeCondition(sql, scope)})`;
  return sql`
    ${scopeCondition(sql, scope)}
    and t.txn_datetime >= ${from}::timestamptz and t.txn_datetime < ${until}::timestamptz ${older}`;
}
