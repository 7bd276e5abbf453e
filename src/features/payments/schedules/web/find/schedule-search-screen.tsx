import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { NextStep } from '#web/links/next-step.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import type { ListResult } from '#web/list-screen/list-result.ts';
import { ListScreen } from '#web/list-screen/list-screen.tsx';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { SearchField } from '../../find/search-criterion.ts';
import { type ScheduleLine, scheduleLineId, useScheduleColumns } from './schedule-columns.tsx';
import { ScheduleSearchForm } from './schedule-search-form.tsx';
import { useScheduleSearch } from './use-schedule-search.ts';

/** The columns are those of the list of schedules. */
const listName = 'schedules';

/** Before the first search there are no rows, and their number is unknown. */
const noSearch: ListResult<ScheduleLine> = {
  rows: [],
  total: undefined,
  isLoading: false,
  failure: null,
  refresh: undefined,
};

/** /scheduleSearch: schedules by id, customer, card or day of creation. */
export function ScheduleSearchScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const columns = useScheduleColumns();
  const { saved, paging, save, isSearching, result } = useScheduleSearch();
  function search(field: SearchField, value: string): void {
    const next = { field, value, paging: { ...paging, offset: 0 } };
    if (JSON.stringify(next) === JSON.stringify(saved)) result.refresh();
    else save(next);
  }
  return (
    <ListScreen
      title={t('screen.scheduleSearch')}
      notice={<ScheduleSearchForm saved={saved} onSearch={search} />}
      state={{
        name: listName,
        paging,
        turn: (next) => saved && save({ ...saved, paging: next }),
        criteria: JSON.stringify([saved?.field, saved?.value]),
      }}
      result={isSearching ? result : noSearch}
      countKey="schedules.count"
      columns={columns}
      rowId={scheduleLineId}
      onOpen={(row) => void navigate(paths.schedule(scheduleLineId(row)))}
      failureTexts={{ title: t('schedules.failed') }}
      empty={
        isSearching ? (
          <EmptyState title={t('schedules.none')}>
            {t('schedules.none_text')}
            <NextStep />
          </EmptyState>
        ) : (
          <EmptyState title={t('schedules.search.start')} icon={<IconSearch size={22} aria-hidden />} />
        )
      }
    />
  );
}
