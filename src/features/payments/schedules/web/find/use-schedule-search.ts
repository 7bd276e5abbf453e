import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Paging } from '#ui/grid/paging/paging-bar.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { readData, useListResult } from '#web/list-screen/list-result.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { searchSchedules } from '../../endpoints.ts';
import { buildCriterionQuery, searchFields, type SearchField } from '../../find/search-criterion.ts';

const firstPage: Paging = { offset: 0, pageSize: 25 };

/** Saved with the entry of the browser's history, so that going back shows the results again; never in the URL. */
export interface SavedSearch {
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
export function useScheduleSearch() {
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
  function save(next: SavedSearch): void {
    setSaved(next);
    void navigate({
      to: '.',
      replace: true,
      state: (state) => ({ ...state, scheduleSearch: next }) as object,
    });
  }
  return { saved, paging, save, isSearching: query !== undefined, result };
}
