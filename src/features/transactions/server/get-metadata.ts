import { holdsAnywhere } from '#contract/scoped-permission.ts';
import { handle } from '#server/handler.ts';
import { getMetadata as call } from '../calls.ts';
import { customColumn } from '../fields/custom-columns.ts';
import { transactionFields } from '../transaction-fields.ts';
import { reportedCustomFields } from './merchant-api-names.ts';

/** The columns that everybody has, and the custom fields of the caller's companies. */
export const getMetadata = handle(call, async ({ caller, sql, request }) => {
  const named = await reportedCustomFields(sql, caller.companies);
  const custom = named.flatMap(({ storedName, displayName, apiName }) => {
    const column = customColumn(storedName, displayName);
    if (!column) return [];
    return request.program === 'gateway' ? { ...column, field: apiName } : column;
  });
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
