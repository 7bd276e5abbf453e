import type { Fragment } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import { valueSets } from '#features/record/fraud-fields/field-catalogue.ts';
import type { DraftRule } from '../../schemas.ts';

/** Evaluated payments of some installations in a range of time. */
export interface Population {
  companyId: number;
  merchantIds: readonly number[];
  installationIds: readonly number[];
  from: Date;
  until: Date;
}

/** The payments `t` that the engine evaluated (docs/domain.md#evaluation). Those rejected before it do not count. */
export function populationSql(sql: TenantSql, population: Population): Fragment {
  const { companyId, merchantIds, installationIds, from, until } = population;
  return sql`t.company_id = ${companyId}::integer and t.merchant_id = any (${merchantIds as number[]}::integer[])
    and t.installation_id = any (${installationIds as number[]}::integer[])
    and t.txn_datetime >= ${from} and t.txn_datetime < ${until}
    and t.txn_type = any (${valueSets.transactionType as unknown as string[]}::text[])
    and coalesce(t.reason_code, '') not in (${sql.unsafe(unevaluated)})`;
}

/** Reasons of payments that were rejected before the engine. */
export const unevaluated = "'A102', 'A126'";

const isBlocked = `coalesce(t.optimize360_outcome, '') in ('BLOCK', 'TERRITORY_BLOCK', 'NEGATIVE_LIST', 'BLACKLIST')`;
const isDeclined = `(t.txn_status in ('FAILED', 'CANCELLED')
  or t.txn_status = 'EXPIRED' and coalesce(t.authoriser_status, '') <> 'AUTHORISED')`;
const isDeferred = `coalesce(t.optimize360_outcome, '') in ('DEFER', 'TERRITORY_DEFER')`;
const isOnAllowList = `coalesce(t.optimize360_outcome, '') in ('POSITIVE_LIST', 'WHITELIST')`;

/** The outcome of the payment `t`, refunds aside; the first that fits. Both stores use the same text. */
export const outcomeSql = `(case when ${isBlocked} then 'blocked' when ${isDeclined} then 'declined'
  when ${isDeferred} then 'deferred' else 'accepted' end)`;
export type PaymentOutcome = 'blocked' | 'declined' | 'deferred' | 'accepted';

export const isRefundedSql = `exists (
  select from payment p where p.root_id = t.txn_id and p.company_id = t.company_id and p.refunded_minor > 0)`;

/** The action of the active rule. A test rule is measured by the action that it tests. */
function effectiveAction({ action, actionToTest }: Pick<DraftRule, 'action' | 'actionToTest'>) {
  const real = action === 'Ignore' ? actionToTest : action;
  if (real === 'Block' || real === 'TerritoryBlock') return 'block';
  return real === 'Defer' || real === 'TerritoryDefer' ? 'defer' : 'none';
}

/**
 * Whether the action would alter the outcome of a match (docs/domain.md#impact-of-a-rule). Both stores use the same
 * text.
 */
export function altersSql(rule: Pick<DraftRule, 'action' | 'actionToTest'>): string {
  switch (effectiveAction(rule)) {
    case 'block':
      return `(not ${isBlocked} and not ${isDeclined} and not ${isOnAllowList})`;
    case 'defer':
      return `(not ${isBlocked} and not ${isDeclined} and not ${isDeferred} and not ${isOnAllowList}
        and t.txn_type not in ('VERIFY', 'REPEAT'))`;
    default:
      return 'false';
  }
}
