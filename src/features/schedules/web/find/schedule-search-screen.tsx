import { Button } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { zonedDate } from '#shared/zoned-day.ts';
import { searchSchedules } from '#features/schedules/endpoints.ts';
import {
  criterionError,
  criterionQuestion,
  searchFields,
  type CriterionError,
  type SearchField,
} from '#features/schedules/find/search-criterion.ts';
import { ScheduleGrid } from '#features/schedules/web/find/schedule-grid.tsx';
import classes from '#features/schedules/web/schedules.module.css';
import { SelectField } from '#ui/form/select-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import type { Paging } from '#ui/grid/paging/paging-bar.tsx';
import { Page } from '#ui/layout/page.tsx';
import { useCall } from '#web/call/use-call.ts';
import { useTimes } from '#web/format/use-times.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

const firstPage: Paging = { offset: 0, pageSize: 25 };

/** Kept with the entry of the browser's history, so that going back finds what was found; never in the address. */
type SavedSearch = { field: SearchField; value: string; paging: Paging };
const isKept = (kept: unknown): kept is SavedSearch =>
  typeof kept === 'object' &&
  kept !== null &&
  'field' in kept &&
  searchFields.includes(kept.field as SearchField);

/** /scheduleSearch: schedules by id, customer, card or day of creation. */
export function ScheduleSearchScreen() {
  const { t } = useTranslation();
  const times = useTimes();
  const { organisation } = useSignedIn();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const { scheduleSearch: before } = useLocation().state as { scheduleSearch?: unknown };
  const [kept, setKept] = useState(() => (isKept(before) ? before : undefined));
  const [field, setField] = useState<SearchField>(kept?.field ?? 'scheduleId');
  const [value, setValue] = useState(kept?.value ?? '');
  const [error, setError] = useState<CriterionError>();
  const question = kept && criterionQuestion(kept.field, kept.value, times.zone);
  const paging = kept?.paging ?? firstPage;
  const owner = [String(organisation.selectedParentOrgId)];
  const page = useCall(
    searchSchedules,
    {
      body: {
        ...question,
        owner,
        sortBy: { creationDate: 'DESC' },
        startFrom: paging.offset + 1,
        limit: paging.pageSize,
      },
    },
    { enabled: question != null, isHandledHere: true, placeholderData: keepPreviousData, staleTime: 0 },
  );
  function save(next: SavedSearch): void {
    setKept(next);
    void navigate({
      to: '.',
      replace: true,
      state: (state) => ({ ...state, scheduleSearch: next }) as object,
    });
  }
  function submit(): void {
    const found = criterionError(field, value, zonedDate(new Date(), times.zone));
    setError(found);
    if (found != null) {
      input.current?.focus();
      return;
    }
    const next = { field, value, paging: { ...firstPage, pageSize: paging.pageSize } };
    if (JSON.stringify(next) === JSON.stringify(kept)) void page.refetch();
    else save(next);
  }
  return (
    <Page title={t('screen.scheduleSearch')} isFilling>
      <form
        className={classes.search}
        role="search"
        aria-label={t('screen.scheduleSearch')}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <SelectField
          label={t('schedules.search.by')}
          value={field}
          choices={searchFields.map((one) => ({ value: one, label: t(`schedules.search.field.${one}`) }))}
          onChange={(one) => {
            setField((one ?? field) as SearchField);
            setValue('');
            setError(undefined);
          }}
        />
        <TextField
          ref={input}
          data-search
          label={t(`schedules.search.field.${field}`)}
          help={field === 'creationDate' ? t('schedules.form.day_help') : undefined}
          required
          maxLength={320}
          autoComplete="off"
          spellCheck={false}
          value={value}
          error={error == null ? undefined : t(`schedules.search.error.${error}`)}
          onChange={(event) => {
            setValue(event.currentTarget.value);
            setError(undefined);
          }}
        />
        <div className={classes.buttons}>
          <Button type="submit" leftSection={<IconSearch size={16} aria-hidden />}>
            {t('schedules.search.go')}
          </Button>
        </div>
      </form>
      {question == null ? (
        <p className={classes.quiet}>{t('schedules.search.start')}</p>
      ) : (
        <ScheduleGrid
          label={t('screen.scheduleSearch')}
          rows={page.data?.data}
          total={page.data?.resultsAvailable}
          paging={paging}
          onPaging={(next) => kept && save({ ...kept, paging: next })}
          isLoading={page.isFetching}
          failure={page.error}
          onRetry={() => void page.refetch()}
        />
      )}
    </Page>
  );
}
