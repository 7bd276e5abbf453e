import { userNameKey } from '#shared/user-name.ts';
import { useQueryClient } from '@tanstack/react-query';
import { endOfDayIn } from '#shared/zoned-day.ts';
import { getAuthenticatedUser } from '#features/access/session/endpoints.ts';
import { useCall, useSend } from '#web/call/use-call.ts';
import { useTimes } from '#web/format/use-times.ts';
import { emptyWhenRejected, listOptions, readData, useListResult } from '#web/list-screen/list-result.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { countTasks, listQueueUsers, reviewRetry, searchTasks } from '../endpoints.ts';
import type { RetryReview } from '../schemas.ts';
import type { QueueSearch } from '../queue-search.ts';

/** One page of open tasks. */
export function useTasks(search: QueueSearch) {
  const orgId = useSignedIn().organisation.selectedParentOrgId;
  const { zone } = useTimes();
  const input = { path: { orgId }, query: buildQuery(search, zone) };
  return emptyWhenRejected(useListResult(searchTasks, input, readData));
}

/** Reads the failed tasks that a search finds on all of its pages, with what their retry does. */
export function useRetryReview(search: QueueSearch): {
  load: () => Promise<RetryReview>;
  isLoading: boolean;
} {
  const orgId = useSignedIn().organisation.selectedParentOrgId;
  const { zone } = useTimes();
  const review = useSend(reviewRetry, { handlesOwnErrors: true });
  return {
    load: () => review.mutateAsync({ path: { orgId }, query: buildQuery(search, zone) }),
    isLoading: review.isPending,
  };
}

type Filter = Pick<QueueSearch, 'assignee' | 'status' | 'type' | 'min' | 'max'>;

const buildFilter = ({ assignee, status, type, min, max }: Filter) => ({
  assignee,
  taskStatuses: status,
  transactionTypeCategories: type,
  txnMinAmount: min,
  txnMaxAmount: max,
});

/** Exported for tests: the search that the address describes. */
export function buildQuery(search: QueueSearch, zone: string) {
  const { transactionTime: day } = search;
  return {
    ...buildFilter(search),
    limit: String(search.pageSize),
    startFrom: String(search.offset + 1),
    'taskField.field': search.sortField,
    'taskField.sort': search.direction,
    'taskSearch.taskId': search.taskId,
    'taskSearch.transactionId': search.transactionId,
    'taskSearch.transactionTypeCategory': search.transactionType,
    'taskSearch.transactionTime': day === undefined ? undefined : endOfDayIn(day, zone).toISOString(),
    'taskSearch.customerEmail': search.customerEmail,
    'taskSearch.transactionAmount': search.transactionAmount,
    'taskSearch.transactionCurrencyCode': search.transactionCurrencyCode,
    'taskSearch.customerIpAddress': search.customerIpAddress,
    'taskSearch.score': search.score,
    'taskSearch.cardIssuerCountryCode': search.cardIssuerCountryCode,
    'taskSearch.paymentSource': search.paymentSource,
    'taskSearch.taskStatus': search.statusSearch,
    'taskSearch.assignee': search.assigneeSearch,
  };
}

/** The number of open tasks for each choice of a filter. */
export function useTaskCounts(filter: Filter) {
  const orgId = useSignedIn().organisation.selectedParentOrgId;
  return useCall(countTasks, { path: { orgId }, query: buildFilter(filter) }, listOptions).data;
}

interface QueueUser {
  email: string;
  name: string;
}

/** The users who work on the queue, empty when they can't be loaded, and the reviewer's own user name. */
export function useQueueUsers(): { users: readonly QueueUser[]; me: string | undefined } {
  const orgId = useSignedIn().organisation.selectedParentOrgId;
  const users = useCall(
    listQueueUsers,
    { path: { orgId } },
    { handlesOwnErrors: true, staleTime: 60_000 },
  ).data;
  const me = useCall(getAuthenticatedUser, {}, { handlesOwnErrors: true, staleTime: Infinity }).data;
  return {
    users: (users ?? []).map(({ emailAddress, firstName, lastName }) => ({
      email: emailAddress,
      name: `${firstName} ${lastName}`.trim(),
    })),
    me: me && userNameKey(me.userName),
  };
}

/** Loads the page and the counts again. */
export function useReloadTasks(): () => void {
  const queries = useQueryClient();
  return () => {
    for (const { name } of [searchTasks, countTasks]) void queries.invalidateQueries({ queryKey: [name] });
  };
}
