import { textOfDay } from '#shared/calendar-day.ts';
import { useIsPhone } from '#ui/layout/use-is-phone.ts';
import type { FilterChip } from '#web/list-screen/filter-chips.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import {
  filterNames,
  parseDays,
  readFilters,
  withFilters,
  type FilterName,
  type StatementParams,
} from '../../statements/statement-params.ts';

type Organisations = readonly { id: number; name: string }[] | undefined;

const labels: Readonly<Record<FilterName, string>> = {
  selectedNodes: 'statements.organisations',
  status: 'statements.status',
  type: 'statements.type',
  optimize360Outcome: 'statements.outcome',
};
const groups = { status: 'status', type: 'type', optimize360Outcome: 'outcome' } as const;

/** One chip per filter. On a phone, where the days are hidden, one for the days too. */
export function useStatementChips(
  params: StatementParams,
  organisations: Organisations,
  go: (params: StatementParams) => void,
): FilterChip[] {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  const filters = readFilters(params);
  const names = new Map((organisations ?? []).map(({ id, name }) => [String(id), name]));
  const word = (filter: FilterName, value: string): string =>
    filter === 'selectedNodes'
      ? (names.get(value) ?? value)
      : t(`transactions.${groups[filter]}.${value}`, { defaultValue: value });
  const chips = filterNames
    .filter((filter) => filters[filter].length > 0)
    .map((filter) => ({
      id: filter,
      label: `${t(labels[filter])}: ${filters[filter].map((value) => word(filter, value)).join(', ')}`,
      onRemove: () => go(withFilters(params, { ...filters, [filter]: [] })),
    }));
  if (!isPhone) return chips;
  const { from, to } = parseDays(params);
  const days = from === to ? textOfDay(from) : `${textOfDay(from)} – ${textOfDay(to)}`;
  return [{ id: 'days', label: days }, ...chips];
}
