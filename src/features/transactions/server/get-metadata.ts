import { hasPermissionAnywhere } from '#shared/scoped-permission.ts';
import { describeField } from '#features/reporting/server/columns/transaction-columns.ts';
import { handle } from '#server/handler.ts';
import { getMetadata as endpoint } from '../endpoints.ts';
import { customColumn } from '#features/reporting/fields/custom-columns.ts';
import { aggregationsFor } from '#features/reporting/fields/field-definition.ts';
import { type TransactionField, transactionFields } from '#features/reporting/fields/transaction-fields.ts';
import { reportedCustomFields } from './merchant-api-names.ts';

/** The columns that everybody has, and the custom fields of the caller's companies. */
export const getMetadata = handle(endpoint, async ({ caller, sql, request }) => {
  const named = await reportedCustomFields(sql, caller.tenantIds);
  const custom = named.flatMap(({ storedName, displayName, apiName }) => {
    const column = customColumn(storedName);
    if (!column) return [];
    const described = { ...column, description: displayName };
    return request.program === 'gateway' ? { ...described, field: apiName } : described;
  });
  return {
    description: 'Transactions',
    version: '1.0',
    fields: [...transactionFields.map(described), ...custom]
      .filter(({ needs }) => !needs || needs.some((name) => hasPermissionAnywhere(caller.held, name)))
      .map(({ needs: _needs, group: _group, filters, values, ...field }) => ({
        ...field,
        aggregations: [...aggregationsFor(field.type)],
        filters: [...filters],
        ...(values ? { values: [...values] } : {}),
      })),
  };
});

const described = (field: TransactionField) => ({
  ...field,
  description: describeField(field.field),
});
