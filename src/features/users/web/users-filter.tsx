import { Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { SelectField } from '#ui/form/select-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { useForm } from '#web/form/use-form.ts';
import type { FilterChip } from '#web/list-screen/filter-chips.tsx';
import type { Translate } from '#web/translate/translator.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { type UserStatus, type UsersSearch, maxSearchText, userStatuses } from '../users-search.ts';
import classes from './users-filter.module.css';

type Filter = Pick<UsersSearch, 'text' | 'status'>;

interface Props {
  search: UsersSearch;
  onSearch: (filter: Filter) => void;
}

/** A part of the name or email, and the status. */
export function UsersFilter({ search, onSearch }: Props) {
  const { t } = useTranslation();
  const form = useForm({
    initial: { text: search.text ?? '' },
    validate: () => ({}),
    send: ({ text }) => onSearch({ text: text.trim() || undefined, status: search.status }),
  });
  return (
    <form
      className={classes.filter}
      noValidate
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      <TextField
        {...form.field('text')}
        data-search
        label={t('users.search_text')}
        maxLength={maxSearchText}
        autoComplete="off"
        spellCheck={false}
      />
      <SelectField
        label={t('users.column.active')}
        choices={[
          { value: '', label: t('users.every_status') },
          ...userStatuses.map((status) => ({ value: status, label: t(`users.${status}`) })),
        ]}
        value={search.status ?? ''}
        onChange={(status) =>
          onSearch({ text: search.text, status: status ? (status as UserStatus) : undefined })
        }
      />
      <Button
        type="submit"

        leftSection={<IconSearch size={16} aria-hidden />}
      >
        {t('users.search')}
      </Button>
    </form>
  );
}

/** One chip a filter. */
export function userChips(
  { text, status }: UsersSearch,
  t: Translate,
  change: (filter: Filter) => void,
): FilterChip[] {
  const chips: FilterChip[] = [];
  if (text !== undefined) {
    const label = `${t('users.search_text')}: ${text}`;
    chips.push({ id: 'text', label, onRemove: () => change({ text: undefined, status }) });
  }
  if (status !== undefined) {
    const label = `${t('users.column.active')}: ${t(`users.${status}`)}`;
    chips.push({ id: 'status', label, onRemove: () => change({ text, status: undefined }) });
  }
  return chips;
}
