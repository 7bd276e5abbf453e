import type { Sql } from '#database/connection.ts';
import { type ListKind, type StandardField, standardFields } from '../standard-lists.ts';
import type { ItemResult } from '../list-shapes.ts';
import { cardField } from '../list-item-rules.ts';
import { type ChangeContext, addOrUpdate } from './change-values.ts';

const fieldNames: Readonly<Record<StandardField, string>> = {
  cardCorrelationId: 'card',
  customerEmail: 'email',
  customerIpAddress: 'IP address',
  customerTelephone: 'phone',
  billingPostcode: 'billing postcode',
  normalisedAddress: 'billing address',
};

const kinds = [
  ['NEGATIVE', 'Block list'],
  ['POSITIVE', 'Allow list'],
] as const;

/**
 * Creates the block list and the allow list of each field for a new company, where missing. The transaction must see
 * the company.
 */
export async function createStandardLists(sql: Sql, companyId: number, now: Date): Promise<void> {
  const audit = {
    createdBy: 'system',
    createdAt: now,
    lastUpdatedBy: 'system',
    lastUpdatedAt: now,
    lastAction: 'CREATE',
  };
  const rows = kinds.flatMap(([kind, kindName]) =>
    standardFields.map((dataField) => ({
      companyId,
      organisationId: companyId,
      kind,
      name: `${kindName}: ${fieldNames[dataField]}`,
      description: '',
      dataField,
      active: true,
      ...audit,
    })),
  );
  await sql`insert into fraud_list ${sql(rows)} on conflict do nothing`;
}

interface StandardValue {
  dataField: StandardField;
  /** A card is named by its correlation id. */
  value: string;
}

/**
 * Adds values to the company's block lists or allow lists, without an expiry, in the caller's transaction. Throws 403 or 404
 * when the caller may not change them.
 */
export async function addToStandardLists(
  ctx: ChangeContext,
  kind: Exclude<ListKind, 'PARAMETER'>,
  values: readonly StandardValue[],
  source: string,
): Promise<(StandardValue & { result: ItemResult })[]> {
  const fields = [...new Set(values.map(({ dataField }) => dataField))];
  if (fields.length === 0) return [];
  // Locks in the order of the ids, to prevent deadlocks.
  const lists = await ctx.sql<{ listId: number; dataField: StandardField }[]>`
    select list_id, data_field from fraud_list
    where company_id = ${ctx.resource.companyId} and kind = ${kind} and data_field in ${ctx.sql(fields)}
    order by list_id`;
  const results = [];
  for (const { listId, dataField } of lists) {
    for (const { value } of values.filter((candidate) => candidate.dataField === dataField)) {
      const type = dataField === cardField ? 'card' : 'simple';
      const result = await addOrUpdate(ctx, listId, { value, source }, type);
      results.push({ dataField, value, result });
    }
  }
  return results;
}
