import * as z from 'zod/mini';
import { retentionNames } from '#shared/retention-kinds.ts';
import { databaseId, wholeNumber } from '#shared/whole-number.ts';
import { reasonText } from '#features/record/legal-holds/schemas.ts';
import { blockers, findBy, maxCustomers, waitReasons } from './data-kinds.ts';

const ofOrganisation = z.object({ orgId: databaseId });
const ofRequest = z.object({ orgId: databaseId, requestId: z.string() });

const customer = z.object({
  customerId: z.string(),
  merchantName: z.string(),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  telephone: z.nullable(z.string()),
  merchantRef: z.nullable(z.string()),
  firstAt: z.string(),
});
export type FoundPerson = z.output<typeof customer>;

export const findPerson = {
  path: ofOrganisation,
  body: z.object({
    by: z.enum(findBy),
    value: z.string().check(z.trim(), z.minLength(1), z.maxLength(255)),
    /** With NAME. */
    lastFour: z.optional(z.string().check(z.regex(/^\d{4}$/))),
  }),
  response: z.object({ customers: z.array(customer), hasMore: z.boolean() }),
};

const customerIds = z.array(wholeNumber(1, 999_999_999_999)).check(z.minLength(1), z.maxLength(maxCustomers));

const counts = z.record(z.string(), z.number());

const preview = z.object({
  customers: z.array(customer),
  counts,
  /** Payments whose data waits, by the reason. `until`: when the last of them can be erased, where that is known. */
  waiting: z.array(
    z.object({ reason: z.enum(waitReasons), payments: z.number(), until: z.nullable(z.string()) }),
  ),
  /** What must end before an erasure can be requested. */
  blockers: z.array(z.object({ kind: z.enum(blockers), ids: z.array(z.string()) })),
  /** Whether the organisation is the company, whose lists, emails and files are looked through as well. */
  isWholeCompany: z.boolean(),
});
export type PersonPreview = z.output<typeof preview>;

export const previewPerson = {
  path: ofOrganisation,
  body: z.object({ customerIds }),
  response: preview,
};

const accepted = z.object({ requestId: z.string() });

export const requestPersonExport = {
  path: ofOrganisation,
  body: z.object({ customerIds, reason: reasonText }),
  response: accepted,
};

export const requestErasure = {
  path: ofOrganisation,
  body: z.object({
    customerIds,
    reason: reasonText,
    /** Entries of block and allow lists stay. */
    keepsLists: z.boolean(),
  }),
  response: accepted,
};

const request = z.object({
  requestId: z.string(),
  kind: z.enum(['EXPORT', 'ERASURE']),
  organisationName: z.string(),
  reason: z.string(),
  requestedAt: z.string(),
  requestedBy: z.string(),
  state: z.enum(['QUEUED', 'RUNNING', 'WAITING', 'DONE', 'FAILED']),
  endedAt: z.nullable(z.string()),
  counts,
  keepsLists: z.boolean(),
  /** Of an erasure: payments that wait, by the reason. */
  waiting: preview.shape.waiting,
  /** Of an export: bytes of the file while it is kept. */
  fileBytes: z.nullable(z.number()),
});
export type PersonRequest = z.output<typeof request>;

export const listPersonRequests = {
  path: ofOrganisation,
  response: z.object({ requests: z.array(request) }),
};

export const downloadPersonFile = { path: ofRequest, response: z.string() };

export const getRetention = {
  path: ofOrganisation,
  response: z.object({
    /** 0: without a limit. */
    kinds: z.array(z.object({ kind: z.enum(retentionNames), days: z.number() })),
    /** How long a card holder can dispute a payment. */
    disputeDays: z.number(),
  }),
};
