import { endpointsOf } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

const defineEndpoint = endpointsOf<typeof schemas>();

export const exportTransactions = defineEndpoint({
  name: 'exportTransactions',
  summary: 'Exports the transactions of a search as a file: CSV or XLSX',
  route: 'POST /proxy/export/tqs/reporting/internal/search',
  takesForm: true,
  auth: { anyOf: ['P_VIEW_TRANSACTIONS_NGPORTAL'], resource: 'anywhere' },
});

export const exportSameCard = defineEndpoint({
  name: 'exportSameCard',
  summary: 'Exports transactions paid with the card of the given one',
  route: 'POST /proxy/export/tqs/reporting/internal/search/{transactionId}/card',
  takesForm: true,
  // A transaction identifies the card: no fingerprint appears in an address.
  auth: { anyOf: ['P_VIEW_FRAUD_RULES', 'P_VIEW_FRAUDGUARD'], resource: { transaction: 'transactionId' } },
});
