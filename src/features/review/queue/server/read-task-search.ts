import { canonicalEmail } from '#shared/email-address.ts';
import { readInstant } from '#shared/instant.ts';
import type { QueryOf } from '#shared/define-endpoint.ts';
import { Problem } from '#shared/problem.ts';
import type { countTasks, searchTasks } from '../endpoints.ts';
import { columnPatterns, maxOffset, statusChoices, taskTypes, type TaskSort } from '../queue-search.ts';
import { failedStatuses } from '#shared/payments/review-task.ts';

/** Searches return these codes instead of INVALID_REQUEST: the grid is empty then. */
const invalidCriteria = () => new Problem(400, 'V001', 'invalid_criteria');
const invalidPage = () => new Problem(400, 'V002', 'invalid_page');

/** The sortable fields, as a search names them. */
export const sortColumns: Readonly<Record<TaskSort, string>> = {
  id: 'task_id',
  assignee: 'assignee',
  customerEmail: 'customer_email',
  customerIpAddress: 'customer_ip',
  score: 'score',
  status: 'status',
  transactionAmount: 'amount',
  transactionCurrencyCode: 'ccy_code',
  transactionId: 'txn_id',
  transactionTime: 'transaction_time',
  cardIssuerCountryCode: 'issuer_country',
  paymentSource: 'payment_source',
  'taskFilter.transactionTypeCategory': 'category',
};

/** The filter beside the columns. */
export interface TaskCriteria {
  isMine: boolean;
  categories?: string[];
  statuses?: string[];
  minAmount?: string;
  maxAmount?: string;
}

export interface TaskSearch extends TaskCriteria {
  limit: number;
  offset: number;
  sortField: TaskSort;
  isDescending: boolean;
  /** Columns and the values that they must have. */
  values: [column: string, value: string][];
  emailPart?: string;
  /** Of the assignee's name or user name, in lower case. */
  assigneePart?: string;
  until?: Date;
}

export function readCriteria(query: QueryOf<typeof countTasks>): TaskCriteria {
  const { assignee, transactionTypeCategories, taskStatuses, txnMinAmount, txnMaxAmount } = query;
  if (assignee !== undefined && assignee !== 'me') throw invalidCriteria();
  const categories = readList(transactionTypeCategories, taskTypes);
  const statuses = readStatuses(taskStatuses);
  const minAmount = readText(txnMinAmount, columnPatterns.transactionAmount);
  const maxAmount = readText(txnMaxAmount, columnPatterns.transactionAmount);
  if (minAmount !== undefined && maxAmount !== undefined && Number(minAmount) > Number(maxAmount))
    throw invalidCriteria();
  return {
    isMine: assignee === 'me',
    categories,
    statuses,
    minAmount,
    maxAmount,
  };
}

/** The search of a request. Throws V001 for a criterion and V002 for page or sort order. */
export function readTaskSearch(query: QueryOf<typeof searchTasks>): TaskSearch {
  const criteria = readCriteria(query);
  const statuses = readStatuses(query['taskSearch.taskStatus']) ?? criteria.statuses;
  const until = readTime(query['taskSearch.transactionTime']);
  const emailText = readText(query['taskSearch.customerEmail'], columnPatterns.customerEmail);
  const emailPart = emailText === undefined ? undefined : canonicalEmail(emailText);
  const sortField = query['taskField.field'] ?? 'transactionTime';
  const direction = query['taskField.sort'] ?? 'ASC';
  if (!isSortField(sortField) || (direction !== 'ASC' && direction !== 'DESC')) throw invalidPage();
  return {
    ...criteria,
    ...(statuses ? { statuses } : {}),
    limit: readNumber(query.limit, 50, 1, 100),
    offset: readNumber(query.startFrom, 1, 1, maxOffset + 1) - 1,
    sortField,
    isDescending: direction === 'DESC',
    values: columnValues(query),
    emailPart,
    assigneePart: readText(query['taskSearch.assignee'], columnPatterns.assigneeSearch)?.toLowerCase(),
    until,
  };
}

function columnValues(query: QueryOf<typeof searchTasks>): [string, string][] {
  const { transactionAmount, transactionCurrencyCode, customerIpAddress, cardIssuerCountryCode } =
    columnPatterns;
  const values = {
    task_id: readText(query['taskSearch.taskId'], columnPatterns.taskId),
    txn_id: readText(query['taskSearch.transactionId'], columnPatterns.transactionId),
    category: readList(query['taskSearch.transactionTypeCategory'], taskTypes)?.[0],
    amount: readText(query['taskSearch.transactionAmount'], transactionAmount),
    ccy_code: readText(query['taskSearch.transactionCurrencyCode'], transactionCurrencyCode)?.toUpperCase(),
    customer_ip: readText(query['taskSearch.customerIpAddress'], customerIpAddress)?.toLowerCase(),
    score: readText(query['taskSearch.score'], columnPatterns.score),
    issuer_country: readText(query['taskSearch.cardIssuerCountryCode'], cardIssuerCountryCode)?.toUpperCase(),
    payment_source: readText(query['taskSearch.paymentSource'], columnPatterns.paymentSource)?.toUpperCase(),
  };
  return Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined);
}

const isSortField = (name: string): name is TaskSort => Object.hasOwn(sortColumns, name);

/** A value that the check accepts; undefined for an empty one. */
function readText(value: string | undefined, isValid: (text: string) => boolean): string | undefined {
  const text = value?.trim();
  if (text === undefined || text === '') return undefined;
  if (!isValid(text)) throw invalidCriteria();
  return text;
}

function readList(value: string | undefined, allowed: readonly string[]): string[] | undefined {
  const text = value?.trim();
  if (text === undefined || text === '') return undefined;
  const names = [...new Set(text.split(','))];
  if (!names.every((name) => allowed.includes(name))) throw invalidCriteria();
  return names;
}

/** ALL_FAILED is the three failed statuses. */
function readStatuses(value: string | undefined): string[] | undefined {
  const names = readList(value, statusChoices);
  return names?.flatMap((name) => (name === 'ALL_FAILED' ? failedStatuses : [name]));
}

function readTime(value: string | undefined): Date | undefined {
  const text = readText(value, (candidate) => readInstant(candidate) !== undefined);
  return text === undefined ? undefined : readInstant(text);
}

function readNumber(text: string | undefined, fallback: number, low: number, high: number): number {
  if (text === undefined) return fallback;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : -1;
  if (number < low || number > high) throw invalidPage();
  return number;
}
