import type { QueryOf } from '#shared/define-endpoint.ts';
import { Problem } from '#shared/problem.ts';
import type { countTasks, searchTasks } from '../endpoints.ts';
import { failedStatuses, openStatuses } from '../task.ts';

/** Searches answer these codes instead of INVALID_REQUEST: the grid is empty then. */
const invalidCriteria = () => new Problem(400, 'V001', 'invalid_criteria');
const invalidPage = () => new Problem(400, 'V002', 'invalid_page');

const maxOffset = 100_000;

/** The sortable fields, as a search names them. */
export const sortColumns = {
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
} as const;

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
  startFrom: number;
  sortField: keyof typeof sortColumns;
  isDescending: boolean;
  /** Columns and the values that they must have. */
  values: [column: string, value: string][];
  emailPart?: string;
  until?: Date;
}

export function readCriteria(query: QueryOf<typeof countTasks>): TaskCriteria {
  const { assignee, transactionTypeCategories, taskStatuses, txnMinAmount, txnMaxAmount } = query;
  if (assignee !== undefined && assignee !== 'me') throw invalidCriteria();
  const categories = readList(transactionTypeCategories, ['PAYMENT', 'PAYOUT']);
  const statuses = readStatuses(taskStatuses);
  const minAmount = readText(txnMinAmount, amountPattern);
  const maxAmount = readText(txnMaxAmount, amountPattern);
  if (minAmount !== undefined && maxAmount !== undefined && Number(minAmount) > Number(maxAmount))
    throw invalidCriteria();
  return {
    isMine: assignee === 'me',
    ...(categories ? { categories } : {}),
    ...(statuses ? { statuses } : {}),
    ...(minAmount === undefined ? {} : { minAmount }),
    ...(maxAmount === undefined ? {} : { maxAmount }),
  };
}

const idPattern = /^\d{1,19}$/;
const amountPattern = /^\d{1,14}(\.\d{1,4})?$/;
const maxId = 9_223_372_036_854_775_807n;

/** The search of a request. Throws V001 for a criterion and V002 for page or sort order. */
export function readTaskSearch(query: QueryOf<typeof searchTasks>): TaskSearch {
  const criteria = readCriteria(query);
  const statuses = readStatuses(query['taskSearch.taskStatus']) ?? criteria.statuses;
  const until = readTime(query['taskSearch.transactionTime']);
  const emailPart = readText(query['taskSearch.customerEmail'], /^.{1,320}$/u)?.toLowerCase();
  const sortField = query['taskField.field'] ?? 'transactionTime';
  const direction = query['taskField.sort'] ?? 'ASC';
  if (!isSortField(sortField) || (direction !== 'ASC' && direction !== 'DESC')) throw invalidPage();
  return {
    ...criteria,
    ...(statuses ? { statuses } : {}),
    limit: readNumber(query.limit, 50, 1, 100),
    startFrom: readNumber(query.startFrom, 0, 0, maxOffset),
    sortField,
    isDescending: direction === 'DESC',
    values: columnValues(query),
    ...(emailPart === undefined ? {} : { emailPart }),
    ...(until ? { until } : {}),
  };
}

function columnValues(query: QueryOf<typeof searchTasks>): [string, string][] {
  const values = {
    task_id: readId(query['taskSearch.taskId']),
    txn_id: readId(query['taskSearch.transactionId']),
    category: readList(query['taskSearch.transactionTypeCategory'], ['PAYMENT', 'PAYOUT'])?.[0],
    amount: readText(query['taskSearch.transactionAmount'], amountPattern),
    ccy_code: readText(query['taskSearch.transactionCurrencyCode'], /^[A-Za-z]{3}$/)?.toUpperCase(),
    customer_ip: readText(query['taskSearch.customerIpAddress'], /^[\dA-Fa-f.:]{2,45}$/)?.toLowerCase(),
    score: readText(query['taskSearch.score'], /^\d{1,3}$/),
    issuer_country: readText(query['taskSearch.cardIssuerCountryCode'], /^[A-Za-z]{2,3}$/)?.toUpperCase(),
    payment_source: readText(query['taskSearch.paymentSource'], /^[A-Za-z-]{1,32}$/)?.toUpperCase(),
    assignee: readText(query['taskSearch.assignee'], /^.{1,254}$/u)?.toLowerCase(),
  };
  return Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined);
}

const isSortField = (name: string): name is keyof typeof sortColumns => Object.hasOwn(sortColumns, name);

/** A value that matches the pattern; undefined for an empty one. */
function readText(value: string | undefined, pattern: RegExp): string | undefined {
  const text = value?.trim();
  if (text === undefined || text === '') return undefined;
  if (!pattern.test(text)) throw invalidCriteria();
  return text;
}

function readId(value: string | undefined): string | undefined {
  const text = readText(value, idPattern);
  if (text !== undefined && BigInt(text) > maxId) throw invalidCriteria();
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
  const names = readList(value, [...openStatuses, 'ALL_FAILED']);
  return names?.flatMap((name) => (name === 'ALL_FAILED' ? failedStatuses : [name]));
}

function readTime(value: string | undefined): Date | undefined {
  const text = readText(value, /^\d{4}-\d\d-\d\dT[\d:.]{5,15}(Z|[+-]\d\d:?\d\d)$/);
  if (text === undefined) return undefined;
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw invalidCriteria();
  return time;
}

function readNumber(text: string | undefined, missing: number, low: number, high: number): number {
  if (text === undefined) return missing;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : -1;
  if (number < low || number > high) throw invalidPage();
  return number;
}
