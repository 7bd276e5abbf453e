import { SegmentedControl, Button, Combobox, useCombobox } from '@mantine/core';
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
import { isActionable, isFailed, type ReviewAction } from '../review.ts';
import { columnFilters, columnSearch, queueColumns, sortColumn, sortField } from './queue-columns.tsx';
import { QueueFilter, chipValue, queueFields } from './queue-filter.tsx';
import { useTaskActions } from './use-task-actions.tsx';
import { useReloadTasks, useTaskCounts, useTasks, useQueueUsers, useRetryReview } from './use-queue.ts';
import { useQueueLabels, type QueueLabels } from './use-queue-labels.ts';
import {
  IconChevronDown,
  IconCircleCheck,
  IconCircleX,
  IconPlayerPause,
  IconRefresh,
} from '@tabler/icons-react';
import type { GridAction } from '#ui/grid/grid-column.ts';
import { LinkButton } from '#web/links/link-button.tsx';
import { DropMenu, DropMenuItem } from '#ui/overlay/drop-menu.tsx';
import { useIsPhone } from '#ui/layout/use-is-phone.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { TaskView } from '../schemas.ts';

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
      {...{ fields, result, columns, selected, isSelectable, isFailed }}
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

interface Props {
  labels: QueueLabels;
  search: QueueSearch;
  /** Those of the page, of `total`. */
  rows?: readonly TaskView[];
  total?: number;
  onRetryAll: ReturnType<typeof useTaskActions>['retryAll'];
}

/** Beside the title: retry what failed, and review one task after the other. */
function QueueActions({ labels: { t }, search, rows = [], total = 0, onRetryAll }: Props) {
  const failedCount = useTaskCounts({})?.statusCounts.totalFailedCount ?? 0;
  const mayRetry = rows.some(isFailed) || (total > rows.length && failedCount > 0);
  const { load, isLoading } = useRetryReview(search);
  return (
    <>
      {mayRetry && (
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          loading={isLoading}
          onClick={() => void onRetryAll(load)}
        >
          {t('queue.retry_all')}
        </Button>
      )}
      <LinkButton to={toReviewSearch(search)}>{t('queue.start_review')}</LinkButton>
    </>
  );
}

/** Review mode shows the filter of the queue; criteria of columns belong to the grid. */
const toReviewSearch = ({ assignee, status, type, min, max }: QueueSearch) =>
  paths.queueReview({
    assignee,
    status,
    type,
    min,
    max,
  });

/** Under the pointer of a row: accept, reject and hold, or retry for failed tasks. */
function taskActions(
  { t }: QueueLabels,
  startAction: (action: ReviewAction, task: TaskView) => void,
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
    onClick: (task) => startAction(id, task),
  });
  return [
    action('ACCEPT', <IconCircleCheck size={16} aria-hidden />, isActionable),
    action('REJECT', <IconCircleX size={16} aria-hidden />, isActionable),
    action('HOLD', <IconPlayerPause size={16} aria-hidden />, isActionable),
    action('RETRY', <IconRefresh size={16} aria-hidden />, isFailed),
  ];
}

interface BulkBarProps {
  tasks: readonly TaskView[];
  review: Pick<ReturnType<typeof useTaskActions>, 'ask' | 'assign'>;
  onClear: () => void;
}

const otherActions = ['FLUSH', 'COMMENT', 'HOLD'] as const;

/**
 * The actions on the selected tasks of the page: a retry of the failed ones, the others for those that wait. A button names its number
 * when the selection has both. On a phone they are the foot of the screen.
 */
function BulkBar({ tasks, review, onClear }: BulkBarProps) {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  const label = t('queue.selected', { what: t('queue.tasks', { count: tasks.length }) });
  const open = tasks.filter(isActionable);
  const failed = tasks.filter(isFailed);
  const nameOf = (action: ReviewAction): string => {
    const count = action === 'RETRY' ? failed.length : open.length;
    return count === tasks.length ? t(`queue.do.${action}`) : `${t(`queue.do.${action}`)} (${count})`;
  };
  return (
    <div className="selection-bar" role="region" aria-label={label}>
      <strong aria-live="polite">{label}</strong>
      {failed.length > 0 && (
        <Button
          variant={open.length > 0 ? 'default' : 'filled'}
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={() => review.ask('RETRY', failed)}
        >
          {nameOf('RETRY')}
        </Button>
      )}
      {open.length > 0 && <OpenActions {...{ open, isPhone, nameOf, review }} />}
      {!isPhone && (
        <Button variant="subtle" onClick={onClear}>
          {t('queue.clear_selection')}
        </Button>
      )}
    </div>
  );
}

interface OpenProps extends Pick<BulkBarProps, 'review'> {
  open: readonly TaskView[];
  isPhone: boolean;
  nameOf: (action: ReviewAction) => string;
}

/** The actions on tasks that wait for a decision. */
function OpenActions({ open, isPhone, nameOf, review }: OpenProps) {
  const { t } = useTranslation();
  return (
    <>
      <AssignMenu onAssign={(assignee) => void review.assign(open, assignee)} />
      {isPhone ? (
        <DropMenu target={<Button variant="default">{t('queue.more')}</Button>}>
          {otherActions.map((action) => (
            <DropMenuItem key={action} onChoose={() => review.ask(action, open)}>
              {nameOf(action)}
            </DropMenuItem>
          ))}
        </DropMenu>
      ) : (
        otherActions.map((action) => (
          <Button key={action} variant="default" onClick={() => review.ask(action, open)}>
            {nameOf(action)}
          </Button>
        ))
      )}
      <Button variant="default" onClick={() => review.ask('REJECT', open)}>
        {nameOf('REJECT')}
      </Button>
      <Button onClick={() => review.ask('ACCEPT', open)}>{nameOf('ACCEPT')}</Button>
    </>
  );
}

const taskId = ({ id }: TaskView): string => id;
/** Tasks in progress and decided ones have no actions. */
const isSelectable = (task: TaskView): boolean => isActionable(task) || isFailed(task);
const noIds: ReadonlySet<string> = new Set();

/** The selected tasks of the page that is shown; another page or order starts with none. */
function useSelectedTasks(rows: readonly TaskView[] | undefined, page: string) {
  const [selection, setSelection] = useState({ page, ids: noIds });
  const selectedTasks = useMemo(
    () =>
      selection.page === page
        ? (rows ?? []).filter((task) => selection.ids.has(task.id) && isSelectable(task))
        : [],
    [selection, page, rows],
  );
  const selected = useMemo(() => new Set(selectedTasks.map(taskId)), [selectedTasks]);
  const setSelected = (ids: ReadonlySet<string>): void => setSelection({ page, ids });
  return { selectedTasks, selected, setSelected, clear: () => setSelected(noIds) };
}

/** More are found by typing. */
const maxShown = 50;
const noUser = '';

/** A button that opens the reviewers: the user itself, none, and the others by name or email address. */
function AssignMenu({ onAssign }: { onAssign: (assignee: string | null) => void }) {
  const { t } = useTranslation();
  const { users, me } = useQueueUsers();
  const [search, setSearch] = useState('');
  const menu = useCombobox({
    onDropdownOpen: () => menu.focusSearchInput(),
    onDropdownClose: () => {
      menu.resetSelectedOption();
      menu.focusTarget();
      setSearch('');
    },
  });
  const searchText = search.trim().toLocaleLowerCase();
  const matchingUsers = users.filter(
    ({ email, name }) => email !== me && `${name} ${email}`.toLocaleLowerCase().includes(searchText),
  );
  const isListed = users.some(({ email }) => email === me);
  return (
    <Combobox
      store={menu}
      withinPortal={false}
      width={280}
      position="bottom-start"
      onOptionSubmit={(email) => {
        menu.closeDropdown();
        onAssign(email === noUser ? null : email);
      }}
    >
      <Combobox.Target targetType="button">
        <Button
          variant="default"
          rightSection={<IconChevronDown size={14} aria-hidden />}
          onClick={() => menu.toggleDropdown()}
        >
          {t('queue.assign.button')}
        </Button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          aria-label={t('queue.assign.search')}
          placeholder={t('queue.assign.search')}
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            menu.updateSelectedOptionIndex();
          }}
        />
        <Combobox.Options mah={260} style={{ overflowY: 'auto' }} aria-label={t('queue.assign.button')}>
          {searchText === '' && isListed && me !== undefined && (
            <Combobox.Option value={me}>{t('queue.assign.myself')}</Combobox.Option>
          )}
          {searchText === '' && (
            <Combobox.Option value={noUser}>{t('queue.assign.unassigned')}</Combobox.Option>
          )}
          {matchingUsers.slice(0, maxShown).map(({ email, name }) => (
            <Combobox.Option key={email} value={email}>
              {name}
              <span className={classes.user}>{email}</span>
            </Combobox.Option>
          ))}
          {matchingUsers.length === 0 && searchText !== '' && (
            <Combobox.Empty>{t('queue.assign.not_found')}</Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
