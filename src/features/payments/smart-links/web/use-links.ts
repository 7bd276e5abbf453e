import type { QueryOf } from '#shared/define-endpoint.ts';
import { endOfDayIn, startOfDayIn } from '#shared/zoned-day.ts';
import { useTimes } from '#web/format/use-times.ts';
import { useListResult } from '#web/list-screen/list-result.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { reportSmartLinks, searchSmartLinks } from '../endpoints.ts';
import type { LinksSearch } from '../links-search.ts';

/** One page of links, and the criteria of the report. */
export function useLinks(search: LinksSearch) {
  const { organisation } = useSignedIn();
  const { zone } = useTimes();
  const path = { orgId: organisation.selectedParentOrgId };
  const criteria = buildCriteria(search, zone);
  const { offset, pageSize } = search;
  const { response, ...result } = useListResult(
    searchSmartLinks,
    { path, query: { offset, pageSize, ...criteria } },
    ({ links, total }) => ({ rows: links, total }),
  );
  return { result, hasMore: response?.hasMore === true, report: { path, query: criteria } };
}

type Criteria = QueryOf<typeof reportSmartLinks>;

/** The criteria of list and report. Days are in the user's time zone. */
function buildCriteria(search: LinksSearch, zone: string): Criteria {
  const { offset: _offset, pageSize: _pageSize, createdFrom, createdTo, ...rest } = search;
  return {
    ...rest,
    createdFrom: createdFrom === undefined ? undefined : startOfDayIn(createdFrom, zone).toISOString(),
    createdTo: createdTo === undefined ? undefined : endOfDayIn(createdTo, zone).toISOString(),
  };
}
