import { Button, Input } from '@mantine/core';
import { useId, useMemo, useState } from 'react';
import { helpOrError } from '#ui/form/help-or-error.ts';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { buildTreeChecks, toggledChoice } from '#ui/tree/tree-checks.ts';
import { TreePicker } from '#ui/tree/tree-picker.tsx';
import { shapeOfTree } from '#ui/tree/tree-shape.ts';
import { useUiTexts } from '#ui/ui-texts.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { ScopeEntry } from '../../schemas.ts';
import { type RuleScope, scopeNodes, scopeOfChoice, scopeToChoice } from '../scope-choice.ts';
import classes from '../rules.module.css';

interface Props extends RuleScope {
  entries: readonly ScopeEntry[];
  isReadOnly: boolean;
  error: string | undefined;
  onChange: (scope: RuleScope) => void;
}

/** Merchants and installations of a rule: a summary, and a dialog with a tree and search. */
export function ScopeField({ entries, merchantIds, installationIds, isReadOnly, error, onChange }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const merchants = t('rules.merchants', { count: merchantIds.length });
  const installations = t('rules.installations', { count: installationIds.length });
  const summary = installationIds.length === 0 ? t('rules.choose_scope') : `${merchants}, ${installations}`;
  return (
    <Input.Wrapper
      label={t('rules.applies_to')}
      labelElement="div"
      id={id}
      {...helpOrError(t('rules.scope_help'), error, isReadOnly)}
    >
      <Button
        variant="default"
        fullWidth
        justify="flex-start"
        disabled={isReadOnly}
        data-invalid={error !== undefined || undefined}
        className={classes.scope}
        aria-label={`${t('rules.applies_to')}: ${summary}`}
        onClick={() => setIsOpen(true)}
      >
        {summary}
      </Button>
      <ScopeDialog
        key={String(isOpen)}
        isOpen={isOpen}
        entries={entries}
        scope={{ merchantIds, installationIds }}
        onCancel={() => setIsOpen(false)}
        onDone={(scope) => {
          setIsOpen(false);
          onChange(scope);
        }}
      />
    </Input.Wrapper>
  );
}

interface DialogProps {
  isOpen: boolean;
  entries: readonly ScopeEntry[];
  scope: RuleScope;
  onDone: (scope: RuleScope) => void;
  onCancel: () => void;
}

function ScopeDialog({ isOpen, entries, scope, onDone, onCancel }: DialogProps) {
  const { t } = useTranslation();
  const texts = useUiTexts();
  const nodes = useMemo(() => scopeNodes(entries), [entries]);
  const shape = useMemo(() => shapeOfTree(nodes), [nodes]);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => scopeToChoice(scope, entries));
  const checks = useMemo(() => buildTreeChecks(shape, chosen), [shape, chosen]);
  const next = scopeOfChoice(entries, checks.checked, scope);
  const merchants = entries.filter(({ type }) => type === 'MERCHANT');
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onCancel}
      size="medium"
      title={t('rules.applies_to')}
      actions={
        <>
          <Button variant="default" onClick={onCancel}>
            {texts.cancel}
          </Button>
          <Button onClick={() => onDone(next)}>
            {t('rules.apply_scope', { count: next.installationIds.length })}
          </Button>
        </>
      }
    >
      <div className={classes.picker}>
        <TreePicker
          label={t('rules.applies_to')}
          searchLabel={t('rules.search_scope')}
          emptyText={t('rules.scope_none')}
          nodes={nodes}
          selectedId={undefined}
          checkedIds={checks.checked}
          mixedIds={checks.mixed}
          onPick={(node) => setChosen(toggledChoice(shape, chosen, node))}
        />
        <div className={classes.row}>
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => setChosen(new Set(merchants.map(({ id }) => `m${id}`)))}
          >
            {t('rules.choose_all')}
          </Button>
          <Button variant="subtle" size="compact-sm" onClick={() => setChosen(new Set())}>
            {t('rules.choose_none')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
