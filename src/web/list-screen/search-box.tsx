import { ActionIcon, NativeSelect, TextInput } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useUiTexts } from '#ui/ui-texts.ts';
import { useTranslation } from '../translate/use-translation.ts';
import classes from './filter-bar.module.css';

/** The search by a text, beside the filters of a list. */
export interface ListSearch {
  /** What is searched: "Name or email". */
  label: string;
  /** As the field shows it. */
  text: string | undefined;
  maxLength: number;
  /** What can be searched by, one at a time, and what is. */
  fields?: readonly { value: string; label: string }[];
  field?: string | undefined;
  help?: ((field: string) => string | undefined) | undefined;
  inputMode?: ((field: string) => 'numeric' | 'decimal' | 'email' | 'text') | undefined;
  /** Why a text is not searched. */
  refusal?: (text: string, field: string) => string | undefined;
  /** An empty search is refused too; only the cross ends a search. */
  isRequired?: boolean;
  /** Searches while the user types, after a pause of so many milliseconds. */
  pauseMs?: number;
  /** undefined: everything is shown again. */
  onSearch: (text: string | undefined, field: string) => void;
}

/** Searches on Enter and by its button; a cross empties it. Another address replaces what was typed. */
export function SearchBox(search: ListSearch) {
  const { t } = useTranslation();
  const { label, maxLength, fields = [] } = search;
  const input = useRef<HTMLInputElement>(null);
  const noteId = useId();
  const box = useSearchText(search);
  const [isIn, setIsIn] = useState(false);
  const name = fields.find(({ value }) => value === box.field)?.label ?? label;
  // Over the chips, so only while the user is in the field.
  const note = !isIn ? undefined : (box.error ?? (box.typed === '' ? search.help?.(box.field) : undefined));
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!box.submit(box.typed)) input.current?.focus();
  }
  return (
    <form className={classes.search} noValidate role="search" aria-label={t('list.search')} onSubmit={submit}>
      {fields.length > 1 && (
        <NativeSelect
          className={classes.searchField}
          aria-label={t('list.search_by')}
          data={[...fields]}
          value={box.field}
          onChange={(event) => box.choose(event.currentTarget.value)}
        />
      )}
      <TextInput
        ref={input}
        data-search
        className={classes.searchText}
        aria-label={name}
        placeholder={name}
        error={box.error !== undefined}
        aria-describedby={note === undefined ? undefined : noteId}
        value={box.typed}
        maxLength={maxLength}
        inputMode={search.inputMode?.(box.field) ?? 'text'}
        autoComplete="off"
        spellCheck={false}
        rightSectionWidth={box.typed === '' ? 32 : 60}
        rightSection={
          <SearchEnd
            isEmpty={box.typed === ''}
            onEmpty={() => {
              box.empty();
              input.current?.focus();
            }}
          />
        }
        onFocus={() => setIsIn(true)}
        onBlur={() => setIsIn(false)}
        onChange={(event) => box.type(event.currentTarget.value)}
      />
      {note !== undefined && (
        <span
          id={noteId}
          className={classes.note}
          data-wrong={box.error !== undefined || undefined}
          role={box.error === undefined ? undefined : 'alert'}
        >
          {note}
        </span>
      )}
    </form>
  );
}

/** The typed text, what it is searched by, and why it is not. */
function useSearchText({ text = '', field: given, fields = [], pauseMs, onSearch, ...search }: ListSearch) {
  const [field, setField] = useState(given ?? fields[0]?.value ?? '');
  const [typed, setTyped] = useState(text);
  const [error, setError] = useState<string>();
  const [shown, setShown] = useState({ text, field: given });
  if (shown.text !== text || shown.field !== given) {
    setShown({ text, field: given });
    // What is typed further must stay.
    if (pauseMs === undefined || text !== typed.trim()) setTyped(text);
    setError(undefined);
    if (given !== undefined) setField(given);
  }
  const wrong = (next: string): string | undefined =>
    next === '' && search.isRequired !== true ? undefined : search.refusal?.(next, field);
  function submit(next: string): boolean {
    const trimmed = next.trim();
    setError(wrong(trimmed));
    if (wrong(trimmed) !== undefined) return false;
    onSearch(trimmed || undefined, field);
    return true;
  }
  usePause(typed, pauseMs, (now) => {
    const next = now.trim();
    if (next !== text && wrong(next) === undefined) onSearch(next || undefined, field);
  });
  return {
    field,
    typed,
    error,
    submit,
    choose(next: string): void {
      setField(next);
      setError(undefined);
    },
    type(next: string): void {
      setTyped(next);
      setError(pauseMs === undefined ? undefined : wrong(next.trim()));
    },
    empty(): void {
      setTyped('');
      setError(undefined);
      if (text !== '') onSearch(undefined, field);
    },
  };
}

/** Calls back when the text has not changed for so long. */
function usePause(typed: string, pauseMs: number | undefined, onPause: (typed: string) => void): void {
  const latest = useRef(onPause);
  useEffect(() => {
    latest.current = onPause;
  });
  useEffect(() => {
    if (pauseMs === undefined) return undefined;
    const timer = setTimeout(() => latest.current(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed, pauseMs]);
}

/** The buttons in the field. */
function SearchEnd({ isEmpty, onEmpty }: { isEmpty: boolean; onEmpty: () => void }) {
  const { t } = useTranslation();
  const texts = useUiTexts();
  return (
    <span className={classes.searchEnd}>
      {!isEmpty && (
        <ActionIcon variant="subtle" color="gray" size={26} aria-label={texts.filterClear} onClick={onEmpty}>
          <IconX size={14} aria-hidden />
        </ActionIcon>
      )}
      <ActionIcon type="submit" variant="subtle" color="gray" size={26} aria-label={t('list.search')}>
        <IconSearch size={16} aria-hidden />
      </ActionIcon>
    </span>
  );
}
