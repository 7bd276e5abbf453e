import { Button, Combobox, useCombobox } from '@mantine/core';
import {
  IconChevronDown,
  IconCircleCheck,
  IconCircleX,
  IconPlayerPause,
  IconRefresh,
} from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { GridAction } from '#ui/grid/grid-column.ts';
import { LinkButton } from '#web/links/link-button.tsx';
import { paths } from '#web/paths.ts';
import { DropMenu, DropMenuItem } from '#ui/overlay/drop-menu.tsx';
import { useIsPhone } from '#ui/layout/use-is-phone.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { QueueSearch } from '../queue-search.ts';
import { type ReviewAction, isActionable, isFailed } from '../review.ts';
import type { TaskView } from '../schemas.ts';
import type { useTaskActions } from './use-task-actions.tsx';
import type { QueueLabels } from './use-queue-labels.ts';
import classes from './queue.module.css';
import { useQueueUsers, useRetryReview, useTaskCounts } from './use-queue.ts';

interface Props {
  labels: QueueLabels;
  search: QueueSearch;
  /** Those of the page, of `total`. */
  rows?: readonly TaskView[];
  total?: number;
  onRetryAll: ReturnType<typeof useTaskActions>['retryAll'];
}

/** Beside the title: retry what failed, and review one task after the other. */
export function QueueActions({ labels: { t }, search, rows = [], total = 0, onRetryAll }: Props) {
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
export function taskActions(
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

/** The actions on the selected tasks of the page. On a phone they are the foot of the screen. */
export function BulkBar({ tasks, review, onClear }: BulkBarProps) {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  const label = t('queue.selected', { what: t('queue.tasks', { count: tasks.length }) });
  return (
    <div className="selection-bar" role="region" aria-label={label}>
      <strong aria-live="polite">{label}</strong>
      <AssignMenu onAssign={(assignee) => void review.assign(tasks, assignee)} />
      {isPhone ? (
        <DropMenu target={<Button variant="default">{t('queue.more')}</Button>}>
          {otherActions.map((action) => (
            <DropMenuItem key={action} onChoose={() => review.ask(action, tasks)}>
              {t(`queue.do.${action}`)}
            </DropMenuItem>
          ))}
        </DropMenu>
      ) : (
        otherActions.map((action) => (
          <Button key={action} variant="default" onClick={() => review.ask(action, tasks)}>
            {t(`queue.do.${action}`)}
          </Button>
        ))
      )}
      <Button variant="default" onClick={() => review.ask('REJECT', tasks)}>
        {t('queue.do.REJECT')}
      </Button>
      <Button onClick={() => review.ask('ACCEPT', tasks)}>{t('queue.do.ACCEPT')}</Button>
      {!isPhone && (
        <Button variant="subtle" onClick={onClear}>
          {t('queue.clear_selection')}
        </Button>
      )}
    </div>
  );
}

export const taskId = ({ id }: TaskView): string => id;
const noIds: ReadonlySet<string> = new Set();

/** The selected tasks of the page that is shown; another page or order starts with none. */
export function useSelectedTasks(rows: readonly TaskView[] | undefined, page: string) {
  const [selection, setSelection] = useState({ page, ids: noIds });
  const selectedTasks = useMemo(
    () =>
      selection.page === page
        ? (rows ?? []).filter((task) => selection.ids.has(task.id) && isActionable(task))
        : [],
    [selection, page, rows],
  );
  const selected = useMemo(() => new Set(selectedTasks.map(taskId)), [selectedTasks]);
  const setSelected = (ids: ReadonlySet<string>): void => setSelection({ page, ids });
  return { selectedTasks, selected, setSelected, clear: () => setSelected(noIds) };
}

/** More are found by typing. */
const maxShown = 50;
const unassigned = '';

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
        onAssign(email === unassigned ? null : email);
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
            <Combobox.Option value={unassigned}>{t('queue.assign.unassigned')}</Combobox.Option>
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
