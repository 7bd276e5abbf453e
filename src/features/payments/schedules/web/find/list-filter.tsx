import { Button } from '@mantine/core';
import { useMemo, useState, type FormEvent } from 'react';
import type { CalendarDay } from '#shared/calendar-day.ts';
import { defaultList, earliestDay, type ScheduleListParams, resolveDays } from '../../list-params.ts';
import type { ScheduleStatus } from '../../schedule-status.ts';
import classes from '../schedules.module.css';
import { RangePicker } from '#ui/date/range-picker.tsx';
import { CheckField } from '#ui/form/check-field.tsx';
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

/** The screen shows both kinds of suspension as one (docs/domain.md#schedules). */
const statuses: ScheduleStatus[] = ['ACTIVE', 'SUSPENDED', 'COMPLETE', 'CANCELLED'];

/** The draft of the list's filter. The list changes when the user applies it. */
export function ListFilter({ params, days, today, onApply, ...props }: Props) {
  const { t } = useTranslation();
  const [range, setRange] = useState(days);
  const [status, setStatus] = useState(() => statuses.filter((choice) => isSelected(choice, params.status)));
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

const isSelected = (status: ScheduleStatus, chosen: readonly ScheduleStatus[] = []): boolean =>
  chosen.includes(status) || (status === 'SUSPENDED' && chosen.includes('TECH_SUSPENDED'));

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
