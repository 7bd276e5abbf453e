import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { rangeText } from '#features/reports/transactions/web/search-chips.ts';
import { useUiTexts } from '#ui/ui-texts.ts';
import { useIsAt } from '#web/address.ts';
import { useTimes } from '#web/format/use-times.ts';
import { ListScreen } from '#web/list-screen/list-screen.tsx';
import { offsetPages, sorting, useListState } from '#web/list-screen/use-list-state.ts';
import { paths } from '#web/paths.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { type CaseSearchParams, defaultCaseSearch, readCaseSearchParams } from '../case-search.ts';
import type { FoundCase } from '../schemas.ts';
import { caseSearchColumns } from './case-search-columns.tsx';
import { CaseSearchForm, caseChips } from './case-search-form.tsx';
import { NothingFound } from './nothing-found.tsx';
import { useFoundCases } from './use-found-cases.ts';

const address = {
  name: 'cases',
  read: readCaseSearchParams,
  to: (params: CaseSearchParams) => paths.caseSearch(params),
  page: offsetPages<CaseSearchParams>(),
  isFilterOpen: true,
};

const rowId = ({ caseId }: FoundCase): string => caseId;

/** /caseManagementSearch: finds a case by transaction or customer (docs/domain.md#case-search). */
export function CaseSearchScreen() {
  const { t, language } = useTranslation();
  const state = useListState(address);
  const { params, go } = state;
  const times = useTimes();
  const { locale } = useUiTexts();
  const navigate = useNavigate();
  const isAt = useIsAt();
  const { result, only } = useFoundCases(params);
  // One case needs no list. It takes the place of the search in the browser's history.
  useEffect(() => {
    if (only !== undefined && isAt(paths.caseSearch())) void navigate({ ...paths.case(only), replace: true });
  }, [only, navigate, isAt]);
  const columns = useMemo(() => caseSearchColumns(t, times, browserLocale(language)), [t, times, language]);
  const search = (input: Partial<CaseSearchParams>): void =>
    state.search({ ...params, ...input, offset: 0 }, result.refresh);
  const range = rangeText(params.searchRange, t, times.today(), locale);
  return (
    <ListScreen
      title={t('screen.caseManagementSearch')}
      state={state}
      filterPanel={state.filterPanel}
      filterForm={
        <CaseSearchForm
          key={state.criteria}
          search={params}
          onSearch={search}
          onClear={() => go(defaultCaseSearch)}
        />
      }
      chips={caseChips(params, range, t, search, () => go(defaultCaseSearch))}
      result={result}
      countKey="cases.count"
      columns={columns}
      rowId={rowId}
      {...sorting(params.field, params.direction, (field, direction) =>
        go(readCaseSearchParams(asText({ ...params, field, direction, offset: 0 }))),
      )}
      onOpen={({ caseId }) => void navigate(paths.case(caseId))}
      failureTexts={{ title: t('cases.search.failed') }}
      empty={
        <NothingFound
          onFilter={state.filterPanel.isOpen ? undefined : state.filterPanel.toggle}
          params={params}
          range={range}
          onAnyTime={() => search({ searchRange: 'ANY_TIME' })}
        />
      }
    />
  );
}

const asText = (params: object): Record<string, string> =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
