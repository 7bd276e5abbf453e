import { Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { TextField } from '#ui/form/text-field.tsx';
import { useForm } from '../form/use-form.ts';
import { useTranslation } from '../translate/use-translation.ts';
import type { FilterChip } from './filter-chips.tsx';
import classes from './list-screen.module.css';

interface Props {
  /** The label of the searched field. */
  label: string;
  /** The text that is searched now. Give the form another key for another text. */
  text: string | undefined;
  maxLength: number;
  onSearch: (text: string | undefined) => void;
  /** Filters beside the text; each applies at once. */
  children?: ReactNode;
}

/** A list's search by a part of a name or an id. */
export function TextSearch({ label, text, maxLength, onSearch, children }: Props) {
  const { t } = useTranslation();
  const form = useForm({
    initial: { text: text ?? '' },
    validate: () => ({}),
    send: (values) => onSearch(values.text.trim() || undefined),
  });
  return (
    <form
      className={classes.textSearch}
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
        {...{ label, maxLength }}
        autoComplete="off"
        spellCheck={false}
      />
      {children}
      <Button type="submit" variant="default" leftSection={<IconSearch size={16} aria-hidden />}>
        {t('search.search')}
      </Button>
    </form>
  );
}

/** The chip of a searched text. */
export function textChips(label: string, text: string | undefined, onRemove: () => void): FilterChip[] {
  return text === undefined ? [] : [{ id: 'text', label: `${label}: ${text}`, onRemove }];
}
