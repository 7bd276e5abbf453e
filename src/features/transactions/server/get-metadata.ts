import { holdsAnywhere } from '#contract/scoped-permission.ts';
import { handle } from '#server/handler.ts';
import { getMetadata as call } from '../calls.ts';
import { transactionFields } from '../transaction-fields.ts';

export const getMetadata = handle(call, async ({ caller }) => ({
  description: 'Transactions',
  version: '1.0',
  fields: transactionFields
    .filter(({ needs }) => !needs || needs.some((name) => holdsAnywhere(caller.held, name)))
    .map(({ needs: _needs, filters, values, ...field }) => ({
      ...field,
      filters: [...filters],
      ...(values ? { values: [...values] } : {}),
    })),
}));
