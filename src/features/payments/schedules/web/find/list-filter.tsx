import { Button } from '@mantine/core';
import { useMemo, useState, type FormEvent } from 'react';
import { type CalendarDay, type DayRange, addDays } from '#shared/calendar-day.ts';
import {
  defaultList,
  earliestDay,
  lastResults,
  quickSearch,
  quickSearches,
  type ScheduleListParams,
  resolveDays,
} from '../../list-params.ts';
import type { ScheduleStatus } from '../../schedule-status.ts';
import classes from '../schedules.module.css';
import { RangePicker } from '#ui/date/range-picker.tsx';
import { CheckField } from '#ui/form/check-field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { buildTreeChecks, toggledChoice } from '#ui/tree/tree-checks.ts';
import { TreePicker } from '#ui/tree/tree-picker.tsx';
import { shapeOfTree } from '#ui/tree/tree-rows.ts';
import { organisationNode } from '#web/session/session.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { formatDays } from '#ui/date/format-days.ts';
import type { FilterChip } from '#web/list-screen/filter-chips.tsx';
import type { Translate } from '#web/translate/translator.ts';

interface Props {
  /** The user's current organisation and its descendants. */
  nodes: readonly { id: string; parentOrgId?: number | null; name: string }[];
  params: ScheduleListParams;
  days: { from: CalendarDay; to: CalendarDay };
  today: CalendarDay;
  onApply: (params: ScheduleListParams) => void;
}

/** Suspended ones include those that the system suspended, which can also be chosen alone. */
const statuses: ScheduleStatus[] = ['ACTIVE', 'SUSPENDED', 'TECH_SUSPENDED', 'COMPLETE', 'CANCELLED'];

/** Further than any schedule charges. */
const maxDueDays = 36_525;

/** The draft of the list's filter. The list changes when the user applies it. */
export function ListFilter({ params, days, today, onApply, ...props }: Props) {
  const { t } = useTranslation();
  const [range, setRange] = useState(days);
  const [due, setDue] = useState(() => dueRange(params, today));
  const [lastResult, setLastResult] = useState(params.lastResult);
  const [status, setStatus] = useState(() => statuses.filter((choice) => params.status?.includes(choice)));
  const [selectedNodes, setChosen] = useState<ReadonlySet<string>>(new Set(params.selectedNodes));
  const nodes = useMemo(() => props.nodes.map((node) => organisationNode(node)), [props.nodes]);
  const shape = useMemo(() => shapeOfTree(nodes), [nodes]);
  const { checked, mixed } = useMemo(() => buildTreeChecks(shape, selectedNodes), [shape, selectedNodes]);
  function submit(event: FormEvent): void {
    event.preventDefault();
    const { status: _status, selectedNodes: _nodes, ...rest } = params;
    onApply({
      ...rest,
      page: 1,
      startDate: range.from,
      endDate: range.to,
      dueFrom: due?.from,
      dueTo: due?.to,
      lastResult,
      status: status.length > 0 ? status : undefined,
      selectedNodes: selectedNodes.size > 0 ? [...selectedNodes] : undefined,
    });
  }
  return (
    <form onSubmit={submit} noValidate aria-label={t('schedules.list.filter')}>
      <div className={classes.filters}>
        <fieldset className={classes.group}>
          <legend>{t('schedules.list.organisations')}</legend>
          <TreePicker
            isLow
            nodes={nodes}
            selectedId={undefined}
            checkedIds={checked}
            mixedIds={mixed}
            onPick={(id) => setChosen(toggledChoice(shape, selectedNodes, id))}
            label={t('schedules.list.organisations')}
            searchLabel={t('organisation.search')}
            emptyText={t('organisation.none_found')}
          />
        </fieldset>
        <div className={classes.checks}>
          <RangePicker
            label={t('list.created_days')}
            value={range}
            min={earliestDay}
            max={days.to > today ? days.to : today}
            today={today}
            onChange={(next) => setRange(next ?? days)}
          />
          <ChargeFields
            due={due}
            lastResult={lastResult}
            today={today}
            onDue={setDue}
            onResult={setLastResult}
          />
          <StatusChecks checked={status} onChange={setStatus} />
        </div>
      </div>
      <div className={classes.end}>
        <Button variant="default" onClick={() => onApply(defaultList)}>
          {t('schedules.list.reset')}
        </Button>
        <Button type="submit">{t('schedules.list.apply')}</Button>
      </div>
    </form>
  );
}

interface ChargeProps {
  due: DayRange | undefined;
  lastResult: ScheduleListParams['lastResult'];
  today: CalendarDay;
  onDue: (days: DayRange | undefined) => void;
  onResult: (result: ScheduleListParams['lastResult']) => void;
}

/** The days of the next charge, and the result of the last. */
function ChargeFields({ due, lastResult, today, onDue, onResult }: ChargeProps) {
  const { t } = useTranslation();
  return (
    <>
      <RangePicker
        label={t('schedules.list.due')}
        value={due}
        min={earliestDay}
        max={addDays(today, maxDueDays)}
        today={today}
        presets={['TODAY']}
        hasAnyTime
        onChange={onDue}
      />
      <SelectField
        label={t('schedules.list.last_result')}
        value={lastResult ?? ''}
        choices={[
          { value: '', label: t('schedules.list.result.any') },
          ...lastResults.map((result) => ({ value: result, label: t(`schedules.list.result.${result}`) })),
        ]}
        onChange={(value) => onResult(lastResults.find((result) => result === value))}
      />
    </>
  );
}

interface StatusProps {
  checked: ScheduleStatus[];
  onChange: (checked: ScheduleStatus[]) => void;
}

function StatusChecks({ checked, onChange }: StatusProps) {
  const { t } = useTranslation();
  return (
    <fieldset className={classes.group}>
      <legend>{t('schedules.column.status')}</legend>
      <div className={classes.checks}>
        {statuses.map((status) => (
          <CheckField
            key={status}
            label={t(`schedules.status.${status}`)}
            isChecked={checked.includes(status)}
            onChange={(isChecked) =>
              onChange(isChecked ? [...checked, status] : checked.filter((other) => other !== status))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

/** The days of the next charge; an open end is today or the furthest day. */
const dueRange = ({ dueFrom, dueTo }: ScheduleListParams, today: CalendarDay) =>
  dueFrom === undefined && dueTo === undefined
    ? undefined
    : { from: dueFrom ?? earliestDay, to: dueTo ?? addDays(today, maxDueDays) };

interface QuickProps {
  params: ScheduleListParams;
  today: CalendarDay;
  onSearch: (params: ScheduleListParams) => void;
}

/** The searches that people repeat, each one press; a second press shows the usual list again. */
export function QuickSearches({ params, today, onSearch }: QuickProps) {
  const { t } = useTranslation();
  const { pageSize, selectedNodes } = params;
  return (
    <div className={classes.quick} role="group" aria-label={t('schedules.quick.label')}>
      {quickSearches.map((name) => {
        const search = Object.entries(quickSearch(name, today));
        const own = params as unknown as Record<string, unknown>;
        const isOn = search.every(([field, value]) => String(own[field]) === String(value));
        const wanted = isOn ? {} : { startDate: earliestDay, ...Object.fromEntries(search) };
        return (
          <Button
            key={name}
            variant={isOn ? 'light' : 'default'}
            size="compact-sm"
            aria-pressed={isOn}
            onClick={() => onSearch({ ...defaultList, pageSize, selectedNodes, ...wanted })}
          >
            {t(`schedules.quick.${name}`)}
          </Button>
        );
      })}
    </div>
  );
}

interface ChipLabels {
  t: Translate;
  locale: string;
  today: string;
  nameOf: (organisation: string) => string;
}

/** One chip a filter, including the days of creation: by default the list shows yesterday and today. */
export function scheduleChips(
  params: ScheduleListParams,
  { t, locale, today, nameOf }: ChipLabels,
  change: (part: Partial<ScheduleListParams>) => void,
): FilterChip[] {
  const { from, to } = resolveDays(params, today);
  const { status = [], selectedNodes = [] } = params;
  const chips: FilterChip[] = [];
  if (from > earliestDay || to < today) {
    chips.push({
      id: 'created',
      label: t('list.created', { days: formatDays(from, to, today, locale) }),
      onRemove: () => change({ startDate: earliestDay, endDate: undefined }),
    });
  }
  const due = dueRange(params, today);
  if (due !== undefined) {
    chips.push({
      id: 'due',
      label: t('schedules.list.due_days', { days: formatDays(due.from, due.to, today, locale) }),
      onRemove: () => change({ dueFrom: undefined, dueTo: undefined }),
    });
  }
  if (params.lastResult !== undefined) {
    const label = `${t('schedules.list.last_result')}: ${t(`schedules.list.result.${params.lastResult}`)}`;
    chips.push({ id: 'lastResult', label, onRemove: () => change({ lastResult: undefined }) });
  }
  if (status.length > 0) {
    const statusLabels = status.map((name) => t(`schedules.status.${name}`));
    const label = `${t('schedules.column.status')}: ${[...new Set(statusLabels)].join(', ')}`;
    chips.push({ id: 'status', label, onRemove: () => change({ status: undefined }) });
  }
  if (selectedNodes.length > 0) {
    const label = `${t('schedules.list.organisations')}: ${selectedNodes.map(nameOf).join(', ')}`;
    chips.push({ id: 'organisations', label, onRemove: () => change({ selectedNodes: undefined }) });
  }
  return chips;
}
