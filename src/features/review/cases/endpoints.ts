import { endpointsOf } from '#shared/define-endpoint.ts';
import { maxFileBytes } from '#shared/attached-file.ts';
import type * as schemas from './schemas.ts';

const defineEndpoint = endpointsOf<typeof schemas>();

const search = ['P_SEARCH_CASE_MANAGEMENT'] as const;
/** Either permission reads a case. */
const read = {
  anyOf: ['P_SEARCH_CASE_MANAGEMENT', 'P_ACCESS_CASE_MANAGEMENT'],
  feature: 'CASE',
  resource: { case: 'caseId' },
} as const;
const work = { anyOf: ['P_ACCESS_CASE_MANAGEMENT'], feature: 'optimize_case' } as const;
const workOnCase = { ...work, resource: { case: 'caseId' } } as const;

export const getCaseOfTransaction = defineEndpoint({
  name: 'getCaseOfTransaction',
  summary: 'The case that a transaction is in',
  route: 'GET /proxy/sync/cqs/case/{companyId}/{transactionId}',
  rateLimit: 'search',
  auth: { anyOf: search, feature: 'CASE', resource: { organisation: 'companyId' } },
});

export const searchCases = defineEndpoint({
  name: 'searchCases',
  summary: 'Cases by the email address or the id of one of their transactions',
  route: 'POST /proxy/sync/cqs/case/search',
  rateLimit: 'search',
  audited: 'refused',
  auth: { anyOf: search, feature: 'CASE', resource: { organisation: 'orgId', in: 'body' } },
});

export const listOpenCases = defineEndpoint({
  name: 'listOpenCases',
  summary: 'Open cases of the caller or of all users: sorted, paged, counted',
  route: 'GET /proxy/sync/cqs/case/open/{orgId}',
  rateLimit: 'search',
  auth: { anyOf: search, feature: 'CASE', resource: { organisation: 'orgId' } },
});

export const getCase = defineEndpoint({
  name: 'getCase',
  summary: 'A case with its transactions, files and events',
  route: 'GET /proxy/async/case/{caseId}',
  auth: read,
});

export const openCase = defineEndpoint({
  name: 'openCase',
  summary: 'Opens a case for a transaction, or returns the open one that has it',
  route: 'POST /proxy/async/case/transaction/{transactionId}',
  auth: { ...work, resource: { transaction: 'transactionId' } },
});

export const openCustomerCase = defineEndpoint({
  name: 'openCustomerCase',
  summary: 'Opens a case for the newest transaction of an email address',
  route: 'POST /proxy/async/case/customer',
  auth: { ...work, resource: { organisation: 'orgId', in: 'body' } },
});

export const collectCase = defineEndpoint({
  name: 'collectCase',
  summary: 'Adds newer transactions with the same card, customer or address to a case',
  route: 'POST /proxy/async/case/{caseId}/collect',
  auth: workOnCase,
});

export const addCaseTransaction = defineEndpoint({
  name: 'addCaseTransaction',
  summary: 'Adds a transaction to a case by its id',
  route: 'POST /proxy/async/case/{caseId}/transactions',
  auth: workOnCase,
});

export const addCaseNote = defineEndpoint({
  name: 'addCaseNote',
  summary: 'Adds a note to a case',
  route: 'POST /proxy/async/case/{caseId}/notes',
  auth: workOnCase,
});

export const listCaseUsers = defineEndpoint({
  name: 'listCaseUsers',
  summary: 'The users who can own a case',
  route: 'GET /proxy/async/case/{caseId}/users',
  auth: workOnCase,
});

export const assignCase = defineEndpoint({
  name: 'assignCase',
  summary: 'Sets or removes the owner of a case',
  route: 'PUT /proxy/async/case/{caseId}/owner',
  auth: workOnCase,
});

export const closeCase = defineEndpoint({
  name: 'closeCase',
  summary: 'Closes a case with an outcome and adds its values to the block or allow lists',
  route: 'POST /proxy/async/case/{caseId}/close',
  auth: workOnCase,
});

export const reopenCase = defineEndpoint({
  name: 'reopenCase',
  summary: 'Opens a closed case again',
  route: 'POST /proxy/async/case/{caseId}/reopen',
  auth: workOnCase,
});

export const attachCaseFile = defineEndpoint({
  name: 'attachCaseFile',
  summary: 'Attaches an image or a PDF of at most 5 MB to a case',
  route: 'POST /proxy/async/case/{caseId}/files',
  takesUpload: true,
  uploadBytes: maxFileBytes,
  auth: workOnCase,
  rateLimit: { calls: 40, minutes: 10 },
});

export const downloadCaseFile = defineEndpoint({
  name: 'downloadCaseFile',
  summary: 'A file of a case, as a download',
  route: 'GET /proxy/async/case/{caseId}/files/{fileId}',
  audited: 'every',
  auth: read,
});

export const removeCaseFile = defineEndpoint({
  name: 'removeCaseFile',
  summary: 'Removes a file from a case',
  route: 'DELETE /proxy/async/case/{caseId}/files/{fileId}',
  auth: workOnCase,
});
