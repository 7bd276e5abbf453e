import { keepPreviousData } from '@tanstack/react-query';
import { useCall } from '#web/call/use-call.ts';
import { useTimes } from '#web/format/use-times.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { searchSmartLinks } from '../../endpoints.ts';
import type { LinksSearch } from '../../links-search.ts';
import { buildCriteria } from './links-report-button.tsx';

/** One page of links, and what the report has to be asked for. */
export function useLinks(search: LinksSearch) {
  const { organisation } = useSignedIn();
  const { zone } = useTimes();
  const path = { orgId: organisation.selectedParentOrgId };
  const criteria = buildCriteria(search, zone);
  const { offset, pageSize } = search;
  const page = useCall(
    searchSmartLinks,
    { path, query: { offset, pageSize, ...criteria } },
    { isHandledHere: true, placeholderData: keepPreviousData, staleTime: 0 },
  );
  const { data } = page;
  const result = {
    rows: data?.links,
    total: data?.total,
    isLoading: page.isFetching,
    failure: page.error,
    refresh: (): void => void page.refetch(),
  };
  return { result, hasMore: data?.hasMore === true, report: { path, criteria } };
}
