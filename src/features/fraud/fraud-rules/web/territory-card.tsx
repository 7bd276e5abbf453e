import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { Card } from '#ui/layout/card.tsx';
import { buildTreeChecks, toggledChoice } from '#ui/tree/tree-checks.ts';
import { TreePicker } from '#ui/tree/tree-picker.tsx';
import { shapeOfTree, type TreeNode } from '#ui/tree/tree-rows.ts';
import { useCall } from '#web/call/use-call.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { getCountriesWithContinents } from '../endpoints.ts';
import { type TerritoryCondition, territoryFields } from '../rule.ts';
import type { FieldsProps } from './editor/fields-props.ts';
import classes from './rules.module.css';

/** The compared country of a payment, the operator, and the countries as a tree with chips beside it. */
export function TerritoryCard(props: FieldsProps) {
  const { t } = useTranslation();
  const { form, onChange, isReadOnly } = props;
  const { territory } = form;
  const loaded = useCall(getCountriesWithContinents, {}, { handlesOwnErrors: true, staleTime: Infinity });
  const change = (part: Partial<TerritoryCondition>): void =>
    onChange({ ...form, territory: { ...territory, ...part } });
  return (
    <Card title={t('territories.card')}>
      <div className={classes.pair}>
        <SelectField
          label={t('territories.country_of')}
          help={t('territories.missing_help')}
          disabled={isReadOnly}
          choices={territoryFields.map((value) => ({ value, label: t(`risk.field.${value}`) }))}
          value={territory.territoryComparisonType}
          onChange={(value) =>
            change({
              territoryComparisonType: territoryFields.find((field) => field === value) ?? territoryFields[0],
            })
          }
        />
        <SelectField
          label={t('rules.condition.operator')}
          disabled={isReadOnly}
          choices={(['isIn', 'isNotIn'] as const).map((value) => ({
            value,
            label: t(`territories.operator.${value}`),
          }))}
          value={territory.territoryListOperator}
          onChange={(value) => change({ territoryListOperator: value === 'isNotIn' ? value : 'isIn' })}
        />
      </div>
      {loaded.data === undefined ? (
        loaded.error === null ? (
          <SkeletonLines lines={6} />
        ) : (
          <ErrorState
            title={t('territories.countries_failed')}
            requestId={loaded.error.requestId}
            onRetry={() => void loaded.refetch()}
          />
        )
      ) : (
        <TerritoryPicker
          {...props}
          countries={loaded.data.countries}
          onTerritories={(territories) => change({ territories })}
        />
      )}
    </Card>
  );
}

type PickerProps = FieldsProps & {
  countries: readonly CountryOption[];
  onTerritories: (codes: string[]) => void;
};

function TerritoryPicker({ form, errors, isReadOnly, labels, countries, onTerritories }: PickerProps) {
  const { t } = useTranslation();
  const selected = form.territory.territories;
  const [saved] = useState(selected);
  const nodes = useMemo(
    () =>
      territoryNodes(countries, {
        country: labels.country,
        continent: (code) => t('territories.all_of', { continent: t(`risk.continent.${code}`) }),
      }),
    [countries, labels, t],
  );
  const shape = useMemo(() => shapeOfTree(nodes), [nodes]);
  const [continents] = useState(() => new Set(countries.map(({ continent }) => `all-${continent}`)));
  const checks = useMemo(() => buildTreeChecks(shape, selected), [shape, selected]);
  const { added, removed } = pendingEdits(saved, selected);
  const set = (ids: ReadonlySet<string>): void =>
    onTerritories(territoriesOfChoice(countries, buildTreeChecks(shape, ids).checked));
  const error = errors['territoryCondition.territories'];
  return (
    <div className={classes.territories} data-invalid={error !== undefined || undefined}>
      {!isReadOnly && (
        <TreePicker
          label={t('territories.countries')}
          searchLabel={t('territories.search')}
          emptyText={t('territories.none_found')}
          isLow
          closedAtFirst={continents}
          nodes={nodes}
          selectedId={undefined}
          checkedIds={checks.checked}
          mixedIds={checks.mixed}
          onPick={(id) => set(toggledChoice(shape, new Set(selected), id))}
        />
      )}
      <div className={classes.chosen}>
        <p className={classes.chosenTitle} aria-live="polite">
          {t('territories.chosen', { count: selected.length })}
        </p>
        {error !== undefined && (
          <p className={classes.wrong} role="alert">
            {t('territories.choose_one')}
          </p>
        )}
        <Chips
          shape={shape}
          countries={countries}
          checked={checks.checked}
          added={added}
          labels={labels}
          isReadOnly={isReadOnly}
          onRemove={(id) => set(toggledChoice(shape, new Set(selected), id))}
        />
        {(added.length > 0 || removed.length > 0) && saved.length > 0 && (
          <p className={classes.row}>
            <span>{t('territories.pending', { added: added.length, removed: removed.length })}</span>
            <Button variant="subtle" size="compact-xs" onClick={() => onTerritories([...saved])}>
              {t('rules.undo')}
            </Button>
          </p>
        )}
      </div>
    </div>
  );
}

type ChipsProps = Pick<FieldsProps, 'labels' | 'isReadOnly'> & {
  shape: ReturnType<typeof shapeOfTree>;
  countries: readonly CountryOption[];
  checked: Pick<ReadonlySet<string>, 'has'>;
  /** Countries that are not saved yet. */
  added: readonly string[];
  onRemove: (id: string) => void;
};

const maxChips = 60;

/** Whole continents and single countries of the choice. */
function Chips({ shape, countries, checked, added, labels, isReadOnly, onRemove }: ChipsProps) {
  const { t } = useTranslation();
  const continents = [...new Set(countries.map(({ continent }) => continent))].filter((code) =>
    checked.has(`all-${code}`),
  );
  const single = countries.filter(
    ({ value, continent }) => checked.has(value) && !continents.includes(continent) && shape.has(value),
  );
  const chips = [
    ...continents.map((code) => ({
      id: `all-${code}`,
      label: t('territories.all_of', { continent: t(`risk.continent.${code}`) }),
    })),
    ...single.map(({ value }) => ({ id: value, label: labels.country(value) })),
  ].toSorted((a, b) => a.label.localeCompare(b.label));
  return (
    <ul className={classes.chips}>
      {chips.slice(0, maxChips).map(({ id, label }) => (
        <li key={id} data-added={added.includes(id) || undefined}>
          {isReadOnly ? (
            label
          ) : (
            <Button
              variant="default"
              size="compact-sm"
              rightSection={<IconX size={14} aria-hidden />}
              aria-label={t('territories.remove', { country: label })}
              onClick={() => onRemove(id)}
            >
              {label}
            </Button>
          )}
        </li>
      ))}
      {chips.length > maxChips && <li>{t('rules.and_more', { count: chips.length - maxChips })}</li>}
    </ul>
  );
}

interface CountryOption {
  value: string;
  displayName: string;
  continent: string;
}

/** Continents with their countries: the option of a continent means all of them. */
export function territoryNodes(
  countries: readonly CountryOption[],
  names: { country: (code: string) => string; continent: (code: string) => string },
): TreeNode[] {
  const continents = [...new Set(countries.map(({ continent }) => continent))]
    .map((code) => ({ id: `all-${code}`, label: names.continent(code), parentId: undefined }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
  const nodes = countries
    .map(({ value, continent }) => ({ id: value, label: names.country(value), parentId: `all-${continent}` }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
  return [...continents, ...nodes];
}

/** The countries of a choice of nodes, in alphabetical order of their codes. */
export function territoriesOfChoice(
  countries: readonly CountryOption[],
  checked: Pick<ReadonlySet<string>, 'has'>,
): string[] {
  return countries
    .filter(({ value }) => checked.has(value))
    .map(({ value }) => value)
    .toSorted();
}

/** Edits that are not saved: countries that were added and removed since the rule was loaded. */
export function pendingEdits(
  saved: readonly string[],
  selected: readonly string[],
): { added: string[]; removed: string[] } {
  return {
    added: selected.filter((code) => !saved.includes(code)),
    removed: saved.filter((code) => !selected.includes(code)),
  };
}
