import { useEffect, useRef, useState } from 'react';
import type { Organisation } from '#features/company/organisations/schemas.ts';
import type { ListField } from '#web/list-screen/list-field.ts';
import { organisationNode } from '#web/session/session.ts';
import type { Translate } from '#web/translate/translator.ts';
import { type FilterChoices, isCommonType } from '../statements/statement-filters.ts';
import type { FilterName, StatementFilters } from '../statements/statement-params.ts';

interface Setting {
  choices: FilterChoices;
  organisations: { data: readonly Organisation[] | undefined; isError: boolean };
}

/** Organisations, statuses, types and outcomes, each with "Clear", "Reset" and "Apply" (docs/domain.md#statements). */
export function statementFields(
  applied: StatementFilters,
  { choices, organisations }: Setting,
  t: Translate,
  onApply: (filters: StatementFilters) => void,
): ListField[] {
  const common = (id: FilterName, label: string) => ({
    id,
    label: t(`statements.${label}`),
    value: applied[id],
    onChange: (values: readonly string[]) => onApply({ ...applied, [id]: [...values] }),
  });
  const labelled = (values: readonly string[], texts: string) =>
    values.map((value) => ({ value, label: t(`transactions.${texts}.${value}`, { defaultValue: value }) }));
  const fields: ListField[] = [
    {
      ...common('status', 'status'),
      kind: 'many',
      choices: labelled(choices.status, 'status'),
    },
    {
      ...common('type', 'type'),
      kind: 'many',
      choices: labelled(choices.type.filter(isCommonType), 'type'),
      more: {
        title: t('statements.more_types'),
        choices: labelled(
          choices.type.filter((type) => !isCommonType(type)),
          'type',
        ),
      },
    },
    {
      ...common('selectedNodes', 'organisations'),
      kind: 'tree',
      nodes: organisations.data?.map((organisation) => organisationNode(organisation)),
      failure: organisations.isError ? t('statements.organisations_failed') : undefined,
    },
  ];
  if (choices.optimize360Outcome.length === 0) return fields;
  return [
    ...fields,
    {
      ...common('optimize360Outcome', 'outcome'),
      kind: 'many',
      choices: labelled(choices.optimize360Outcome, 'outcome'),
    },
  ];
}

/** While the panel opens and closes it ignores presses (docs/domain.md#statements). */
export const panelLockMs = 500;

/** Delay between Apply and the reload, in which the panel closes (docs/domain.md#statements). */
const applyMs = 1000;

/** Applies filters after the delay. In the meantime none can be changed. */
export function useLateApply(onApply: (filters: StatementFilters) => void) {
  const [isApplying, setIsApplying] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(onApply);
  useEffect(() => {
    latest.current = onApply;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    isApplying,
    apply(filters: StatementFilters): void {
      if (isApplying) return;
      setIsApplying(true);
      timer.current = setTimeout(() => {
        setIsApplying(false);
        latest.current(filters);
      }, applyMs);
    },
  };
}
