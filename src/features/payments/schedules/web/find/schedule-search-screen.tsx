import { IconSearch } from '@tabler/icons-react';
import { useNavigate, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { NextStep } from '#web/links/next-step.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { type ListResult, readData, useListResult } from '#web/list-screen/list-result.ts';
import { ListScreen } from '#web/list-screen/list-screen.tsx';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { useTimes } from '#web/format/use-times.ts';
import type { Paging } from '#ui/grid/paging-bar.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import {
  type SearchField,
  criterionError,
  searchFields,
  buildCriterionQuery,
} from '../../search-criterion.ts';
import { type ScheduleLine, scheduleLineId, useScheduleColumns } from './schedule-columns.tsx';
import { searchSchedules } from '../../endpoints.ts';

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
  const times = useTimes();
  const { saved, paging, save, isSearching, result } = useScheduleSearch();
  function search(field: SearchField, value: string): void {
    const next = { field, value, paging: { ...paging, offset: 0 } };
    if (JSON.stringify(next) === JSON.stringify(saved)) result.refresh();
    else save(next);
  }
  return (
    <ListScreen
      title={t('screen.scheduleSearch')}
      search={{
        label: t('schedules.search.by'),
        fields: searchFields.map((value) => ({ value, label: t(`schedules.search.field.${value}`) })),
        field: saved?.field,
        text: saved?.value,
        maxLength: 320,
        isRequired: true,
        help: (field) => (field === 'creationDate' ? t('schedules.form.day_help') : undefined),
        refusal(value, field) {
          const error = criterionError(field as SearchField, value, times.today());
          return error && t(`schedules.search.error.${error}`);
        },
        onSearch: (value, field) =>
          value === undefined ? save(undefined) : search(field as SearchField, value),
      }}
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

const firstPage: Paging = { offset: 0, pageSize: 25 };

/** Saved with the entry of the browser's history, so that going back shows the results again; never in the URL. */
interface SavedSearch {
  field: SearchField;
  value: string;
  paging: Paging;
}
const isSavedSearch = (state: unknown): state is SavedSearch =>
  typeof state === 'object' &&
  state !== null &&
  'field' in state &&
  searchFields.includes(state.field as SearchField);

/** The search of this history entry, and the page of schedules it finds. */
function useScheduleSearch() {
  const times = useTimes();
  const { organisation } = useSignedIn();
  const navigate = useNavigate();
  const { scheduleSearch: before } = useLocation().state as { scheduleSearch?: unknown };
  const [saved, setSaved] = useState(() => (isSavedSearch(before) ? before : undefined));
  const query = saved && buildCriterionQuery(saved.field, saved.value, times.zone);
  const paging = saved?.paging ?? firstPage;
  const result = useListResult(
    searchSchedules,
    {
      body: {
        ...query,
        owner: [String(organisation.selectedParentOrgId)],
        sortBy: { creationDate: 'DESC' },
        startFrom: paging.offset + 1,
        limit: paging.pageSize,
      },
    },
    readData,
    { enabled: query !== undefined },
  );
  function save(next: SavedSearch | undefined): void {
    setSaved(next);
    void navigate({
      to: '.',
      replace: true,
      state: (state) => ({ ...state, scheduleSearch: next }) as object,
    });
  }
  return { saved, paging, save, isSearching: query !== undefined, result };
}
