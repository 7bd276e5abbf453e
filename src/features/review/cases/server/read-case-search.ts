import { canonicalEmail } from '#shared/email-address.ts';
import { readInstant } from '#shared/instant.ts';
import * as z from 'zod/mini';
import { pageSizes } from '#shared/paging.ts';
import { isTransactionId } from '#shared/patterns.ts';
import { Problem } from '#shared/problem.ts';
import type { BodyOf } from '#shared/define-endpoint.ts';
import type { searchCases } from '../endpoints.ts';

/** Searches return these codes instead of INVALID_REQUEST: the grid is empty then. */
const invalidCriteria = () => new Problem(400, 'V001', 'invalid_criteria');
const invalidPage = () => new Problem(400, 'V002', 'invalid_page');

const maxOffset = 100_000;

/** The sortable fields, as a search names them. */
export const sortColumns = {
  transactionTime: 'transaction_time',
  transactionId: 'txn_id',
  customerName: 'customer_name',
  customerEmail: 'customer_email',
  transactionAmount: 'amount',
} as const;
type SortField = keyof typeof sortColumns;

export interface CaseSearch {
  /** A part of an email address in lower case, or a transaction. */
  find: { emailPart: string } | { txnId: number };
  from?: Date;
  to?: Date;
  sortField: SortField;
  isDescending: boolean;
  offset: number;
  limit: number;
}

const filters = z
  .array(z.object({ field: z.string(), operator: z.string(), value: z.array(z.string()) }))
  .check(z.minLength(1), z.maxLength(2));
const sort = z.object({
  field: z.enum(Object.keys(sortColumns) as [SortField, ...SortField[]]),
  sortOrder: z.enum(['ASC', 'DESC', 'asc', 'desc']),
});

/** The search of a request. Throws V001 for a criterion and V002 for page or order. */
export function readCaseSearch(body: BodyOf<typeof searchCases>): CaseSearch {
  const order = sort.safeParse(body.caseSearchSort ?? { field: 'transactionTime', sortOrder: 'DESC' });
  const offset = readNumber(body.from, 0);
  const limit = readNumber(body.size, pageSizes[0]);
  const isPage = (pageSizes as readonly number[]).includes(limit) && offset <= maxOffset;
  if (!order.success || !isPage) throw invalidPage();
  return {
    ...readFilters(body.filters),
    sortField: order.data.field,
    isDescending: order.data.sortOrder.toUpperCase() === 'DESC',
    offset,
    limit,
  };
}

function readFilters(input: unknown): Pick<CaseSearch, 'find' | 'from' | 'to'> {
  const parsed = filters.safeParse(input);
  if (!parsed.success) throw invalidCriteria();
  const like = parsed.data.filter(({ operator }) => operator === 'like');
  const between = parsed.data.filter(
    ({ field, operator }) => operator === 'between' && field === 'transactionTime',
  );
  const [search] = like;
  if (!search || like.length !== 1 || like.length + between.length !== parsed.data.length)
    throw invalidCriteria();
  const [value = '', ...more] = search.value;
  if (more.length > 0) throw invalidCriteria();
  // A search by id ignores the dates.
  if (search.field === 'transactionId') return { find: { txnId: readId(value) } };
  if (search.field !== 'customerEmail') throw invalidCriteria();
  const emailPart = canonicalEmail(value);
  if (emailPart.length < 3 || emailPart.length > 320) throw invalidCriteria();
  return { find: { emailPart }, ...(between[0] ? readInterval(between[0].value) : {}) };
}

function readId(value: string): number {
  const id = Number(value);
  if (!isTransactionId(value) || !Number.isSafeInteger(id)) throw invalidCriteria();
  return id;
}

function readInterval(value: readonly string[]): { from: Date; to: Date } {
  const [from, to, ...more] = value.map((text) => readInstant(text));
  if (!from || !to || more.length > 0 || !(from.getTime() <= to.getTime())) throw invalidCriteria();
  return { from, to };
}

/** -1, an invalid page, for anything but a whole number. */
function readNumber(value: unknown, missing: number): number {
  if (value === undefined || value === null) return missing;
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw invalidPage();
  return value;
}
