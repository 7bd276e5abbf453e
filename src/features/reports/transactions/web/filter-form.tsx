import { Button } from '@mantine/core';
import {
  type FormEvent,
  useMemo,
  useEffect,
  useRef,
  useState,
  useCallback,
  useSyncExternalStore,
} from 'react';
import type { Organisation } from '#features/company/organisations/schemas.ts';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { buildTreeChecks, toggledChoice } from '#ui/tree/tree-checks.ts';
import { TreePicker } from '#ui/tree/tree-picker.tsx';
import { shapeOfTree } from '#ui/tree/tree-rows.ts';
import { Fold } from '#ui/layout/fold.tsx';
import { panelMs } from '#ui/layout/panel.tsx';
import { CheckField } from '#ui/form/check-field.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import { organisationNode } from '#web/session/session.ts';
import { type FilterChoices, isCommonType } from '../statements/statement-filters.ts';
import { type StatementFilters, type FilterName, noFilters } from '../statements/statement-params.ts';
import classes from './statements.module.css';
import { createStore } from '#web/create-store.ts';

interface Props {
  choices: FilterChoices;
  /** Undefined until loaded. */
  organisations: readonly Organisation[] | undefined;
  haveOrganisationsFailed: boolean;
  draft: FilterDraft;
  onReset: () => void;
  onApply: () => void;
}

/** Checkboxes for organisations, statuses, types and outcomes. They apply on submit. */
export function FilterForm(props: Props) {
  const { choices, organisations, draft } = props;
  const { t } = useTranslation();
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
          ) : organisations === undefined ? (
            <SkeletonLines lines={7} lineHeight={34} />
          ) : (
            <OrganisationFilter organisations={organisations} draft={draft} />
          )}
        </fieldset>
        <CheckGroup
          title={t('statements.status')}
          values={choices.status}
          labelOf={(value) => t(`transactions.status.${value}`, { defaultValue: value })}
          draft={draft}
          name="status"
        />
        <CheckGroup
          title={t('statements.type')}
          values={choices.type}
          labelOf={(value) => t(`transactions.type.${value}`, { defaultValue: value })}
          draft={draft}
          name="type"
          isCommon={isCommonType}
          moreLabel={t('statements.more_types')}
        />
        {choices.optimize360Outcome.length > 0 && (
          <CheckGroup
            title={t('statements.outcome')}
            values={choices.optimize360Outcome}
            labelOf={(value) => t(`transactions.outcome.${value}`, { defaultValue: value })}
            draft={draft}
            name="optimize360Outcome"
          />
        )}
      </div>
      <div className={classes.buttons}>
        <Button variant="subtle" onClick={() => draft.change(noFilters)}>
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

interface OrganisationFilterProps {
  organisations: readonly Organisation[];
  draft: FilterDraft;
}

/** The organisation tree, with thousands of nodes. */
function OrganisationFilter({ organisations, draft }: OrganisationFilterProps) {
  const { t } = useTranslation();
  const selected = useDraftPart(draft, 'selectedNodes');
  const nodes = useMemo(
    () => organisations.map((organisation) => organisationNode(organisation)),
    [organisations],
  );
  const shape = useMemo(() => shapeOfTree(nodes), [nodes]);
  const { checked, mixed } = useMemo(() => buildTreeChecks(shape, selected), [shape, selected]);
  return (
    <TreePicker
      isLow
      nodes={nodes}
      selectedId={undefined}
      checkedIds={checked}
      mixedIds={mixed}
      onPick={(id) => draft.change({ selectedNodes: [...toggledChoice(shape, new Set(selected), id)] })}
      label={t('statements.organisations')}
      searchLabel={t('statements.search_organisations')}
      emptyText={t('statements.none_found')}
    />
  );
}

/** Delay between Apply and the reload, in which the panel closes (docs/domain.md#statements). */
const applyMs = 1000;

/** The filter panel. It ignores clicks while it moves. Its values are a draft until applied. */
export function useFilterPanel(applied: StatementFilters, onApply: (filters: StatementFilters) => void) {
  const [isOpen, setIsOpen] = useState(false);
  const [isApplying, setIsApplying] = useState(false);
  const [draft] = useState(() => createFilterDraft(applied));
  const lockedUntil = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(onApply);
  useEffect(() => {
    latest.current = onApply;
  });
  // Other filters in the address replace the draft. Another page does not.
  const criteria = JSON.stringify(applied);
  useEffect(() => draft.change(JSON.parse(criteria) as StatementFilters), [draft, criteria]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function move(next: boolean): void {
    const now = Date.now();
    if (now < lockedUntil.current) return;
    lockedUntil.current = now + panelMs;
    setIsOpen(next);
  }
  return {
    isOpen,
    isApplying,
    draft,
    toggle: () => move(!isOpen),
    close: () => setIsOpen(false),
    /** Restores the filters applied last. */
    reset: () => draft.change(applied),
    apply: () => {
      if (isApplying) return;
      setIsOpen(false);
      lockedUntil.current = Date.now() + panelMs;
      setIsApplying(true);
      timer.current = setTimeout(() => {
        setIsApplying(false);
        latest.current(draft.read());
      }, applyMs);
    },
  };
}

interface CheckGroupProps {
  title: string;
  values: readonly string[];
  labelOf: (value: string) => string;
  draft: FilterDraft;
  name: FilterName;
  /** The other values are in a fold, which begins open when one of them is checked. */
  isCommon?: (value: string) => boolean;
  moreLabel?: string;
}

/** Checkboxes for values. */
function CheckGroup(props: CheckGroupProps) {
  const { title, values, labelOf, draft, name, isCommon = () => true, moreLabel = '' } = props;
  const checked = useDraftPart(draft, name);
  const rare = values.filter((value) => !isCommon(value));
  const renderChecks = (options: readonly string[]) => (
    <div className={classes.checks}>
      {options.map((value) => (
        <CheckField
          key={value}
          label={labelOf(value)}
          isChecked={checked.includes(value)}
          onChange={(isChecked) =>
            draft.change({
              [name]: isChecked
                ? [...checked, value]
                : checked.filter((checkedValue) => checkedValue !== value),
            })
          }
        />
      ))}
    </div>
  );
  return (
    <fieldset className={classes.group}>
      <legend>{title}</legend>
      {renderChecks(values.filter(isCommon))}
      {rare.length > 0 && (
        <Fold title={moreLabel} isOpen={rare.some((value) => checked.includes(value))}>
          {renderChecks(rare)}
        </Fold>
      )}
    </fieldset>
  );
}

/** Selected values that are not applied yet. */
interface FilterDraft {
  read: () => StatementFilters;
  change: (part: Partial<StatementFilters>) => void;
  subscribe: (listener: () => void) => () => void;
}

/**
 * Kept outside React state, so that a tick renders only the reader of its part and not the whole screen. It
 * survives closing the panel.
 */
export function createFilterDraft(start: StatementFilters): FilterDraft {
  const { read, set, subscribe } = createStore(start);
  return { read, change: (part) => set({ ...read(), ...part }), subscribe };
}

/** One part of the draft. Its reader renders again when this part changes. */
function useDraftPart(draft: FilterDraft, name: FilterName): readonly string[] {
  return useSyncExternalStore(
    draft.subscribe,
    useCallback(() => draft.read()[name], [draft, name]),
  );
}
