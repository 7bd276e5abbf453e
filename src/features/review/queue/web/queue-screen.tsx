import { SegmentedControl } from '@mantine/core';
import classes from './queue.module.css';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { isSet } from '#web/list-screen/list-field.ts';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { ListScreen } from '#web/list-screen/list-screen.tsx';
import { offsetPages, sorting, useListState } from '#web/list-screen/use-list-state.ts';
import { paths } from '#web/paths.ts';
import { isAllowed } from '#web/session/allowed.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { type QueueSearch, readQueueSearch, defaultQueue } from '../queue-search.ts';
import { isActionable, isFailed } from '../review.ts';
import { columnFilters, columnSearch, queueColumns, sortColumn, sortField } from './queue-columns.tsx';
import { QueueFilter, chipValue, queueFields } from './queue-filter.tsx';
import { BulkBar, QueueActions, taskActions, taskId, useSelectedTasks } from './task-actions.tsx';
import { useTaskActions } from './use-task-actions.tsx';
import { useReloadTasks, useTaskCounts, useTasks } from './use-queue.ts';
import { useQueueLabels, type QueueLabels } from './use-queue-labels.ts';

const address = {
  name: 'queue',
  read: readQueueSearch,
  to: (params: QueueSearch) => paths.queue(params),
  page: offsetPages<QueueSearch>(),
};

const { assignee: _mine, ...unassigned } = defaultQueue;

/** /queueManagement: deferred payments and payouts that wait for a decision (docs/domain.md#review). */
export function QueueScreen() {
  const session = useSignedIn();
  const labels = useQueueLabels();
  const { t } = labels;
  const state = useListState(address);
  const { params, change } = state;
  const navigate = useNavigate();
  const { isRejected, ...result } = useTasks(params);
  const { rows, total } = result;
  const openCounts = useTaskCounts({})?.assigneeCountMap;
  const refresh = useReloadTasks();
  const criteria = JSON.stringify(params);
  const { selectedTasks, selected, setSelected, clear } = useSelectedTasks(rows, criteria);
  const review = useTaskActions(labels, () => {
    clear();
    refresh();
  });
  const seesRules = isAllowed(session, { anyOf: ['P_VIEW_FRAUD_RULES', 'P_EDIT_FRAUD_RULES'] });
  const columns = useMemo(() => queueColumns(labels, seesRules), [labels, seesRules]);
  const [isFiltering, setIsFiltering] = useState(false);
  const fields = queueFields(params, labels, change, () => setIsFiltering(true));
  const ofColumns = columnFilters(params);
  const organisation = session.organisation.selectedOrgName;
  const [open, mine] = [openCounts?.ANYONE, openCounts?.ME].map((count) => labels.number(count ?? 0));
  // A place without permission is a 403 (V003).
  if (result.failure?.status === 403) return <Navigate {...paths.error(403)} replace />;
  return (
    <ListScreen
      title={t('screen.queueManagement')}
      subtitle={openCounts === undefined ? organisation : t('queue.facts', { organisation, open, mine })}
      state={state}
      actions={<QueueActions {...{ labels, rows, total }} search={params} onRetryAll={review.retryAll} />}
      notice={
        openCounts !== undefined && (
          <OwnerSwitch
            owner={params.assignee}
            {...{ t, mine, open }}
            onChange={(assignee) => change({ assignee })}
          />
        )
      }
      selection={
        selectedTasks.length > 0 && <BulkBar tasks={selectedTasks} review={review} onClear={clear} />
      }
      onClear={() => state.go({ ...unassigned, ...(params.assignee && { assignee: params.assignee }) })}
      filterValue={(column, value) => chipValue(column, value, labels)}
      {...{ fields, result, columns, selected, isSelectable: isActionable, isFailed }}
      countKey="queue.count"
      rowId={taskId}
      onSelect={setSelected}
      rowActions={taskActions(labels, (action, task) => review.ask(action, [task]))}
      filters={ofColumns}
      onFilter={(filters) => change(columnSearch(filters))}
      {...sorting(sortColumn(params), params.direction, (column, direction) =>
        change({ sortField: sortField(column), direction }),
      )}
      onOpen={({ transactionId }) => void navigate(paths.transaction(transactionId))}
      failureTexts={{ title: t('queue.load_failed') }}
      empty={
        <NoTasks
          {...{ labels, isRejected }}
          search={params}
          filters={fields.filter(isSet).length + Object.keys(ofColumns).length}
          openCount={openCounts?.ANYONE}
          onShow={state.go}
        />
      }
    >
      <Dialog isOpen={isFiltering} onClose={() => setIsFiltering(false)} title={t('list.filters')} isStatic>
        <QueueFilter
          key={state.criteria}
          search={params}
          labels={labels}
          onApply={change}
          onClose={() => setIsFiltering(false)}
        />
      </Dialog>
      {review.dialogs}
    </ListScreen>
  );
}

interface OwnerProps extends Pick<QueueLabels, 't'> {
  owner: QueueSearch['assignee'];
  /** Numbers of open tasks, formatted. */
  mine: string | undefined;
  open: string | undefined;
  onChange: (owner: QueueSearch['assignee']) => void;
}

/** The tasks of the reviewer, or all that wait. */
function OwnerSwitch({ owner, mine, open, t, onChange }: OwnerProps) {
  return (
    <SegmentedControl
      className={classes.owners}
      aria-label={t('queue.whose')}
      value={owner ?? 'all'}
      onChange={(value) => onChange(value === 'me' ? 'me' : undefined)}
      data={[
        { value: 'me', label: `${t('queue.mine')} ${mine}` },
        { value: 'all', label: `${t('queue.all')} ${open}` },
      ]}
    />
  );
}

interface NoTasksProps {
  labels: QueueLabels;
  search: QueueSearch;
  isRejected: boolean;
  /** How many are set. */
  filters: number;
  /** Open tasks of all reviewers; undefined while unknown. */
  openCount: number | undefined;
  onShow: (search: QueueSearch) => void;
}

/** The reason why there are no rows, with the next step. */
function NoTasks({ labels, search, isRejected, filters, openCount, onShow }: NoTasksProps) {
  const { t } = labels;
  const showAll = (label: string) => ({ label, onClick: () => onShow(unassigned) });
  if (isRejected)
    return <EmptyState title={t('queue.bad_filters')} step={showAll(t('queue.clear_filters'))} />;
  if (openCount === 0 || filters === 0)
    return <EmptyState title={t('queue.none')}>{t('queue.none_text')}</EmptyState>;
  if (search.assignee !== 'me' || filters > 1)
    return <EmptyState title={t('queue.none_so')} step={showAll(t('queue.clear_filters'))} />;
  const showAllButton =
    openCount === undefined ? undefined : showAll(t('queue.show_all', { number: labels.number(openCount) }));
  return <EmptyState title={t('queue.none_mine')} step={showAllButton} />;
}
