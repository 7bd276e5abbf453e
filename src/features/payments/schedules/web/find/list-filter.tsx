import { Button } from '@mantine/core';
import { type CalendarDay, addDays, dayPresets } from '#shared/calendar-day.ts';
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
import { organisationNode } from '#web/session/session.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { ListField } from '#web/list-screen/list-field.ts';
import type { Translate } from '#web/translate/translator.ts';

/** Suspended ones include those that the system suspended, which can also be chosen alone. */
const statuses: ScheduleStatus[] = ['ACTIVE', 'SUSPENDED', 'TECH_SUSPENDED', 'COMPLETE', 'CANCELLED'];

/** Further than any schedule charges. */
const maxDueDays = 36_525;

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

interface Setting {
  /** The user's current organisation and its descendants. */
  nodes: readonly { id: string; parentOrgId?: number | null; name: string }[];
  today: CalendarDay;
  onChange: (part: Partial<ScheduleListParams>) => void;
}

/** What schedules are filtered by. By default the list shows those created yesterday and today. */
export function scheduleFields(
  params: ScheduleListParams,
  t: Translate,
  { nodes, today, onChange }: Setting,
): ListField[] {
  const { from, to } = resolveDays(params, today);
  const max = to > today ? to : today;
  const isAll = from <= earliestDay && to >= today;
  return [
    {
      kind: 'many',
      id: 'status',
      label: t('schedules.column.status'),
      value: statuses.filter((choice) => params.status?.includes(choice)),
      choices: statuses.map((value) => ({ value, label: t(`schedules.status.${value}`) })),
      onChange: (values) =>
        onChange({ status: values.length > 0 ? (values as ScheduleStatus[]) : undefined }),
    },
    {
      kind: 'days',
      id: 'created',
      label: t('list.created_days'),
      value: isAll ? undefined : { from, to },
      isDefault: params.startDate === undefined && params.endDate === undefined,
      min: earliestDay,
      max,
      today,
      presets: dayPresets,
      onChange: (days) => onChange({ startDate: days?.from ?? earliestDay, endDate: days?.to }),
    },
    {
      kind: 'days',
      id: 'due',
      label: t('schedules.list.due'),
      value: dueRange(params, today),
      min: earliestDay,
      max: addDays(today, maxDueDays),
      today,
      presets: ['TODAY'],
      onChange: (days) => onChange({ dueFrom: days?.from, dueTo: days?.to }),
    },
    {
      kind: 'choice',
      id: 'lastResult',
      label: t('schedules.list.last_result'),
      value: params.lastResult,
      choices: lastResults.map((value) => ({ value, label: t(`schedules.list.result.${value}`) })),
      onChange: (value) => onChange({ lastResult: lastResults.find((result) => result === value) }),
    },
    {
      kind: 'tree',
      id: 'organisations',
      label: t('schedules.list.organisations'),
      value: params.selectedNodes ?? [],
      nodes: nodes.map((node) => organisationNode(node)),
      onChange: (ids) => onChange({ selectedNodes: ids.length > 0 ? [...ids] : undefined }),
    },
  ];
}
