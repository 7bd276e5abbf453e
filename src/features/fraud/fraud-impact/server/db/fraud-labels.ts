import type { TenantSql } from '#database/tenant.ts';
import { addMs, dayMs } from '#server/clock.ts';
import { type Population, outcomeSql, populationSql } from './population.ts';

/** Payments of the population that were disputed or reported as fraud since. */
interface FraudLabels {
  txnIds: readonly number[];
  /** How many of them were accepted. */
  accepted: number;
}

/** Found by their labels, which are few. A label is later than its payment, give or take the processor's clock. */
export async function loadFraudLabels(sql: TenantSql, population: Population): Promise<FraudLabels> {
  const { companyId, from } = population;
  const rows = await sql<{ txnId: number; isAccepted: boolean }[]>`
    select t.txn_id, ${sql.unsafe(outcomeSql)} = 'accepted' as is_accepted
    from (
      select distinct l.txn_id from fraud_label l where l.company_id = ${companyId} and l.at >= ${addMs(from, -dayMs)}
    ) as label
    join txn t on t.txn_id = label.txn_id
    where ${populationSql(sql, population)}`;
  return {
    txnIds: rows.map(({ txnId }) => txnId),
    accepted: rows.filter(({ isAccepted }) => isAccepted).length,
  };
}

/** The most payments that a statement of the warehouse names: a parameter has at most 128 KiB. */
const maxLabels = 5000;

/** Whether a company has more labels since then than a statement of the warehouse can name. */
export async function hasManyLabels(sql: TenantSql, companyId: number, since: Date): Promise<boolean> {
  const rows = await sql`
    select from fraud_label where company_id = ${companyId} and at >= ${since} limit ${maxLabels + 1}`;
  return rows.length > maxLabels;
}
