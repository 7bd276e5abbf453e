import { Button } from '@mantine/core';
import { useMemo, type FormEvent } from 'react';
import type { Organisation } from '#features/organisations/calls.ts';
import type { FilterChoices } from '#features/transactions/statements/statement-filters.ts';
import { noFilters, type StatementFilters } from '#features/transactions/statements/statement-params.ts';
import { CheckGroup } from '#features/transactions/web/statements/check-group.tsx';
import classes from '#features/transactions/web/statements/statements.module.css';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { checksOf, toggledChoice } from '#ui/tree/tree-checks.ts';
import { TreePicker } from '#ui/tree/tree-picker.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';

type Props = {
  choices: FilterChoices;
  /** undefined until they have come. */
  organisations: readonly Organisation[] | undefined;
  haveOrganisationsFailed: boolean;
  draft: StatementFilters;
  onChange: (part: Partial<StatementFilters>) => void;
  onReset: () => void;
  onApply: () => void;
};

/** Organisations, statuses, types and outcomes to tick; nothing happens before they are applied. */
export function FilterForm(props: Props) {
  const { choices, organisations, draft, onChange } = props;
  const { t } = useTranslation();
  const nodes = useMemo(
    () =>
      (organisations ?? []).map(({ id, parentOrgId, name }) => ({
        id: String(id),
        parentId: parentOrgId == null ? undefined : String(parentOrgId),
        label: name,
      })),
    [organisations],
  );
  const chosen = useMemo(() => new Set(draft.selectedNodes), [draft.selectedNodes]);
  const { checked, mixed } = useMemo(() => checksOf(nodes, chosen), [nodes, chosen]);
  function submit(event: FormEvent): void {
    event.preventDefault();
    props.onApply();
  }
  return (
    <form onSubmit={submit} aria-label={t('statements.filters')}>
      <div className={classes.filters}>
        <fieldset className={classes.group}>
          <legend>{t('statements.organisations')}</legend>
          {props.haveOrganisationsFailed ? (
            <p role="status">{t('statements.organisations_failed')}</p>
          ) : organisations == null ? (
            <SkeletonLines lines={7} lineHeight={34} />
          ) : (
            <TreePicker
              isLow
              nodes={nodes}
              selectedId={undefined}
              checkedIds={checked}
              mixedIds={mixed}
              onPick={(id) => onChange({ selectedNodes: [...toggledChoice(nodes, chosen, id)] })}
              label={t('statements.organisations')}
              searchLabel={t('statements.search_organisations')}
              emptyText={t('statements.none_found')}
            />
          )}
        </fieldset>
        <CheckGroup
          title={t('statements.status')}
          values={choices.status}
          labelOf={(value) => t(`transactions.status.${value}`, { defaultValue: value })}
          checked={draft.status}
          onChange={(status) => onChange({ status })}
        />
        <CheckGroup
          title={t('statements.type')}
          values={choices.type}
          labelOf={(value) => t(`transactions.type.${value}`, { defaultValue: value })}
          checked={draft.type}
          onChange={(type) => onChange({ type })}
        />
        {choices.optimize360Outcome.length > 0 && (
          <CheckGroup
            title={t('statements.outcome')}
            values={choices.optimize360Outcome}
            labelOf={(value) => t(`transactions.outcome.${value}`, { defaultValue: value })}
            checked={draft.optimize360Outcome}
            onChange={(optimize360Outcome) => onChange({ optimize360Outcome })}
          />
        )}
      </div>
      <div className={classes.buttons}>
        <Button variant="subtle" onClick={() => onChange(noFilters)}>
          {t('statements.clear')}
        </Button>
        <Button variant="default" onClick={props.onReset}>
          {t('statements.reset')}
        </Button>
        <Button type="submit">{t('statements.apply')}</Button>
      </div>
    </form>
  );
}
