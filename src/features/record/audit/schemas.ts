import * as z from 'zod/mini';
import { wholeNumber } from '#shared/whole-number.ts';
import { pageSizes } from '#shared/paging.ts';
import { maxOffset } from './audit-params.ts';

const short = z.string().check(z.minLength(1), z.maxLength(100));

const code = z.string().check(z.regex(/^[A-Za-z\d]{1,40}$/));

/** Filters of the audit. Without any, all events match. */
const auditFilter = {
  /** A username, a user id or an API id. */
  actor: z.optional(z.string().check(z.minLength(1), z.maxLength(254))),
  objectKind: z.optional(code),
  objectId: z.optional(short),
  act: z.optional(code),
  outcome: z.optional(z.enum(['allowed', 'refused'])),
  from: z.optional(z.iso.datetime()),
  to: z.optional(z.iso.datetime()),
};

const anything = z.nullable(z.json());

const auditLine = z.object({
  seq: z.string(),
  at: z.iso.datetime(),
  actorKind: z.string(),
  actor: z.string(),
  /** Null after the user was deleted. */
  actorName: z.nullable(z.string()),
  organisationId: z.nullable(z.number()),
  organisationName: z.nullable(z.string()),
  ip: z.string(),
  userAgent: z.nullable(z.string()),
  act: z.string(),
  objectKind: z.nullable(z.string()),
  objectId: z.nullable(z.string()),
  outcome: z.string(),
  refused: z.boolean(),
  before: anything,
  after: anything,
  detail: anything,
  requestId: z.string(),
});

export type AuditLine = z.output<typeof auditLine>;

export const searchAudit = {
  path: z.object({ orgId: z.string().check(z.regex(/^\d{1,9}$/)) }),
  query: z.strictObject({
    ...auditFilter,
    offset: wholeNumber(0, maxOffset),
    pageSize: wholeNumber(1).check(z.refine((size) => (pageSizes as readonly number[]).includes(size))),
  }),
  response: z.object({
    lines: z.array(auditLine),
    /** Counted up to the highest offset; `hasMore`: there are more. */
    total: z.number(),
    hasMore: z.boolean(),
  }),
};

export const exportAudit = {
  path: z.object({ orgId: z.string().check(z.regex(/^\d{1,9}$/)) }),
  query: z.strictObject(auditFilter),
  response: z.string(),
};

export const getHistory = {
  path: z.object({ objectKind: code, objectId: short }),
  query: z.strictObject({
    pageSize: z.optional(wholeNumber(1, 100)),
  }),
  response: z.object({ lines: z.array(auditLine), hasMore: z.boolean() }),
};
