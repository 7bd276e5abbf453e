import { useMemo } from 'react';
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { dayOfText, textOfDay } from '#shared/calendar-day.ts';
import { covers } from '#shared/org-path.ts';
import type { ColumnFilters } from '#features/record/reporting/filters/filter-params.ts';
import { type CustomNames, columnName, filterLabel } from '#features/record/reporting/web/column-labels.ts';
import { TextField } from '#ui/form/text-field.tsx';
import { RangePicker } from '#ui/date/range-picker.tsx';
import { buildTreeChecks, toggledChoice } from '#ui/tree/tree-checks.ts';
import { TreePicker } from '#ui/tree/tree-picker.tsx';
import { shapeOfTree } from '#ui/tree/tree-rows.ts';
import { useTimes } from '#web/format/use-times.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { typedOrganisationNode } from '#web/session/session.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import {
  type IntervalProblem,
  type IntervalProblems,
  type TypedInterval,
  firstDay,
} from '../export-interval.ts';
import classes from './export.module.css';

interface Props {
  typed: TypedInterval;
  problems: IntervalProblems;
  zoneName: string;
  onChange: (typed: TypedInterval) => void;
}

/** Start and end in the zone of the page's times. */
export function IntervalFields({ typed, problems, zoneName, onChange }: Props) {
  const { t } = useTranslation();
  const today = useTimes().today();
  const textOf = (name: keyof TypedInterval, problem: IntervalProblem) =>
    problem === 'empty'
      ? t(`transaction_export.problem.empty.${name}`)
      : t(`transaction_export.problem.${problem}`);
  const time = (name: 'startTime' | 'endTime') => {
    const problem = problems[name];
    return {
      label: t(`transaction_export.${name}`),
      value: typed[name],
      error: problem === undefined ? undefined : textOf(name, problem),
      placeholder: t('transaction_export.time_form'),
      maxLength: 5,
      autoComplete: 'off',
      onChange: (event: { currentTarget: { value: string } }) =>
        onChange({ ...typed, [name]: event.currentTarget.value }),
    };
  };
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t('transaction_export.interval')}</legend>
      <p className={classes.note}>{t('transaction_export.interval_note', { zone: zoneName })}</p>
      <RangePicker
        label={t('transaction_export.days')}
        value={{ from: dayOfText(typed.startDate) ?? today, to: dayOfText(typed.endDate) ?? today }}
        min={firstDay}
        today={today}
        onChange={(days) => {
          if (days === undefined) return;
          onChange({ ...typed, startDate: textOfDay(days.from), endDate: textOfDay(days.to) });
        }}
      />
      <div className={classes.pair}>
        <TextField {...time('startTime')} />
        <TextField {...time('endTime')} />
      </div>
    </fieldset>
  );
}

interface OrganisationChoiceProps {
  checked: readonly number[];
  onChange: (checked: number[]) => void;
}

/** Organisations at and below the current one. None selected means all. */
export function OrganisationChoice({ checked, onChange }: OrganisationChoiceProps) {
  const { t } = useTranslation();
  const { tree, organisation } = useSignedIn();
  const units = useMemo(
    () => tree.filter(({ parentPath }) => covers(organisation.selectedParentPath, parentPath)),
    [tree, organisation],
  );
  const nodes = useMemo(() => units.map((unit) => typedOrganisationNode(unit, t)), [units, t]);
  const shape = useMemo(() => shapeOfTree(nodes), [nodes]);
  const checkedNodes = useMemo(() => new Set(checked.map(String)), [checked]);
  const boxes = useMemo(() => buildTreeChecks(shape, checkedNodes), [shape, checkedNodes]);
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t('transaction_export.organisations')}</legend>
      <p className={classes.note}>
        {t('transaction_export.organisations_note', { organisation: organisation.selectedOrgName })}
      </p>
      <TreePicker
        nodes={nodes}
        selectedId={undefined}
        checkedIds={boxes.checked}
        mixedIds={boxes.mixed}
        onPick={(id) => onChange([...toggledChoice(shape, checkedNodes, id)].map(Number))}
        label={t('organisation.tree')}
        searchLabel={t('organisation.search')}
        emptyText={t('organisation.none_found')}
      />
    </fieldset>
  );
}

interface ColumnFilterListProps {
  filters: ColumnFilters;
  custom: CustomNames;
  onChange: (filters: ColumnFilters) => void;
}

/** The statement's column filters. They apply to the file unless removed. */
export function ColumnFilterList({ filters, custom, onChange }: ColumnFilterListProps) {
  const { t } = useTranslation();
  const times = useTimes();
  const without = (removed: string): ColumnFilters =>
    Object.fromEntries(Object.entries(filters).filter(([field]) => field !== removed));
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t('transaction_export.column_filters')}</legend>
      <ul className={classes.filters}>
        {Object.entries(filters).map(([field, value]) => {
          const name = columnName(field, t, custom);
          return (
            <li key={field} className={classes.filter}>
              <span>
                {name}: <strong>{filterLabel(field, value, t, times)}</strong>
              </span>
              <ActionIcon
                variant="subtle"
                aria-label={t('transaction_export.remove_filter', { column: name })}
                onClick={() => onChange(without(field))}
              >
                <IconX size={14} aria-hidden />
              </ActionIcon>
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}
