import { endpointsOf } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

const defineEndpoint = endpointsOf<typeof schemas>();

/** Either permission reads a dispute. */
const reading = { anyOf: ['P_VIEW_DISPUTES', 'P_MANAGE_DISPUTES'] } as const;

const ofDispute = { ...reading, resource: { dispute: 'disputeId' } } as const;
const managing = { anyOf: ['P_MANAGE_DISPUTES'], resource: { dispute: 'disputeId' } } as const;
const dispute = '/proxy/sync/disputes/dispute/{disputeId}' as const;

export const listDisputes = defineEndpoint({
  name: 'listDisputes',
  summary: 'Disputes of payments at and below an organisation: filtered, sorted, paged, counted',
  route: 'GET /proxy/sync/disputes/{orgId}',
  rateLimit: 'search',
  auth: { ...reading, resource: 'anywhere' },
});

export const getDispute = defineEndpoint({
  name: 'getDispute',
  summary: 'A dispute with its payment, its reports and its responses',
  route: `GET ${dispute}`,
  auth: ofDispute,
});

export const getEvidenceForm = defineEndpoint({
  name: 'getEvidenceForm',
  summary: 'The evidence form of the processor, and the stored facts of the payment',
  route: `GET ${dispute}/evidence`,
  auth: managing,
  rateLimit: { calls: 60, minutes: 10 },
});

export const acceptDispute = defineEndpoint({
  name: 'acceptDispute',
  summary: 'Accepts a dispute at the processor: the money stays with the card holder',
  route: `POST ${dispute}/accept`,
  auth: managing,
  stepUp: 'policy',
  approval: 'answerDispute',
});

export const submitEvidence = defineEndpoint({
  name: 'submitEvidence',
  summary: 'Sends the evidence of a dispute to the processor, once',
  route: `POST ${dispute}/submit`,
  auth: managing,
  stepUp: 'policy',
  approval: 'answerDispute',
});

export const attachDisputeFile = defineEndpoint({
  name: 'attachDisputeFile',
  summary: 'Attaches an image or a PDF of at most 5 MB to the response to a dispute',
  route: `POST ${dispute}/files`,
  takesUpload: true,
  // That of `maxFileBytes`: an import of its file would load it with the search of transactions.
  uploadBytes: 5_242_880,
  auth: managing,
  rateLimit: { calls: 40, minutes: 10 },
});

export const downloadDisputeFile = defineEndpoint({
  name: 'downloadDisputeFile',
  summary: 'A file of the response to a dispute, as a download',
  route: `GET ${dispute}/files/{fileId}`,
  audited: 'every',
  auth: ofDispute,
});

export const removeDisputeFile = defineEndpoint({
  name: 'removeDisputeFile',
  summary: 'Removes a file from the response to a dispute',
  route: `DELETE ${dispute}/files/{fileId}`,
  auth: managing,
});

/** As payments: a key that reads them reads their disputes. */
const merchantReading = {
  anyOf: ['P_VIEW_TRANSACTION_NGPORTAL', 'P_VIEW_TRANSACTIONS_NGPORTAL'],
  resource: { installation: 'installationId' },
} as const;

export const listMerchantDisputes = defineEndpoint({
  name: 'listMerchantDisputes',
  summary: 'The disputes of an installation, newest first, in pages of at most 100',
  route: 'GET /acceptor/rest/disputes/{installationId}',
  rateLimit: 'search',
  auth: merchantReading,
});

export const readMerchantDispute = defineEndpoint({
  name: 'readMerchantDispute',
  summary: 'One dispute of an installation',
  route: 'GET /acceptor/rest/disputes/{installationId}/{disputeId}',
  auth: merchantReading,
});
