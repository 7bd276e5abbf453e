import { type CalendarDay, isCalendarDay } from '#shared/calendar-day.ts';
import { hasCardNumber } from '#shared/card-number.ts';
import { readPage } from '#shared/paging.ts';
import { openStatuses } from '#shared/payments/review-task.ts';

type Raw = Readonly<Record<string, string | undefined>>;

/** The query parameters of the route `queueManagement`. */
export interface QueueSearch extends ColumnSearch {
  offset: number;
  pageSize: number;
  sortField: TaskSort;
  direction: 'ASC' | 'DESC';
  assignee?: 'me';
  /** One status, or ALL_FAILED. */
  status?: string;
  /** PAYMENT, PAYOUT, or both with a comma. */
  type?: string;
  min?: string;
  max?: string;
}

/** The filters above the columns. */
export interface ColumnSearch {
  taskId?: string;
  transactionId?: string;
  transactionType?: string;
  /** The last day, in the zone of the screen. */
  transactionTime?: CalendarDay;
  transactionAmount?: string;
  customerEmail?: string;
  transactionCurrencyCode?: string;
  customerIpAddress?: string;
  score?: string;
  cardIssuerCountryCode?: string;
  paymentSource?: string;
  statusSearch?: string;
  assigneeSearch?: string;
}

export const taskSorts = [
  'id',
  'assignee',
  'customerEmail',
  'customerIpAddress',
  'score',
  'status',
  'transactionAmount',
  'transactionCurrencyCode',
  'transactionId',
  'transactionTime',
  'cardIssuerCountryCode',
  'paymentSource',
  'taskFilter.transactionTypeCategory',
] as const;
export type TaskSort = (typeof taskSorts)[number];

export const taskTypes = ['PAYMENT', 'PAYOUT'] as const;
export const statusChoices = [...openStatuses, 'ALL_FAILED'] as const;
export const maxIdLength = 19;
export const maxOffset = 100_000;
/** Digits of an end of the amount interval. */
export const maxAmountDigits = 14;

const maxId = 9_223_372_036_854_775_807n;
const isId = (text: string): boolean => /^\d{1,19}$/.test(text) && BigInt(text) <= maxId;

/** The values that a search accepts, by the name of the filter in the address. */
export const columnPatterns: Readonly<Record<keyof ColumnSearch, (text: string) => boolean>> = {
  taskId: isId,
  transactionId: isId,
  transactionType: (text) => (taskTypes as readonly string[]).includes(text),
  transactionTime: isCalendarDay,
  transactionAmount: (text) => /^\d{1,14}(\.\d{1,4})?$/.test(text),
  customerEmail: (text) => /^.{1,320}$/u.test(text),
  transactionCurrencyCode: (text) => /^[A-Za-z]{3}$/.test(text),
  customerIpAddress: (text) => /^[\dA-Fa-f.:]{2,45}$/.test(text),
  score: (text) => /^\d{1,3}$/.test(text),
  cardIssuerCountryCode: (text) => /^[A-Za-z]{2,3}$/.test(text),
  paymentSource: (text) => /^[A-Za-z-]{1,32}$/.test(text),
  statusSearch: (text) => (statusChoices as readonly string[]).includes(text),
  assigneeSearch: (text) => /^.{1,254}$/u.test(text),
};
const columnNames = Object.keys(columnPatterns) as (keyof ColumnSearch)[];

export const defaultQueue: QueueSearch = {
  offset: 0,
  pageSize: 50,
  sortField: 'transactionTime',
  direction: 'ASC',
  assignee: 'me',
};
const names = ['offset', 'pageSize', 'sortField', 'direction', 'assignee', 'status', 'type', 'min', 'max'];

/**
 * An address without parameters shows the reviewer's own tasks. A bad page or sort order resets both, invalid filters are
 * dropped. Never throws, and reads its own result back unchanged.
 */
export function readQueueSearch(raw: Raw): QueueSearch {
  if (![...names, ...columnNames].some((name) => raw[name] !== undefined)) return defaultQueue;
  const { assignee, status, type, min, max } = raw;
  const types = [...new Set(type?.split(','))];
  const isAmount = isDigits(min) && isDigits(max) && Number(min ?? 0) <= Number(max ?? Infinity);
  return {
    ...readOrder(raw),
    assignee: assignee === 'me' ? assignee : undefined,
    status: isStatus(status) ? status : undefined,
    type: types.length > 0 && types.every(columnPatterns.transactionType) ? types.join(',') : undefined,
    min: isAmount && min !== undefined ? min : undefined,
    max: isAmount && max !== undefined ? max : undefined,
    ...readColumnSearch(raw),
  };
}

const isStatus = (status: string | undefined): status is string =>
  status !== undefined && columnPatterns.statusSearch(status);

const isDigits = (text: string | undefined): boolean =>
  text === undefined || (/^\d+$/.test(text) && text.length <= maxAmountDigits);

function readOrder(raw: Raw): Pick<QueueSearch, 'offset' | 'pageSize' | 'sortField' | 'direction'> {
  const { offset, pageSize, sortField, direction } = defaultQueue;
  const page = readPage(raw, pageSize, maxOffset);
  const isPage =
    Number(raw.offset ?? offset) === page.offset && Number(raw.pageSize ?? pageSize) === page.pageSize;
  const sort = taskSorts.find((candidate) => candidate === (raw.sortField ?? sortField));
  const order = (['ASC', 'DESC'] as const).find((candidate) => candidate === (raw.direction ?? direction));
  return isPage && sort && order
    ? { ...page, sortField: sort, direction: order }
    : { offset, pageSize, sortField, direction };
}

/** The valid filters of columns. Card numbers have no place in an address (docs/domain.md#card-data). */
export function readColumnSearch(raw: Raw): ColumnSearch {
  const entries = columnNames.flatMap((name) => {
    const text = raw[name]?.trim() ?? '';
    const isValid = text !== '' && columnPatterns[name](text) && (isIdName(name) || !hasCardNumber(text));
    return isValid ? [[name, text] as const] : [];
  });
  return Object.fromEntries(entries) as ColumnSearch;
}

const isIdName = (name: string): boolean => name === 'taskId' || name === 'transactionId';
