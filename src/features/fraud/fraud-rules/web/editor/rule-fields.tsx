import { Button, Input } from '@mantine/core';
import { useId, useMemo, useState } from 'react';
import { Card } from '#ui/layout/card.tsx';
import { CheckField } from '#ui/form/check-field.tsx';
import { TextAreaField } from '#ui/form/text-area-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import { RadioField } from '#ui/form/radio-field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { helpOrError } from '#ui/form/help-or-error.ts';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { buildTreeChecks, toggledChoice } from '#ui/tree/tree-checks.ts';
import { TreePicker } from '#ui/tree/tree-picker.tsx';
import { shapeOfTree, type TreeNode } from '#ui/tree/tree-rows.ts';
import { useUiTexts } from '#ui/ui-texts.ts';
import { ruleLimits } from '../../validate-rule.ts';
import { TerritoryCard } from '../territory-card.tsx';
import { ConditionsCard } from './conditions-card.tsx';
import type { FieldsProps } from './fields-props.ts';
import { undeferrableField } from '../../deferral.ts';
import { deferWaitPeriods, ruleActions, territoryActions, testableActions } from '../../rule.ts';
import { withAction, withFinalAction } from '../../rule-form.ts';
import { choiceText } from '../../sentence.ts';
import { actionText } from '../rule-columns.tsx';
import classes from '../rules.module.css';
import { splitChoices } from '../../conditions/condition-value.ts';
import type { ScopeEntry } from '../../schemas.ts';

/** The cards of the editor. */
export function RuleFields({ isNew, ...props }: FieldsProps & { isNew: boolean }) {
  const { t } = useTranslation();
  const { form, onChange, errors, isReadOnly, data } = props;
  const text = (field: 'name' | 'description') =>
    errors[field] === undefined
      ? undefined
      : t(errors[field] === 'missing' ? `rules.error.${field}` : 'rules.error.no_card_number');
  return (
    <>
      <Card title={t('rules.card.basics')}>
        <TextField
          label={t('rules.column.name')}
          maxLength={ruleLimits.name}
          value={form.name}
          error={text('name')}
          disabled={isReadOnly}
          onChange={(event) => onChange({ ...form, name: event.currentTarget.value })}
        />
        <TextAreaField
          label={t('rules.description')}
          rows={2}
          maxLength={ruleLimits.description}
          value={form.description}
          error={text('description')}
          disabled={isReadOnly}
          onChange={(event) => onChange({ ...form, description: event.currentTarget.value })}
        />
        <ScopeField
          entries={data.scope}
          merchantIds={form.merchantIds}
          installationIds={form.installationIds}
          isReadOnly={isReadOnly}
          error={
            errors.merchantIds !== undefined
              ? t('rules.error.merchants')
              : errors.installationIds !== undefined
                ? t('rules.error.installations')
                : undefined
          }
          onChange={(scope) => onChange({ ...form, ...scope })}
        />
      </Card>
      {form.ruleType === 'rule' ? <ConditionsCard {...props} /> : <TerritoryCard {...props} />}
      <ActionCard {...props} />
      {isNew && (
        <CheckField
          label={t('rules.active_at_once')}
          isChecked={form.active}
          onChange={(active) => onChange({ ...form, active })}
        />
      )}
    </>
  );
}

/** The action of the rule, with the options of Defer and of a test. */
function ActionCard(props: FieldsProps) {
  const { t } = useTranslation();
  const { form, onChange, errors, isReadOnly } = props;
  const isRule = form.ruleType === 'rule';
  const undeferrable = isRule ? undeferrableField(form) : undefined;
  const actions: readonly string[] = isRule ? ruleActions : territoryActions;
  return (
    <Card title={t('rules.card.action')}>
      <RadioField
        label={t('rules.then')}
        choices={actions.map((value) => ({
          value,
          label: actionText(value, t),
          disabled: value === 'Defer' && undeferrable !== undefined,
        }))}
        value={form.action}
        disabled={isReadOnly}
        error={
          errors.action &&
          t(errors.action === 'missing' ? 'rules.error.action' : 'error.validation_defer_error')
        }
        help={form.action === 'Accept' ? t('rules.accept_help') : undefined}
        onChange={(action) => onChange(withAction(form, action))}
      />
      {undeferrable !== undefined && (
        <p className={classes.help}>
          {t('rules.defer_off', { value: undeferrableValue(props, undeferrable) })}
        </p>
      )}
      <OptionFields {...props} />
    </Card>
  );
}

/** The first value of the field that rules out Defer. */
function undeferrableValue({ form, labels }: FieldsProps, field: string): string {
  const [value = ''] = form.conditions.flatMap((condition) =>
    condition.type === 'simple' && condition.field === field ? splitChoices(condition.value) : [],
  );
  return choiceText(field, value, labels);
}

function OptionFields({ form, onChange, errors, isReadOnly }: FieldsProps) {
  const { t } = useTranslation();
  if (form.action === 'Ignore') {
    const tested = testableActions.filter((action) => form.ruleType === 'rule' || action !== 'Accept');
    return (
      <RadioField
        label={t('rules.action_to_test')}
        choices={tested.map((value) => ({ value, label: t(`rules.action.${value}`) }))}
        value={form.actionToTest ?? ''}
        disabled={isReadOnly}
        help={t('rules.test_help')}
        error={errors.actionToTest && t('rules.error.action_to_test')}
        onChange={(value) =>
          onChange({ ...form, actionToTest: tested.find((candidate) => candidate === value) })
        }
      />
    );
  }
  if (!form.action.endsWith('Defer')) return null;
  return (
    <>
      <RadioField
        label={t('rules.final_action')}
        choices={(['capture', 'decline'] as const).map((value) => ({
          value,
          label: t(`rules.final.${value}`),
        }))}
        value={form.deferFinalAction ?? ''}
        disabled={isReadOnly}
        error={errors.deferFinalAction && t('rules.error.final_action')}
        onChange={(value) => onChange(withFinalAction(form, value === 'decline' ? value : 'capture'))}
      />
      {form.deferFinalAction !== undefined && (
        <SelectField
          label={t('rules.wait')}
          help={form.deferFinalAction === 'decline' ? t('rules.decline_help') : undefined}
          disabled={isReadOnly || form.deferFinalAction === 'decline'}
          choices={deferWaitPeriods.map((value) => ({
            value,
            label: t('rules.period.DAYS', { count: Number(value.slice(0, 1)) }),
          }))}
          value={form.deferWaitPeriod ?? null}
          error={errors.deferWaitPeriod && t('rules.error.wait')}
          onChange={(value) => onChange({ ...form, deferWaitPeriod: value ?? undefined })}
        />
      )}
    </>
  );
}

interface ScopeFieldProps extends RuleScope {
  entries: readonly ScopeEntry[];
  isReadOnly: boolean;
  error: string | undefined;
  onChange: (scope: RuleScope) => void;
}

/** Merchants and installations of a rule: a summary, and a dialog with a tree and search. */
function ScopeField({ entries, merchantIds, installationIds, isReadOnly, error, onChange }: ScopeFieldProps) {
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
        data-empty={installationIds.length === 0 || undefined}
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
  const [checkedNodes, setCheckedNodes] = useState<ReadonlySet<string>>(() => scopeToChoice(scope, entries));
  const checks = useMemo(() => buildTreeChecks(shape, checkedNodes), [shape, checkedNodes]);
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
          onPick={(node) => setCheckedNodes(toggledChoice(shape, checkedNodes, node))}
        />
        <div className={classes.row}>
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => setCheckedNodes(new Set(merchants.map(({ id }) => `m${id}`)))}
          >
            {t('rules.choose_all')}
          </Button>
          <Button variant="subtle" size="compact-sm" onClick={() => setCheckedNodes(new Set())}>
            {t('rules.choose_none')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

interface RuleScope {
  merchantIds: readonly number[];
  installationIds: readonly number[];
}

const nodeId = ({ type, id }: Pick<ScopeEntry, 'type' | 'id'>): string =>
  `${type === 'MERCHANT' ? 'm' : 'i'}${id}`;

/** Merchants with their installations as a tree. */
export function scopeNodes(entries: readonly ScopeEntry[]): TreeNode[] {
  return entries.map((entry) => ({
    id: nodeId(entry),
    label: entry.name,
    parentId: entry.merchantId === undefined ? undefined : `m${entry.merchantId}`,
  }));
}

/** The nodes that a rule has chosen: its installations, and its merchants without any. */
export function scopeToChoice(scope: RuleScope, entries: readonly ScopeEntry[]): Set<string> {
  const withInstallations = new Set(entries.map(({ merchantId }) => merchantId));
  return new Set([
    ...scope.installationIds.map((id) => `i${id}`),
    ...scope.merchantIds.filter((id) => !withInstallations.has(id)).map((id) => `m${id}`),
  ]);
}

/** Ticked installations with their merchants. What the user does not see of the rule stays. */
export function scopeOfChoice(
  entries: readonly ScopeEntry[],
  checked: Pick<ReadonlySet<string>, 'has'>,
  before: RuleScope,
): RuleScope {
  const visibleIds = new Set(entries.map(nodeId));
  const selected = entries.filter((entry) => checked.has(nodeId(entry)));
  const installations = selected.filter(({ type }) => type === 'INSTALLATION');
  const merchants = new Set([
    ...before.merchantIds.filter((id) => !visibleIds.has(`m${id}`)),
    ...selected.filter(({ type }) => type === 'MERCHANT').map(({ id }) => id),
    ...installations.flatMap(({ merchantId }) => (merchantId === undefined ? [] : [merchantId])),
  ]);
  return {
    merchantIds: [...merchants].toSorted((a, b) => a - b),
    installationIds: [
      ...before.installationIds.filter((id) => !visibleIds.has(`i${id}`)),
      ...installations.map(({ id }) => id),
    ].toSorted((a, b) => a - b),
  };
}
