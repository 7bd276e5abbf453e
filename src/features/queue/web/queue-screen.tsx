import { Button } from '@mantine/core';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { IconCircleCheck, IconCircleX, IconPlayerPause, IconRefresh } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import type { GridAction } from '#ui/grid/grid-column.ts';
import type { GridFilters } from '#ui/grid/filters/filter-row.tsx';
import { LinkButton } from '#web/links/link-button.tsx';
import { ListScreen } from '#web/list-screen/list-screen.tsx';
import { offsetPages, useListState } from '#web/list-screen/use-list-state.ts';
import { paths } from '#web/paths.ts';
import { isAllowed } from '#web/session/allowed.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { type QueueSearch, defaultQueue, readColumnSearch, readQueueSearch } from '../queue-search.ts';
import { type ReviewAction, isActionable, isFailed } from '../review.ts';
import type { TaskView } from '../schemas.ts';
import { BulkBar } from './bulk-bar.tsx';
import { columnAddress, queueColumns } from './queue-columns.tsx';
import { QueueFilter } from './queue-filter.tsx';
import { queueChips } from './queue-chips.ts';
import { useReview } from './use-review.tsx';
import { useForgetTasks, useTaskCounts, useTasks } from './use-queue.ts';
import { type QueueWords, useQueueWords } from './use-queue-words.ts';

const address = {
  read: readQueueSearch,
  to: (params: QueueSearch) => paths.queue(params),
  page: offsetPages<QueueSearch>(),
};
const rowId = ({ id }: TaskView): string => id;
const nothing: ReadonlySet<string> = new Set();

/** /queueManagement: deferred payments and payouts that wait for a decision (docs/domain.md#review). */
export function QueueScreen() {
  const session = useSignedIn();
  const words = useQueueWords();
  const { t } = words;
  const state = useListState(address);
  const { params } = state;
  const navigate = useNavigate();
  const result = useTasks(params);
  const counts = useTaskCounts({});
  const refresh = useForgetTasks();
  const { chosen, selected, setSelected } = useSelection(result.rows, JSON.stringify(params));
  const review = useReview(words, () => {
    setSelected(nothing);
    refresh();
  });
  const seesRules = isAllowed(session, { anyOf: ['P_VIEW_FRAUD_RULES', 'P_EDIT_FRAUD_RULES'] });
  const columns = useMemo(() => queueColumns(words, seesRules), [words, seesRules]);
  const chips = queueChips(params, words, state.change);
  const failed = (result.rows ?? []).filter(isFailed);
  // Criteria that the server rejects show an empty grid (V001, V002); a place without permission is a 403 (V003).
  const isRejected = /^V00[12]$/.test(result.failure?.code ?? '');
  if (result.failure?.status === 403) return <Navigate {...paths.error(403)} replace />;
  return (
    <ListScreen
      title={t('screen.queueManagement')}
      subtitle={
        counts === undefined
          ? session.organisation.selectedOrgName
          : t('queue.facts', {
              organisation: session.organisation.selectedOrgName,
              open: words.number(counts.assigneeCountMap.ANYONE ?? 0),
              mine: words.number(counts.assigneeCountMap.ME ?? 0),
            })
      }
      state={state}
      actions={
        <>
          {failed.length > 0 && (
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} aria-hidden />}
              onClick={() => review.ask('RETRY', failed)}
            >
              {t('queue.retry_all')}
            </Button>
          )}
          <LinkButton to={reviewOf(params)}>{t('queue.start_review')}</LinkButton>
        </>
      }
      selection={
        chosen.length > 0 && (
          <BulkBar
            tasks={chosen}
            onAct={(action) => review.ask(action, chosen)}
            onAssign={(assignee) => void review.assign(chosen, assignee)}
            onClear={() => setSelected(nothing)}
          />
        )
      }
      filterPanel={state.filterPanel}
      isFilterDialog
      filterForm={
        <QueueFilter
          key={state.criteria}
          search={params}
          words={words}
          onApply={state.change}
          onClose={state.filterPanel.close}
        />
      }
      chips={chips}
      result={isRejected ? { ...result, rows: [], total: 0, failure: null } : result}
      countKey="queue.count"
      columns={columns}
      rowId={rowId}
      selected={selected}
      onSelect={setSelected}
      isSelectable={isActionable}
      isFailed={isFailed}
      rowActions={rowActions(words, (action, task) => review.ask(action, [task]))}
      filters={columnFilters(params)}
      onFilter={(filters) => state.change(columnSearch(filters))}
      sort={{ field: sortColumn(params), direction: params.direction === 'ASC' ? 'asc' : 'desc' }}
      onSort={({ field, direction }) =>
        state.change({
          sortField: columnAddress[field]?.sort ?? 'transactionTime',
          direction: direction === 'asc' ? 'ASC' : 'DESC',
        })
      }
      onOpen={({ transactionId }) => void navigate(paths.transaction(transactionId))}
      failureTexts={{ title: t('queue.load_failed') }}
      empty={
        <NoTasks
          words={words}
          search={params}
          isRejected={isRejected}
          filters={chips.length}
          open={counts?.assigneeCountMap.ANYONE}
          onShow={state.go}
        />
      }
    >
      {review.dialogs}
    </ListScreen>
  );
}

/** Review mode shows the filter of the queue; criteria of columns belong to the grid. */
const reviewOf = ({ assignee, status, type, min, max }: QueueSearch) =>
  paths.queueReview({
    ...(assignee === undefined ? {} : { assignee }),
    ...(status === undefined ? {} : { status }),
    ...(type === undefined ? {} : { type }),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
  });

/** The selected tasks of the page that is shown; another page or order starts with none. */
function useSelection(rows: readonly TaskView[] | undefined, page: string) {
  const [selection, setSelection] = useState({ page, ids: nothing });
  const chosen = useMemo(
    () =>
      selection.page === page
        ? (rows ?? []).filter((task) => selection.ids.has(task.id) && isActionable(task))
        : [],
    [selection, page, rows],
  );
  const selected = useMemo(() => new Set(chosen.map(rowId)), [chosen]);
  const setSelected = (ids: ReadonlySet<string>): void => setSelection({ page, ids });
  return { chosen, selected, setSelected };
}

/** Under the pointer of a row: accept, reject and hold, or retry for failed tasks. */
function rowActions(
  { t }: QueueWords,
  ask: (action: ReviewAction, task: TaskView) => void,
): GridAction<TaskView>[] {
  const action = (
    id: ReviewAction,
    icon: GridAction<TaskView>['icon'],
    isFor: (task: TaskView) => boolean,
  ): GridAction<TaskView> => ({
    id,
    icon,
    isFor,
    label: t(`queue.do.${id}`),
    onClick: (task) => ask(id, task),
  });
  return [
    action('ACCEPT', <IconCircleCheck size={16} aria-hidden />, isActionable),
    action('REJECT', <IconCircleX size={16} aria-hidden />, isActionable),
    action('HOLD', <IconPlayerPause size={16} aria-hidden />, isActionable),
    action('RETRY', <IconRefresh size={16} aria-hidden />, isFailed),
  ];
}

const sortColumn = ({ sortField }: QueueSearch): string =>
  Object.entries(columnAddress).find(([, { sort }]) => sort === sortField)?.[0] ?? 'time';

function columnFilters(search: QueueSearch): GridFilters {
  const entries = Object.entries(columnAddress).flatMap(([id, { filter }]) => {
    const value = filter === undefined ? undefined : search[filter];
    return value === undefined ? [] : [[id, value] as const];
  });
  return Object.fromEntries(entries);
}

/** The filters of columns as the address has them; one that was cleared is undefined. */
function columnSearch(filters: GridFilters): Partial<QueueSearch> {
  const raw = Object.fromEntries(
    Object.entries(columnAddress).map(([id, { filter = '' }]) => [filter, filters[id]]),
  );
  const cleared = Object.fromEntries(Object.keys(raw).map((name) => [name, undefined]));
  return { ...cleared, ...readColumnSearch(raw) };
}

interface NoTasksProps {
  words: QueueWords;
  search: QueueSearch;
  isRejected: boolean;
  /** How many are set. */
  filters: number;
  /** Open tasks of all reviewers; undefined while unknown. */
  open: number | undefined;
  onShow: (search: QueueSearch) => void;
}

/** Why there are no rows, with the next step. */
function NoTasks({ words, search, isRejected, filters, open, onShow }: NoTasksProps) {
  const { t } = words;
  const { assignee: _mine, ...everyone } = defaultQueue;
  const button = (label: string) => (
    <Button variant="default" onClick={() => onShow(everyone)}>
      {label}
    </Button>
  );
  if (isRejected)
    return <EmptyState title={t('queue.bad_filters')} action={button(t('queue.clear_filters'))} />;
  if (open === 0 || filters === 0)
    return <EmptyState title={t('queue.none')}>{t('queue.none_text')}</EmptyState>;
  if (search.assignee === 'me' && filters === 1)
    return (
      <EmptyState
        title={t('queue.none_mine')}
        {...(open === undefined
          ? {}
          : { action: button(t('queue.show_all', { number: words.number(open) })) })}
      />
    );
  return <EmptyState title={t('queue.none_so')} action={button(t('queue.clear_filters'))} />;
}
