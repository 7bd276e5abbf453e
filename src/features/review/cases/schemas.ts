import * as z from 'zod/mini';
import { hasVisibleText } from '#shared/label.ts';
import { wholeNumber } from '#shared/whole-number.ts';
import { transactionIdPattern } from '#shared/patterns.ts';
import { type Upload, isUpload } from '#shared/upload.ts';
import { organisationId } from '#features/company/organisations/schemas.ts';
import { caseSortFields, maxCaseOffset } from './case-search.ts';
import {
  caseEvents,
  caseOutcomes,
  caseReasons,
  caseStatuses,
  listedFields,
  maxListValues,
  maxNote,
} from './case-status.ts';

const id = wholeNumber(1);
const casePath = z.object({ caseId: id });
const filePath = z.object({ caseId: id, fileId: id });
const transactionId = z.string().check(z.regex(transactionIdPattern));
const version = z.number().check(z.int(), z.positive());
const userId = z.string().check(z.regex(/^[\w-]{1,64}$/));

/** A case as a search finds it, with the transaction that was found. */
const foundCase = z.object({
  caseId: z.string(),
  status: z.enum(caseStatuses),
  outcome: z.nullable(z.enum(caseOutcomes)),
  subject: z.object({
    adviceRequest: z.object({
      transaction: z.object({
        id: z.string(),
        transactionTime: z.string(),
        amount: z.string(),
        currencyCode: z.string(),
      }),
      customer: z.object({ name: z.nullable(z.string()), email: z.nullable(z.string()) }),
    }),
  }),
});
export type FoundCase = z.output<typeof foundCase>;

export const getCaseOfTransaction = {
  path: z.object({ companyId: organisationId, transactionId }),
  response: foundCase,
};

/** Criteria, page and order are validated by the handler, which returns V001 and V002. */
export const searchCases = {
  body: z.object({
    orgId: organisationId,
    from: z.optional(z.unknown()),
    size: z.optional(z.unknown()),
    filters: z.optional(z.unknown()),
    caseSearchSort: z.optional(z.unknown()),
  }),
  response: z.object({ resultsAvailable: z.number(), data: z.array(foundCase) }),
};

export const listOpenCases = {
  path: z.object({ orgId: organisationId }),
  query: z.object({
    /** All of them without. */
    owner: z.optional(z.literal('me')),
    field: z.optional(z.enum(caseSortFields)),
    direction: z.optional(z.enum(['ASC', 'DESC'])),
    offset: z.optional(wholeNumber(0, maxCaseOffset)),
    pageSize: z.optional(wholeNumber(1, 100)),
  }),
  response: z.object({
    resultsAvailable: z.number(),
    data: z.array(z.extend(foundCase, { ownerName: z.nullable(z.string()) })),
    /** Numbers for the choice of the owner. */
    mine: z.number(),
    all: z.number(),
  }),
};

const transaction = z.object({
  transactionId: z.string(),
  reason: z.enum(caseReasons),
  transactionTime: z.string(),
  type: z.string(),
  status: z.string(),
  amount: z.string(),
  currencyCode: z.string(),
  paymentProduct: z.nullable(z.string()),
  maskedPan: z.nullable(z.string()),
  customerName: z.nullable(z.string()),
  customerEmail: z.nullable(z.string()),
  merchantName: z.string(),
});
export type CaseTransaction = z.output<typeof transaction>;

const listValue = z.object({
  dataField: z.enum(listedFields),
  /** A card is named by its correlation id. */
  value: z.string().check(z.minLength(1), z.maxLength(500)),
});

const event = z.object({
  id: z.string(),
  at: z.string(),
  actor: z.string(),
  kind: z.enum(caseEvents),
  note: z.nullable(z.string()),
  detail: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type CaseEvent = z.output<typeof event>;

const file = z.object({
  id: z.string(),
  name: z.string(),
  contentType: z.string(),
  size: z.number(),
  addedAt: z.string(),
  addedBy: z.string(),
});
export type CaseFile = z.output<typeof file>;

const caseView = z.object({
  id: z.string(),
  version: z.number(),
  status: z.enum(caseStatuses),
  outcome: z.nullable(z.enum(caseOutcomes)),
  ownerId: z.nullable(z.string()),
  ownerName: z.nullable(z.string()),
  transactionId: z.string(),
  merchantName: z.string(),
  openedAt: z.string(),
  closedAt: z.nullable(z.string()),
  transactions: z.array(transaction),
  /** Other cases with one of the transactions, newest first. */
  relatedCases: z.array(
    z.object({
      id: z.string(),
      status: z.enum(caseStatuses),
      outcome: z.nullable(z.enum(caseOutcomes)),
      openedAt: z.string(),
    }),
  ),
  files: z.array(file),
  /** The newest first, at most 500. */
  events: z.array(event),
  /** The values that closing the case can add to lists. */
  listValues: z.array(z.extend(listValue, { displayValue: z.string() })),
  /** Where list permissions are needed to add them. */
  companyPath: z.string(),
  /** Where case permissions are needed to work on the case. */
  merchantPath: z.string(),
});
export type CaseView = z.output<typeof caseView>;

export const getCase = { path: casePath, response: caseView };

const openResult = z.object({
  caseId: z.string(),
  /** False: a case was open already. */
  isNew: z.boolean(),
});

export const openCase = { path: z.object({ transactionId }), response: openResult };
export const openCustomerCase = {
  body: z.object({
    orgId: organisationId,
    customerEmail: z.string().check(z.minLength(3), z.maxLength(320)),
  }),
  response: openResult,
};

const added = z.object({ added: z.number() });

export const collectCase = { path: casePath, response: added };
export const addCaseTransaction = {
  path: casePath,
  body: z.object({ transactionId }),
  response: added,
};

const note = z.string().check(z.maxLength(maxNote), z.refine(hasVisibleText));

export const addCaseNote = { path: casePath, body: z.object({ note }), response: z.undefined() };

export const listCaseUsers = {
  path: casePath,
  response: z.array(z.object({ userId: z.string(), name: z.string() })),
};

const changed = z.object({ version: z.number() });

export const assignCase = {
  path: casePath,
  /** null: without an owner. */
  body: z.object({ version, ownerId: z.nullable(userId) }),
  response: changed,
};

export const closeCase = {
  path: casePath,
  body: z.object({
    version,
    outcome: z.enum(caseOutcomes),
    note: z.optional(note),
    listValues: z.optional(z.array(listValue).check(z.maxLength(maxListValues))),
  }),
  response: changed,
};

export const reopenCase = { path: casePath, body: z.object({ version }), response: changed };

export const attachCaseFile = {
  path: casePath,
  /** Form field `file`, with its name. */
  body: z.custom<Upload>(isUpload),
  response: file,
};

export const downloadCaseFile = { path: filePath, response: z.string() };
export const removeCaseFile = { path: filePath, response: z.undefined() };
