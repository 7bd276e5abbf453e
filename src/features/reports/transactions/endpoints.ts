import { endpointsOf } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

const defineEndpoint = endpointsOf<typeof schemas>();

const seesTransactions = { anyOf: ['P_VIEW_TRANSACTIONS_NGPORTAL'], resource: 'anywhere' } as const;

export const getMetadata = defineEndpoint({
  name: 'getMetadata',
  summary: 'Columns of transactions that the caller may see, with types and operations',
  route: 'GET /proxy/sync/tqs/reporting/internal/metadata',
  merchantRoute: 'GET /reporting/transactions/metadata',
  auth: { anyOf: ['P_VIEW_TRANSACTIONS_NGPORTAL', 'P_VIEW_TRANSACTION_NGPORTAL'], resource: 'anywhere' },
});

export const searchTransactions = defineEndpoint({
  name: 'searchTransactions',
  summary: 'Searches transactions; also the related transactions of one',
  route: 'POST /proxy/sync/tqs/reporting/internal/search',
  merchantRoute: 'POST /reporting/transactions/search',
  rateLimit: 'search',
  audited: 'refused',
  auth: seesTransactions,
});

/** The statements screen has a separate path. Its response includes the snapshot time. */
export const searchStatements = defineEndpoint({
  name: 'searchStatements',
  summary: 'Transactions of an interval: the statements screen',
  route: 'POST /proxy/async/tqs/reporting/internal/search',
  rateLimit: 'search',
  audited: 'refused',
  auth: seesTransactions,
});

/** A transaction identifies the card, so that no fingerprint appears in an address. */
const sameCard = {
  auth: { anyOf: ['P_VIEW_FRAUD_RULES', 'P_VIEW_FRAUDGUARD'], resource: { transaction: 'transactionId' } },
} as const;

export const searchSameCard = defineEndpoint({
  name: 'searchSameCard',
  summary: 'Transactions paid with the card of the given one',
  route: 'POST /proxy/sync/tqs/reporting/internal/search/{transactionId}/card',
  rateLimit: 'search',
  audited: 'refused',
  ...sameCard,
});

export const searchSameCardStatements = defineEndpoint({
  name: 'searchSameCardStatements',
  summary: 'Transactions of an interval paid with the card of the given one',
  route: 'POST /proxy/async/tqs/reporting/internal/search/{transactionId}/card',
  rateLimit: 'search',
  audited: 'refused',
  ...sameCard,
});

export const countTransactions = defineEndpoint({
  name: 'countTransactions',
  summary: 'The exact number of transactions that a search finds',
  route: 'POST /proxy/async/tqs/count',
  rateLimit: 'search',
  audited: 'refused',
  auth: seesTransactions,
});

export const sumTransactions = defineEndpoint({
  name: 'sumTransactions',
  summary: 'The money that the transactions of a search moved, by currency',
  route: 'POST /proxy/async/tqs/totals',
  merchantRoute: 'POST /reporting/transactions/totals',
  rateLimit: 'search',
  audited: 'refused',
  auth: seesTransactions,
});

export const sumSameCard = defineEndpoint({
  name: 'sumSameCard',
  summary: 'The money that the transactions of a search moved, paid with the card of the given one',
  route: 'POST /proxy/async/tqs/totals/{transactionId}/card',
  rateLimit: 'search',
  audited: 'refused',
  ...sameCard,
});
