import { isCalendarDay } from '#shared/calendar-day.ts';
import { readPage } from '#shared/paging.ts';

/** The query parameters of the routes `rules` and `territories`. */
export interface RulesSearch {
  offset: number;
  pageSize: number;
  sortField: string;
  direction: 'ASC' | 'DESC';
  name?: string;
  action?: string;
  /** The day of the last update, yyyy-MM-dd in the zone of the screen. */
  lastUpdatedTime?: string;
}

const sortFields = ['name', 'action', 'active', 'ruleAuditData.lastUpdatedTime'] as const;
const defaultSort = { sortField: 'ruleAuditData.lastUpdatedTime', direction: 'DESC' } as const;
const firstSize = 50;
const maxRuleOffset = 10_000;

type Raw = Readonly<Record<string, string | undefined>>;

export const readRulesSearch = (raw: Raw): RulesSearch => readSearch(raw, /^(?:Accept|Block|Defer|Ignore)$/);

export const readTerritoriesSearch = (raw: Raw): RulesSearch =>
  readSearch(raw, /^(?:TerritoryBlock|TerritoryDefer|Ignore)$/);

/** A bad page or sort order resets both; invalid criteria are dropped. Never throws. */
function readSearch(raw: Raw, actions: RegExp): RulesSearch {
  const { sortField, direction, action, lastUpdatedTime } = raw;
  const name = raw.name?.trim() ?? '';
  const isSort =
    (sortField === undefined && direction === undefined) ||
    ((sortFields as readonly string[]).includes(sortField ?? '') &&
      (direction === 'ASC' || direction === 'DESC'));
  const page = readPage(raw, firstSize, maxRuleOffset);
  const isPage =
    (raw.offset === undefined || Number(raw.offset) === page.offset) &&
    (raw.pageSize === undefined || Number(raw.pageSize) === page.pageSize);
  const isPageValid = isSort && isPage;
  return {
    ...(isPageValid ? page : { offset: 0, pageSize: firstSize }),
    ...(isPageValid && sortField !== undefined
      ? { sortField, direction: direction === 'ASC' ? 'ASC' : 'DESC' }
      : defaultSort),
    name: name !== '' && name.length <= 100 ? name : undefined,
    action: action !== undefined && actions.test(action) ? action : undefined,
    lastUpdatedTime:
      lastUpdatedTime !== undefined && isCalendarDay(lastUpdatedTime) ? lastUpdatedTime : undefined,
  };
}

/** The version that the screen of a rule shows; the current one by default. */
export function readRuleSearch({ version = '' }: Raw): { version?: number } {
  return /^[1-9]\d{0,8}$/.test(version) ? { version: Number(version) } : {};
}
