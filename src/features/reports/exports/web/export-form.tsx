import { companyNow } from '#web/session/shown-clock.ts';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useRef, useState, type FormEvent } from 'react';
import { focusFirstError, useAfterRender } from '#ui/form/form-stack.tsx';
import { wrongSearch } from '#features/record/reporting/filters/search-field.ts';
import type { CustomNames } from '#features/record/reporting/web/column-labels.ts';
import { CheckField } from '#ui/form/check-field.tsx';
import { FormFooter } from '#ui/form/form-footer.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { useForm } from '#web/form/use-form.ts';
import { useUiTexts } from '#ui/ui-texts.ts';
import { groupDecimal } from '#shared/text/format-money.ts';
import { useTimes } from '#web/format/use-times.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { exportFormats, type ExportFormat } from '#shared/export-formats.ts';
import { exportTypes, type ExportType } from '../export-columns.ts';
import { readInterval } from '../export-interval.ts';
import type { ExportChoice } from '../export-request.ts';
import type { ExportDraft } from '../export-state.ts';
import { amountText, readSearchValue } from './export-search.ts';
import { ColumnFilterList, IntervalFields, OrganisationChoice } from './export-fields.tsx';
import classes from './export.module.css';

interface Props {
  start: ExportDraft;
  searchFields: readonly string[];
  types: readonly string[];
  statuses: readonly string[];
  /** Empty: the filter is not offered. */
  outcomes: readonly string[];
  /** Names of the custom fields. */
  custom: CustomNames;
  onExport: (choice: ExportChoice) => void;
}

/** What to export and in which format. Errors appear at their field once the form was submitted. */
export function ExportForm(props: Props) {
  const { t } = useTranslation();
  const times = useTimes();
  const {
    element,
    values: draft,
    change,
    file,
    setFile,
    errors,
    error,
    submit,
    reset,
  } = useExportForm(props);
  return (
    <form
      ref={element}
      className={classes.form}
      onSubmit={submit}
      noValidate
      aria-label={t('screen.transactionExport')}
    >
      <IntervalFields
        typed={draft.interval}
        problems={errors()}
        zoneName={times.zoneName}
        onChange={(typed) => change({ interval: typed })}
      />
      <OrganisationChoice checked={draft.orgIds} onChange={(orgIds) => change({ orgIds })} />
      <CheckGroup
        legend={t('transaction_export.types')}
        values={props.types}
        label={(type) => t(`transactions.type.${type}`, { defaultValue: type })}
        checked={draft.types}
        onChange={(types) => change({ types })}
      />
      <CheckGroup
        legend={t('transaction_export.statuses')}
        values={props.statuses}
        label={(status) => t(`transactions.status.${status}`, { defaultValue: status })}
        checked={draft.statuses}
        onChange={(statuses) => change({ statuses })}
      />
      {props.outcomes.length > 0 && (
        <CheckGroup
          legend={t('transaction_export.outcomes')}
          values={props.outcomes}
          label={(outcome) => t(`transactions.outcome.${outcome}`, { defaultValue: outcome })}
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
      <SearchFields
        fields={props.searchFields}
        draft={draft}
        error={error('searchValue')}
        onChange={change}
      />
      <FileFields file={file} onChange={setFile} />
      <FormFooter>
        <Button variant="default" onClick={reset}>
          {t('transaction_export.reset')}
        </Button>
        <Button type="submit" leftSection={<IconDownload size={16} aria-hidden />}>
          {t('transaction_export.export')}
        </Button>
      </FormFooter>
    </form>
  );
}

interface FileChoice {
  exportType: ExportType;
  format: ExportFormat;
}

/** The form's values. They are validated on submit, when the first wrong field gets the focus. */
function useExportForm({ start, onExport }: Pick<Props, 'start' | 'onExport'>) {
  const { t } = useTranslation();
  const { zone } = useTimes();
  const { locale } = useUiTexts();
  const element = useRef<HTMLFormElement>(null);
  const afterRender = useAfterRender();
  const [file, setFile] = useState<FileChoice>({ exportType: 'basic', format: 'CSV' });
  const form = useForm({
    initial: { ...start, searchValue: amountText(start, locale) },
    validate: ({ interval, ...search }) => ({
      ...readInterval(interval, companyNow(), zone).problems,
      ...(search.searchField !== '' &&
        readSearchValue(search, locale) === undefined && {
          searchValue: wrongSearch(search.searchField, search.searchValue.trim()),
        }),
    }),
    errorText: (error) => t(`transaction_export.wrong.${error}`, { example: exampleAmount(locale) }),
    send(draft) {
      const { interval } = readInterval(draft.interval, companyNow(), zone);
      const { orgIds, types, statuses, outcomes, columnFilters, searchField: field } = draft;
      const value = readSearchValue(draft, locale);
      const search = field === '' || value === undefined ? undefined : { field, value };
      if (interval) onExport({ ...file, interval, orgIds, types, statuses, outcomes, columnFilters, search });
    },
  });
  return {
    ...form,
    element,
    file,
    setFile,
    submit(event: FormEvent): void {
      event.preventDefault();
      void form.submit();
      afterRender(() => focusFirstError(element.current));
    },
  };
}

const exampleAmount = (locale: string): string => groupDecimal('1250.00', locale);

interface SearchFieldsProps {
  fields: readonly string[];
  draft: ExportDraft;
  error: string | undefined;
  onChange: (part: Partial<ExportDraft>) => void;
}

function SearchFields({ fields, draft, error, onChange }: SearchFieldsProps) {
  const { t } = useTranslation();
  const { locale } = useUiTexts();
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t('transaction_export.search')}</legend>
      <SelectField
        label={t('transaction_export.search_field')}
        value={draft.searchField}
        choices={[
          { value: '', label: t('transaction_export.no_search') },
          ...fields.map((field) => ({ value: field, label: t(`transaction_export.field_name.${field}`) })),
        ]}
        onChange={(field) => onChange({ searchField: field ?? '' })}
      />
      {draft.searchField !== '' && (
        <TextField
          label={t('transaction_export.search_value')}
          help={
            draft.searchField === 'requested_amount'
              ? t('transaction_export.amount_help', { example: exampleAmount(locale) })
              : undefined
          }
          value={draft.searchValue}
          maxLength={320}
          autoComplete="off"
          spellCheck={false}
          error={error}
          onChange={(event) => onChange({ searchValue: event.currentTarget.value })}
        />
      )}
    </fieldset>
  );
}

function FileFields({ file, onChange }: { file: FileChoice; onChange: (file: FileChoice) => void }) {
  const { t } = useTranslation();
  return (
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
        onChange={(type) => onChange({ ...file, exportType: (type ?? file.exportType) as ExportType })}
      />
      <SelectField
        label={t('transaction_export.format')}
        help={t(`transaction_export.format_help.${file.format}`)}
        value={file.format}
        choices={exportFormats.map((format) => ({ value: format, label: format }))}
        onChange={(format) => onChange({ ...file, format: (format ?? file.format) as ExportFormat })}
      />
    </fieldset>
  );
}

interface CheckGroupProps {
  legend: string;
  values: readonly string[];
  label: (value: string) => string;
  checked: readonly string[];
  onChange: (checked: string[]) => void;
}

/** Values to tick. With none ticked, all are exported. */
function CheckGroup({ legend, values, label, checked, onChange }: CheckGroupProps) {
  const { t } = useTranslation();
  return (
    <fieldset className={`${classes.group} ${classes.wide}`}>
      <legend className={classes.legend}>{legend}</legend>
      <p className={classes.note}>{t('transaction_export.none_is_all')}</p>
      <div className={classes.checks}>
        {values.map((value) => (
          <CheckField
            key={value}
            label={label(value)}
            isChecked={checked.includes(value)}
            onChange={(isChecked) =>
              onChange(isChecked ? [...checked, value] : checked.filter((one) => one !== value))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
