import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { IconSearch } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { finderProblem, finderTarget, quickSearchFields } from '../finder-target.ts';
import classes from './home-screen.module.css';
import type { SearchField } from '#features/reporting/filters/search-field.ts';
import { useSearchFields } from '#features/transactions/web/use-search-fields.ts';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

/** Guesses the field of the text unless one is chosen (docs/domain.md#home). */
export function TransactionFinder() {
  const { t } = useTranslation();
  const router = useRouter();
  const offered = useSearchFields();
  const fields = quickSearchFields.filter((field) => offered.includes(field));
  const [typed, setTyped] = useState('');
  const [field, setField] = useState<SearchField>();
  const [isTried, setIsTried] = useState(false);
  const problem = isTried ? finderProblem({ typed, field, offered }) : undefined;
  function find(event: FormEvent): void {
    event.preventDefault();
    setIsTried(true);
    const target = finderTarget({ typed, field, offered });
    if (target == null) return;
    const { value } = target;
    const search = { offset: 0, pageSize: 25, searchField: target.field, value, searchRange: 'ANY_TIME' };
    void router.navigate(target.field === 'txn_id' ? paths.transaction(value) : paths.search(search));
  }
  return (
    <form className={classes.finder} onSubmit={find} role="search" noValidate>
      <NativeSelect
        className={classes.finderField}
        aria-label={t('home.find_by')}
        value={field ?? ''}
        onChange={(event) => {
          const { value } = event.currentTarget;
          setField(fields.find((one) => one === value));
          setIsTried(false);
        }}
        data={[
          { value: '', label: t('home.find_any') },
          ...fields.map((one) => ({ value: one, label: t(`search.field_name.${one}`) })),
        ]}
      />
      <TextInput
        data-search
        className={classes.finderInput}
        aria-label={t('home.find_label')}
        placeholder={t('home.find_label')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={typed}
        maxLength={320}
        autoComplete="off"
        spellCheck={false}
        error={problem == null ? undefined : t(`search.wrong.${problem}`)}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setIsTried(false);
        }}
      />
      <Button type="submit">{t('home.find')}</Button>
    </form>
  );
}
