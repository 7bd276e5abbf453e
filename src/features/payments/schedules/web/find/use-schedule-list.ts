import { useMemo } from 'react';
import { covers } from '#shared/org-path.ts';
import { zonedDate } from '#shared/zoned-day.ts';
import { useTimes } from '#web/format/use-times.ts';
import { readData, useListResult } from '#web/list-screen/list-result.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { searchSchedules } from '../../endpoints.ts';
import { type ScheduleListParams, buildListQuery, withKnownNodes } from '../../find/list-params.ts';

/** One page of the list, and the organisations for its filter. */
export function useScheduleList(requested: ScheduleListParams) {
  const { organisation, tree } = useSignedIn();
  const { zone } = useTimes();
  const nodes = useMemo(
    () =>
      tree
        .filter(({ parentPath }) => covers(organisation.selectedParentPath, parentPath))
        .map((node) => ({ ...node, id: String(node.id) })),
    [tree, organisation],
  );
  const params = withKnownNodes(requested, new Set(nodes.map(({ id }) => id)));
  const today = todayIn(zone);
  const owner = params.selectedNodes ?? [String(organisation.selectedParentOrgId)];
  const query = { ...buildListQuery(params, today, zone), owner };
  const { page, pageSize } = params;
  const result = useListResult(
    searchSchedules,
    { body: { ...query, startFrom: (page - 1) * pageSize + 1, limit: pageSize } },
    readData,
  );
  /** `params` is a new object when organisations out of reach were dropped. */
  return { params, nodes, owner, query, today, result };
}

const todayIn = (zone: string): string => zonedDate(new Date(), zone);
