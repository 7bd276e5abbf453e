import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { covers } from '#shared/org-path.ts';
import { zonedDate } from '#shared/zoned-day.ts';
import { useCall } from '#web/call/use-call.ts';
import { useTimes } from '#web/format/use-times.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { searchSchedules } from '../../endpoints.ts';
import { listQuestion, withKnownNodes, type ScheduleListParams } from '../../find/list-params.ts';

/** One page of the list, and the organisations that it can be narrowed to. */
export function useScheduleList(asked: ScheduleListParams) {
  const { organisation, tree } = useSignedIn();
  const { zone } = useTimes();
  const nodes = useMemo(
    () =>
      tree
        .filter(({ parentPath }) => covers(organisation.selectedParentPath, parentPath))
        .map((node) => ({ ...node, id: String(node.id) })),
    [tree, organisation],
  );
  const params = withKnownNodes(asked, new Set(nodes.map(({ id }) => id)));
  const today = todayIn(zone);
  const owner = params.selectedNodes ?? [String(organisation.selectedParentOrgId)];
  const question = { ...listQuestion(params, today, zone), owner };
  const { page, pageSize } = params;
  const found = useCall(
    searchSchedules,
    { body: { ...question, startFrom: (page - 1) * pageSize + 1, limit: pageSize } },
    { isHandledHere: true, placeholderData: keepPreviousData, staleTime: 0 },
  );
  const result = {
    rows: found.data?.data,
    total: found.data?.resultsAvailable,
    isLoading: found.isFetching,
    failure: found.error,
    refresh: (): void => void found.refetch(),
  };
  /** The parameters without organisations that are out of reach; another object when some were dropped. */
  return { params, nodes, owner, question, today, result };
}

const todayIn = (zone: string): string => zonedDate(new Date(), zone);
