import { Button, Combobox, useCombobox } from '@mantine/core';
import { DropMenu } from '#ui/overlay/drop-menu.tsx';
import { DropMenuItem } from '#ui/overlay/drop-menu-item.tsx';
import { useIsPhone } from '#ui/layout/use-is-phone.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { TaskView } from '../schemas.ts';
import classes from './queue.module.css';
import type { useReview } from './use-review.tsx';
import { useMemo, useState } from 'react';
import { isActionable } from '../review.ts';
import { IconChevronDown } from '@tabler/icons-react';
import { useQueueUsers } from './use-queue.ts';

interface Props {
  tasks: readonly TaskView[];
  review: Pick<ReturnType<typeof useReview>, 'ask' | 'assign'>;
  onClear: () => void;
}

const others = ['FLUSH', 'COMMENT', 'HOLD'] as const;

/** What can be done with the selected tasks of the page. On a phone it is the foot of the screen. */
export function BulkBar({ tasks, review, onClear }: Props) {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  const label = t('queue.selected', { what: t('queue.tasks', { count: tasks.length }) });
  return (
    <div className={classes.bulk} role="region" aria-label={label}>
      <strong aria-live="polite">{label}</strong>
      <AssignMenu onAssign={(assignee) => void review.assign(tasks, assignee)} />
      {isPhone ? (
        <DropMenu target={<Button variant="default">{t('queue.more')}</Button>}>
          {others.map((action) => (
            <DropMenuItem key={action} onChoose={() => review.ask(action, tasks)}>
              {t(`queue.do.${action}`)}
            </DropMenuItem>
          ))}
        </DropMenu>
      ) : (
        others.map((action) => (
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
const nothing: ReadonlySet<string> = new Set();

/** The selected tasks of the page that is shown; another page or order starts with none. */
export function useSelectedTasks(rows: readonly TaskView[] | undefined, page: string) {
  const [selection, setSelection] = useState({ page, ids: nothing });
  const chosen = useMemo(
    () =>
      selection.page === page
        ? (rows ?? []).filter((task) => selection.ids.has(task.id) && isActionable(task))
        : [],
    [selection, page, rows],
  );
  const selected = useMemo(() => new Set(chosen.map(taskId)), [chosen]);
  const setSelected = (ids: ReadonlySet<string>): void => setSelection({ page, ids });
  return { chosen, selected, setSelected, clear: () => setSelected(nothing) };
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
  const wanted = search.trim().toLocaleLowerCase();
  const found = users.filter(
    ({ email, name }) => email !== me && `${name} ${email}`.toLocaleLowerCase().includes(wanted),
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
          {wanted === '' && isListed && me !== undefined && (
            <Combobox.Option value={me}>{t('queue.assign.myself')}</Combobox.Option>
          )}
          {wanted === '' && (
            <Combobox.Option value={unassigned}>{t('queue.assign.unassigned')}</Combobox.Option>
          )}
          {found.slice(0, maxShown).map(({ email, name }) => (
            <Combobox.Option key={email} value={email}>
              {name}
              <span className={classes.user}>{email}</span>
            </Combobox.Option>
          ))}
          {found.length === 0 && wanted !== '' && (
            <Combobox.Empty>{t('queue.assign.not_found')}</Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
