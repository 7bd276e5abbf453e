import { holdsAnywhere } from '#contract/scoped-permission.ts';
import { handle } from '#server/handler.ts';
import { getMetadata as call } from '../calls.ts';
import { customColumn } from '../fields/custom-columns.ts';
import { transactionFields } from '../transaction-fields.ts';

/** The columns that everybody has, and the custom fields of the caller's companies. */
export const getMetadata = handle(call, async ({ caller, sql }) => {
  const named = await sql<{ stored_name: string; display_name: string }[]>`
    select distinct on (stored_name) stored_name, display_name
    from custom_field where company_id = any (${caller.companies}) and in_reporting
    order by stored_name, company_id`;
  const custom = named.flatMap((row) => customColumn(row.stored_name, row.display_name) ?? []);
  return {
    description: 'Transactions',
    version: '1.0',
    fields: [...transactionFields, ...custom]
      .filter(({ needs }) => !needs || needs.some((name) => holdsAnywhere(caller.held, name)))
      .map(({ needs: _needs, group: _group, filters, values, ...field }) => ({
        ...field,
        filters: [...filters],
        ...(values ? { values: [...values] } : {}),
      })),
  };
});
