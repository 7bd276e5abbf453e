import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useRef, useState, type FormEvent } from 'react';
import { exportFormats, type ExportFormat } from '#features/exports/endpoints.ts';
import { exportTypes, type ExportType } from '#features/exports/export-columns.ts';
import { readInterval } from '#features/exports/export-interval.ts';
import type { ExportChoice } from '#features/exports/export-request.ts';
import type { ExportDraft } from '#features/exports/export-state.ts';
import { matchesSearchField, wrongSearch } from '#features/reporting/filters/search-field.ts';
import { CheckGroup } from '#features/exports/web/check-group.tsx';
import { ColumnFilterList } from '#features/exports/web/column-filter-list.tsx';
import classes from '#features/exports/web/export.module.css';
import { IntervalFields } from '#features/exports/web/interval-fields.tsx';
import { OrganisationChoice } from '#features/exports/web/organisation-choice.tsx';
import type { CustomNames } from '#features/reporting/web/column-labels.ts';
import { FormFooter } from '#ui/form/form-footer.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

type Props = {
  start: ExportDraft;
  searchFields: readonly string[];
  types: readonly string[];
  statuses: readonly string[];
  /** None: the filter is not offered. */
  outcomes: readonly string[];
  /** Names of the custom fields. */
  custom: CustomNames;
  onExport: (choice: ExportChoice) => void;
};

/** What to export and how; what is wrong is said where it stands, once somebody has tried. */
export function ExportForm(props: Props) {
  const { t } = useTranslation();
  const times = useTimes();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(props.start);
  const [file, setFile] = useState({ exportType: 'basic' as ExportType, format: 'CSV' as ExportFormat });
  const [isTried, setIsTried] = useState(false);
  const change = (part: Partial<ExportDraft>): void => setDraft({ ...draft, ...part });
  const [now, setNow] = useState(() => new Date());
  const { problems } = readInterval(draft.interval, now, times.zone);
  const value = draft.searchValue.trim();
  const isSearchWrong = draft.searchField !== '' && !matchesSearchField(draft.searchField, value);
  const searchProblem = wrongSearch(draft.searchField, value);

  function submit(event: FormEvent): void {
    event.preventDefault();
    setIsTried(true);
    // The form may have stood open over midnight.
    const submitted = new Date();
    setNow(submitted);
    const { interval } = readInterval(draft.interval, submitted, times.zone);
    if (interval == null || isSearchWrong) {
      requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>('input[aria-invalid="true"]')?.focus(),
      );
      return;
    }
    const { orgIds, types, statuses, outcomes, columnFilters, searchField } = draft;
    const search = searchField === '' ? undefined : { field: searchField, value };
    props.onExport({ ...file, interval, orgIds, types, statuses, outcomes, columnFilters, search });
  }
  return (
    <form
      ref={form}
      className={classes.form}
      onSubmit={submit}
      noValidate
      aria-label={t('screen.transactionExport')}
    >
      <IntervalFields
        typed={draft.interval}
        problems={isTried ? problems : {}}
        zoneName={times.zoneName}
        onChange={(typed) => change({ interval: typed })}
      />
      <OrganisationChoice checked={draft.orgIds} onChange={(orgIds) => change({ orgIds })} />
      <CheckGroup
        legend={t('transaction_export.types')}
        note={t('transaction_export.none_is_all')}
        choices={props.types.map((type) => ({
          value: type,
          label: t(`transactions.type.${type}`, { defaultValue: type }),
        }))}
        checked={draft.types}
        onChange={(types) => change({ types })}
      />
      <CheckGroup
        legend={t('transaction_export.statuses')}
        note={t('transaction_export.none_is_all')}
        choices={props.statuses.map((status) => ({
          value: status,
          label: t(`transactions.status.${status}`, { defaultValue: status }),
        }))}
        checked={draft.statuses}
        onChange={(statuses) => change({ statuses })}
      />
      {props.outcomes.length > 0 && (
        <CheckGroup
          legend={t('transaction_export.outcomes')}
          note={t('transaction_export.none_is_all')}
          choices={props.outcomes.map((outcome) => ({
            value: outcome,
            label: t(`transactions.outcome.${outcome}`, { defaultValue: outcome }),
          }))}
          checked={draft.outcomes}
          onChange={(outcomes) => change({ outcomes })}
        />
      )}
      {Object.keys(draft.columnFilters).length > 0 && (
        <ColumnFilterList
          filters={draft.columnFilters}
          custom={props.custom}
          onChange={(columnFilters) => change({ columnFilters })}
        />
      )}
      <fieldset className={classes.group}>
        <legend className={classes.legend}>{t('transaction_export.search')}</legend>
        <SelectField
          label={t('transaction_export.search_field')}
          value={draft.searchField}
          choices={[
            { value: '', label: t('transaction_export.no_search') },
            ...props.searchFields.map((field) => ({
              value: field,
              label: t(`transaction_export.field_name.${field}`),
            })),
          ]}
          onChange={(field) => change({ searchField: field ?? '' })}
        />
        {draft.searchField !== '' && (
          <TextField
            label={t('transaction_export.search_value')}
            value={draft.searchValue}
            maxLength={320}
            autoComplete="off"
            spellCheck={false}
            withAsterisk
            error={isTried && isSearchWrong ? t(`transaction_export.wrong.${searchProblem}`) : undefined}
            onChange={(event) => change({ searchValue: event.currentTarget.value })}
          />
        )}
      </fieldset>
      <fieldset className={classes.group}>
        <legend className={classes.legend}>{t('transaction_export.file')}</legend>
        <SelectField
          label={t('transaction_export.columns')}
          help={t(`transaction_export.columns_help.${file.exportType}`)}
          value={file.exportType}
          choices={exportTypes.map((type) => ({
            value: type,
            label: t(`transaction_export.columns_name.${type}`),
          }))}
          onChange={(type) => setFile({ ...file, exportType: (type ?? file.exportType) as ExportType })}
        />
        <SelectField
          label={t('transaction_export.format')}
          help={t(`transaction_export.format_help.${file.format}`)}
          value={file.format}
          choices={exportFormats.map((format) => ({ value: format, label: format }))}
          onChange={(format) => setFile({ ...file, format: (format ?? file.format) as ExportFormat })}
        />
      </fieldset>
      <FormFooter>
        <Button
          variant="default"
          onClick={() => {
            setDraft(props.start);
            setIsTried(false);
          }}
        >
          {t('transaction_export.reset')}
        </Button>
        <Button type="submit" leftSection={<IconDownload size={16} aria-hidden />}>
          {t('transaction_export.export')}
        </Button>
      </FormFooter>
    </form>
  );
}
