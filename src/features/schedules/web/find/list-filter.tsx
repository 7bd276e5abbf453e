import { Button } from '@mantine/core';
import { useMemo, useState, type FormEvent } from 'react';
import type { CalendarDay } from '#shared/calendar-day.ts';
import { defaultList, earliestDay, type ScheduleListParams } from '#features/schedules/find/list-params.ts';
import type { ScheduleStatus } from '#features/schedules/schedule-status.ts';
import classes from '#features/schedules/web/schedules.module.css';
import { DateField } from '#ui/date/date-field.tsx';
import { CheckField } from '#ui/form/check-field.tsx';
import { buildTreeChecks, toggledChoice } from '#ui/tree/tree-checks.ts';
import { TreePicker } from '#ui/tree/tree-picker.tsx';
import { shapeOfTree } from '#ui/tree/tree-shape.ts';
import { organisationNode } from '#web/session/organisation-node.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

type Props = {
  /** At and below the organisation that one works under. */
  nodes: readonly { id: string; parentOrgId?: number | null; name: string }[];
  params: ScheduleListParams;
  days: { from: CalendarDay; to: CalendarDay };
  today: CalendarDay;
  onApply: (params: ScheduleListParams) => void;
};

/** Both kinds of suspension are one to the reader (docs/domain.md#schedules). */
const statuses: ScheduleStatus[] = ['ACTIVE', 'SUSPENDED', 'COMPLETE', 'CANCELLED'];

/** Days, statuses and organisations; nothing happens before they are applied. */
export function ListFilter({ params, days, today, onApply, ...props }: Props) {
  const { t } = useTranslation();
  const [from, setFrom] = useState(days.from);
  const [to, setTo] = useState(days.to);
  const [status, setStatus] = useState(() => statuses.filter((one) => isMeant(one, params.status)));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(params.selectedNodes));
  const nodes = useMemo(() => props.nodes.map((one) => organisationNode(one)), [props.nodes]);
  const shape = useMemo(() => shapeOfTree(nodes), [nodes]);
  const { checked, mixed } = useMemo(() => buildTreeChecks(shape, chosen), [shape, chosen]);
  const isWrong = from > to;
  const dates = {
    min: earliestDay,
    max: days.to > today ? days.to : today,
    errorTexts: {
      invalid: t('schedules.search.error.creationDate'),
      future: t('schedules.search.error.future'),
      minimum: t('schedules.search.error.minimum'),
    },
  };
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isWrong) return;
    const { status: _status, selectedNodes: _nodes, ...rest } = params;
    onApply({
      ...rest,
      page: 1,
      startDate: from,
      endDate: to,
      ...(status.length > 0 ? { status } : {}),
      ...(chosen.size > 0 ? { selectedNodes: [...chosen] } : {}),
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
            onPick={(id) => setChosen(toggledChoice(shape, chosen, id))}
            label={t('schedules.list.organisations')}
            searchLabel={t('organisation.search')}
            emptyText={t('organisation.none_found')}
          />
        </fieldset>
        <div className={classes.checks}>
          <DateField {...dates} label={t('schedules.list.from')} value={from} onChange={setFrom} />
          <DateField
            {...dates}
            label={t('schedules.list.to')}
            value={to}
            onChange={setTo}
            error={isWrong ? t('schedules.list.wrong_days') : undefined}
          />
          <fieldset className={classes.group}>
            <legend>{t('schedules.column.status')}</legend>
            <div className={classes.checks}>
              {statuses.map((one) => (
                <CheckField
                  key={one}
                  label={t(`schedules.status.${one}`)}
                  isChecked={status.includes(one)}
                  onChange={(isChecked) =>
                    setStatus(isChecked ? [...status, one] : status.filter((other) => other !== one))
                  }
                />
              ))}
            </div>
          </fieldset>
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

const isMeant = (status: ScheduleStatus, chosen: readonly ScheduleStatus[] = []): boolean =>
  chosen.includes(status) || (status === 'SUSPENDED' && chosen.includes('TECH_SUSPENDED'));
