import { Button, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { IconSearch } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { finderTarget } from '#features/home/finder-target.ts';
import classes from '#features/home/web/home-screen.module.css';
import { useTranslation } from '#web/translate/use-translation.ts';

/** An id opens the transaction, anything else searches the merchant references. */
export function TransactionFinder() {
  const { t } = useTranslation();
  const router = useRouter();
  const [typed, setTyped] = useState('');
  function find(event: FormEvent): void {
    event.preventDefault();
    const target = finderTarget(typed);
    if (target != null) void router.navigate({ href: target });
  }
  return (
    <form className={classes.finder} onSubmit={find} role="search">
      <TextInput
        data-search
        className={classes.finderInput}
        aria-label={t('home.find_label')}
        placeholder={t('home.find_label')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={typed}
        maxLength={100}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit">{t('home.find')}</Button>
    </form>
  );
}
