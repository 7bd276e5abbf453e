import { Button, Combobox, useCombobox } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '#web/translate/use-translation.ts';
import classes from './queue.module.css';
import { useQueueUsers } from './use-queue.ts';

/** More are found by typing. */
const maxShown = 50;
const unassigned = '';

/** A button that opens the reviewers: the user itself, none, and the others by name or email address. */
export function AssignMenu({ onAssign }: { onAssign: (assignee: string | null) => void }) {
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
