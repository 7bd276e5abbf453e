import { ActionIcon, Button } from '@mantine/core';
import { IconCopy, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Notice } from '#ui/feedback/notice.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { useAfterRender } from '#ui/form/form-stack.tsx';
import { Card } from '#ui/layout/card.tsx';
import { DropMenuItem, DropMenu } from '#ui/overlay/drop-menu.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import { blankCondition } from '../../conditions/condition-draft.ts';
import { type AggregateScope, type Condition, type ConditionType, aggregateScopes } from '../../rule.ts';
import { type RuleForm, withConditions } from '../../rule-form.ts';
import { type SentenceLabels, conditionText } from '../../sentence.ts';
import { ruleLimits } from '../../validate-rule.ts';
import { ConditionDialog } from '../conditions/condition-dialog.tsx';
import classes from '../rules.module.css';
import type { RuleData } from '../use-rule-data.ts';
import type { FieldsProps } from './fields-props.ts';

/** All or any of the conditions, whose attempts they count, and the conditions as an ordered list. */
export function ConditionsCard({ form, onChange, errors, isReadOnly, data, labels }: FieldsProps) {
  const { t } = useTranslation();
  const { conditions } = form;
  const changes = useConditionChanges(form, onChange);
  const { open, dialog } = useConditionDialog(data, labels, changes.save);
  const list = useRef<HTMLOListElement>(null);
  const add = useRef<HTMLDivElement>(null);
  const afterRender = useAfterRender();
  useAddKey(add, !isReadOnly);

  function remove(index: number): void {
    changes.remove(index);
    // The next condition takes the focus, or the button that adds one.
    afterRender(() => {
      const rows = list.current?.querySelectorAll<HTMLElement>('li');
      const next = rows?.[Math.min(index, rows.length - 1)] ?? add.current?.querySelector('button');
      next?.focus();
    });
  }
  const isMissing = errors['joinedConditions.conditions'] !== undefined;
  return (
    <Card title={t('rules.card.conditions')}>
      <JoinFields
        {...{ form, onChange, isReadOnly, data }}
        onJoin={(logicalOperator) => changes.change({ logicalOperator })}
      />
      {conditions.length === 0 ? (
        <p className={classes.none} data-error={isMissing || undefined}>
          {t(isMissing ? 'rules.error.conditions' : 'rules.no_conditions')}
        </p>
      ) : (
        <ol className={classes.conditions} ref={list} aria-label={t('rules.card.conditions')}>
          {conditions.map((condition, index) => (
            <ConditionRow
              key={index}
              text={conditionText(condition, labels)}
              isReadOnly={isReadOnly}
              isInvalid={Object.keys(errors).some((key) =>
                key.startsWith(`joinedConditions.conditions.${index}.`),
              )}
              onEdit={() => open(condition, index)}
              onCopy={() => changes.change({ conditions: conditions.toSpliced(index + 1, 0, condition) })}
              onRemove={() => remove(index)}
            />
          ))}
        </ol>
      )}
      <ChangeNotices changes={changes} />
      {!isReadOnly && conditions.length < ruleLimits.conditions && (
        <div ref={add}>
          <AddCondition conditionTypes={data.conditionTypes} onAdd={(type) => open(blankCondition(type))} />
        </div>
      )}
      <p className={classes.help}>{t('rules.conditions_help')}</p>
      <p className={classes.help}>{t('rules.authentication_help')}</p>
      {dialog}
    </Card>
  );
}

/** Changes the conditions. Keeps the last removed condition for undo, and whether a change dropped Defer. */
function useConditionChanges(form: RuleForm, onChange: (form: RuleForm) => void) {
  const { conditions } = form;
  const [removed, setRemoved] = useState<{ index: number; condition: Condition }>();
  const [isDeferDropped, setIsDeferDropped] = useState(false);
  function change(part: Parameters<typeof withConditions>[1]): void {
    const next = withConditions(form, part);
    setIsDeferDropped(next.isDeferDropped);
    onChange(next.form);
  }
  return {
    change,
    removed,
    isDeferDropped,
    /** `index` undefined for a new one. */
    save(condition: Condition, index: number | undefined): void {
      setRemoved(undefined);
      change({
        conditions: index === undefined ? [...conditions, condition] : conditions.with(index, condition),
      });
    },
    remove(index: number): void {
      const condition = conditions[index];
      if (condition === undefined) return;
      setRemoved({ index, condition });
      change({ conditions: conditions.toSpliced(index, 1) });
    },
    restore(): void {
      if (removed === undefined) return;
      setRemoved(undefined);
      change({ conditions: conditions.toSpliced(removed.index, 0, removed.condition) });
    },
    hideRemoved: () => setRemoved(undefined),
    hideDeferDropped: () => setIsDeferDropped(false),
  };
}

interface Edited {
  condition: Condition;
  /** undefined for a new one. */
  index: number | undefined;
  /** A key for the dialog. */
  opening: number;
  isOpen: boolean;
}

type Save = (condition: Condition, index: number | undefined) => void;

/** Opens the editor of a condition. Its content stays visible while it closes. */
function useConditionDialog(data: RuleData, labels: SentenceLabels, onSave: Save) {
  const [edited, setEdited] = useState<Edited>();
  const opening = (edited?.opening ?? 0) + 1;
  const close = () => setEdited((last) => last && { ...last, isOpen: false });
  const dialog = edited && (
    <ConditionDialog
      key={edited.opening}
      isOpen={edited.isOpen}
      initial={edited.condition}
      isNew={edited.index === undefined}
      data={data}
      labels={labels}
      onCancel={close}
      onDone={(condition) => {
        close();
        onSave(condition, edited.index);
      }}
    />
  );
  return {
    open: (condition: Condition, index?: number) => setEdited({ condition, index, opening, isOpen: true }),
    dialog,
  };
}

interface JoinProps extends Omit<FieldsProps, 'errors' | 'labels'> {
  onJoin: (operator: RuleForm['logicalOperator']) => void;
}

/** All or any of the conditions, and whose attempts they count. */
function JoinFields({ form, onChange, isReadOnly, data, onJoin }: JoinProps) {
  const { t } = useTranslation();
  const { logicalOperator, scope } = form;
  return (
    <div className={classes.pair}>
      <SelectField
        label={t('rules.when')}
        help={t('rules.mix_help')}
        disabled={isReadOnly}
        choices={[
          { value: 'and', label: t('rules.all_of') },
          { value: 'or', label: t('rules.any_of') },
        ]}
        value={logicalOperator}
        onChange={(value) => onJoin(value === 'or' ? 'or' : 'and')}
      />
      {(data.hasAggregateScope || scope !== undefined) && (
        <SelectField
          label={t('rules.per')}
          help={t('rules.per_help')}
          disabled={isReadOnly || !data.hasAggregateScope}
          choices={aggregateScopes.map((value) => ({ value, label: t(`rules.scope.${value}`) }))}
          value={scope ?? 'company'}
          onChange={(value) => onChange({ ...form, scope: (value ?? 'company') as AggregateScope })}
        />
      )}
    </div>
  );
}

/** A removed condition can be restored. A change may have dropped Defer. */
function ChangeNotices({ changes }: { changes: ReturnType<typeof useConditionChanges> }) {
  const { t } = useTranslation();
  return (
    <>
      {changes.removed && (
        <Notice
          action={
            <Button variant="default" size="xs" onClick={changes.restore}>
              {t('rules.undo')}
            </Button>
          }
          onClose={changes.hideRemoved}
        >
          {t('rules.condition_removed')}
        </Notice>
      )}
      {changes.isDeferDropped && (
        <Notice kind="pending" onClose={changes.hideDeferDropped}>
          {t('rules.defer_dropped')}
        </Notice>
      )}
    </>
  );
}

interface AddProps extends Pick<RuleData, 'conditionTypes'> {
  onAdd: (type: ConditionType) => void;
}

function AddCondition({ conditionTypes, onAdd }: AddProps) {
  const { t } = useTranslation();
  return (
    <DropMenu
      target={
        <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} aria-keyshortcuts="Alt+N">
          {t('rules.add_condition')}
        </Button>
      }
    >
      {conditionTypes.map((type) => (
        <DropMenuItem key={type} onChoose={() => onAdd(type)}>
          {t(`rules.condition_type.${type}`)}
        </DropMenuItem>
      ))}
    </DropMenu>
  );
}

/** Alt+N opens the types of conditions. */
function useAddKey(add: React.RefObject<HTMLDivElement | null>, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const press = (event: globalThis.KeyboardEvent) => {
      if (!event.altKey || event.code !== 'KeyN' || event.repeat) return;
      if (document.querySelector('[role="dialog"]') !== null) return;
      event.preventDefault();
      add.current?.querySelector('button')?.click();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [add, isOn]);
}

interface RowProps {
  text: string;
  isReadOnly: boolean;
  isInvalid: boolean;
  onEdit: () => void;
  onCopy: () => void;
  onRemove: () => void;
}

function ConditionRow({ text, isReadOnly, isInvalid, onEdit, onCopy, onRemove }: RowProps) {
  const { t } = useTranslation();
  const press = (event: KeyboardEvent): void => {
    if (isReadOnly || event.target !== event.currentTarget) return;
    if (event.key === 'Delete') onRemove();
    else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) onEdit();
    else return;
    event.preventDefault();
  };
  const button = (key: string, icon: React.ReactNode, onClick: () => void) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={t(`rules.${key}`, { condition: text })}
      title={t(`rules.${key}_short`)}
      onClick={onClick}
    >
      {icon}
    </ActionIcon>
  );
  return (
    // The row takes Delete and Enter; its buttons do the same.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex
    <li tabIndex={isReadOnly ? -1 : 0} data-invalid={isInvalid || undefined} onKeyDown={press}>
      <span className={classes.conditionText}>
        {text}
        {isInvalid && <span className={classes.wrong}>{t('rules.error.condition')}</span>}
      </span>
      {!isReadOnly && (
        <span className={classes.row}>
          {button('edit_condition', <IconPencil size={16} aria-hidden />, onEdit)}
          {button('copy_condition', <IconCopy size={16} aria-hidden />, onCopy)}
          {button('remove_condition', <IconTrash size={16} aria-hidden />, onRemove)}
        </span>
      )}
    </li>
  );
}
