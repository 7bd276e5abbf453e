import { dateFormat } from '#shared/text/intl-formats.ts';
import { zonedDate } from '#shared/zoned-day.ts';
import {
  type ColumnFilters,
  readColumnFilters,
  filterParams,
  readFilterParams,
} from '#features/record/reporting/filters/filter-params.ts';
import { defaultInterval, typedDay, type TypedInterval } from './export-interval.ts';

/** State that another screen passes to the export, outside the address (docs/domain.md#exports). */
export interface ExportState {
  fromDate?: string | number;
  toDate?: string | number;
  selectedNodes?: readonly number[];
  type?: readonly string[];
  status?: readonly string[];
  optimize360Outcome?: readonly string[];
  searchField?: string;
  searchValue?: string;
  /** The statement's column filters, by field. */
  columnFilters?: ColumnFilters;
}

/** The initial form. */
export interface ExportDraft {
  interval: TypedInterval;
  orgIds: readonly number[];
  types: readonly string[];
  statuses: readonly string[];
  outcomes: readonly string[];
  searchField: string;
  searchValue: string;
  columnFilters: ColumnFilters;
}

/** Reads the passed state. Invalid parts are ignored. */
export function readExportState(raw: unknown, now: Date, timeZone: string): ExportDraft {
  const state: Record<string, unknown> = typeof raw === 'object' && raw !== null ? { ...raw } : {};
  const readTexts = (value: unknown): string[] =>
    Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
  const ids = Array.isArray(state.selectedNodes) ? state.selectedNodes.map(Number) : [];
  const today = defaultInterval(now, timeZone);
  const [from, to] = [parseMoment(state.fromDate), parseMoment(state.toDate)];
  return {
    interval: {
      startDate: from === undefined ? today.startDate : typedDay(zonedDate(from, timeZone)),
      startTime: from === undefined ? today.startTime : formatClock(from, timeZone),
      endDate: to === undefined ? today.endDate : typedDay(zonedDate(to, timeZone)),
      endTime: to === undefined ? today.endTime : formatClock(to, timeZone),
    },
    orgIds: ids.filter((id) => Number.isSafeInteger(id) && id > 0),
    types: readTexts(state.type),
    statuses: readTexts(state.status),
    outcomes: readTexts(state.optimize360Outcome),
    searchField: typeof state.searchField === 'string' ? state.searchField : '',
    searchValue: typeof state.searchValue === 'string' ? state.searchValue : '',
    columnFilters: readFilters(state.columnFilters),
  };
}

/** Validated like an address. Invalid filters are ignored. */
function readFilters(value: unknown): ColumnFilters {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const texts = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return readColumnFilters(readFilterParams(filterParams(Object.fromEntries(texts))));
}

function parseMoment(value: unknown): Date | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

const formatClock = (at: Date, timeZone: string): string =>
  dateFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);
