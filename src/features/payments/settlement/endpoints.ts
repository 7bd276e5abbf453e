import { endpointsOf } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

const defineEndpoint = endpointsOf<typeof schemas>();

const settlement = '/proxy/sync/settlement/{orgId}' as const;
const difference = `${settlement}/differences/{differenceId}` as const;
const payouts = '/proxy/sync/payouts/{orgId}' as const;

const organisation = { organisation: 'orgId' } as const;
const viewing = { anyOf: ['P_VIEW_SETTLEMENTS', 'P_MANAGE_SETTLEMENTS'], resource: organisation } as const;
const managing = { anyOf: ['P_MANAGE_SETTLEMENTS'], resource: organisation } as const;
const receiving = { anyOf: ['P_VIEW_PAYOUTS'], resource: organisation } as const;

export const listSettlementReports = defineEndpoint({
  name: 'listSettlementReports',
  summary: 'The settlement reports of the connections of an organisation and of those below it, newest first',
  route: `GET ${settlement}/reports`,
  rateLimit: 'search',
  auth: viewing,
});

export const retrySettlementReport = defineEndpoint({
  name: 'retrySettlementReport',
  summary: 'Imports a report again that was refused or could not be fetched',
  route: `POST ${settlement}/reports/{reportId}/retry`,
  auth: managing,
});

export const listSettlementDifferences = defineEndpoint({
  name: 'listSettlementDifferences',
  summary: 'Differences between the reports of processors and our books, newest first',
  route: `GET ${settlement}/differences`,
  rateLimit: 'search',
  auth: viewing,
});

export const listDifferenceOwners = defineEndpoint({
  name: 'listDifferenceOwners',
  summary: 'The users who can own the differences of an organisation',
  route: `GET ${settlement}/owners`,
  auth: managing,
});

export const assignDifference = defineEndpoint({
  name: 'assignDifference',
  summary: 'Sets or removes the owner of a difference',
  route: `PUT ${difference}/owner`,
  auth: managing,
});

export const closeDifference = defineEndpoint({
  name: 'closeDifference',
  summary: 'Closes a difference with a note. The ledger stays as it is',
  route: `POST ${difference}/close`,
  auth: managing,
});

export const listPayouts = defineEndpoint({
  name: 'listPayouts',
  summary: 'Payouts to the bank, by installation and currency, newest first',
  route: `GET ${payouts}`,
  rateLimit: 'search',
  auth: receiving,
});

export const getPayout = defineEndpoint({
  name: 'getPayout',
  summary: 'A payout with its sums and fees by kind',
  route: `GET ${payouts}/{payoutId}`,
  auth: receiving,
});

export const listPayoutLines = defineEndpoint({
  name: 'listPayoutLines',
  summary: 'The payments, refunds, chargebacks and fees of a payout, in the order of the report',
  route: `GET ${payouts}/{payoutId}/lines`,
  rateLimit: 'search',
  auth: receiving,
});

export const exportPayout = defineEndpoint({
  name: 'exportPayout',
  summary: 'The lines of a payout as a file: CSV or XLSX',
  route: `GET ${payouts}/{payoutId}/file`,
  audited: 'every',
  rateLimit: { calls: 20, minutes: 10 },
  auth: receiving,
});
