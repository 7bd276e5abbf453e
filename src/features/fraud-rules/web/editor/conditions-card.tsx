import { ActionIcon, Button } from '@mantine/core';
import { IconCopy, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Notice } from '#ui/feedback/notice.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { useAfterRender } from '#ui/form/use-after-render.ts';
import { Card } from '#ui/layout/card.tsx';
import { DropMenuItem } from '#ui/overlay/drop-menu-item.tsx';
import { DropMenu } from '#ui/overlay/drop-menu.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import { blankCondition } from '../../conditions/condition-draft.ts';
import { type AggregateScope, type Condition, aggregateScopes } from '../../rule.ts';
import { withConditions } from '../../rule-form.ts';
import { conditionText } from '../../sentence.ts';
import { ruleLimits } from '../../validate-rule.ts';
import { ConditionDialog } from '../conditions/condition-dialog.tsx';
import classes from '../rules.module.css';
import type { FieldsProps } from './fields-props.ts';

/** The condition that is edited; `index` undefined for a new one. */
interface Edited {
  index: number | undefined;
  condition: Condition;
}

/** All or any of the conditions, whose attempts they count, and the conditions as an ordered list. */
export function ConditionsCard({ form, onChange, errors, isReadOnly, data, words }: FieldsProps) {
  const { t } = useTranslation();
  const { conditions, logicalOperator, scope } = form;
  const [edited, setEdited] = useState<Edited>();
  const [opening, setOpening] = useState(0);
  const [isOpen, setIsOpen] = useState(false);
  const [removed, setRemoved] = useState<{ index: number; condition: Condition }>();
  const [isDeferDropped, setIsDeferDropped] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  const add = useRef<HTMLDivElement>(null);
  const afterRender = useAfterRender();
  useAddKey(add, !isReadOnly);

  function change(part: Parameters<typeof withConditions>[1]): void {
    const next = withConditions(form, part);
    setIsDeferDropped(next.isDeferDropped);
    onChange(next.form);
  }
  function open(next: Edited): void {
    setEdited(next);
    setOpening(opening + 1);
    setIsOpen(true);
  }
  function remove(index: number): void {
    const condition = conditions[index];
    if (condition === undefined) return;
    setRemoved({ index, condition });
    change({ conditions: conditions.toSpliced(index, 1) });
    // The next condition takes the focus, or the button that adds one.
    afterRender(() => {
      const rows = list.current?.querySelectorAll<HTMLElement>('li');
      const next = rows?.[Math.min(index, rows.length - 1)] ?? add.current?.querySelector('button');
      next?.focus();
    });
  }
  const listError = errors['joinedConditions.conditions'];
  const hasScope = data.hasAggregateScope || scope !== undefined;
  return (
    <Card title={t('rules.card.conditions')}>
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
          onChange={(value) => change({ logicalOperator: value === 'or' ? 'or' : 'and' })}
        />
        {hasScope && (
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
      {conditions.length === 0 ? (
        <p className={classes.none} data-error={listError !== undefined || undefined}>
          {t(listError === undefined ? 'rules.no_conditions' : 'rules.fault.conditions')}
        </p>
      ) : (
        <ol className={classes.conditions} ref={list} aria-label={t('rules.card.conditions')}>
          {conditions.map((condition, index) => (
            <ConditionRow
              key={index}
              text={conditionText(condition, words)}
              isReadOnly={isReadOnly}
              isWrong={Object.keys(errors).some((key) =>
                key.startsWith(`joinedConditions.conditions.${index}.`),
              )}
              onEdit={() => open({ index, condition })}
              onCopy={() => change({ conditions: conditions.toSpliced(index + 1, 0, condition) })}
              onRemove={() => remove(index)}
            />
          ))}
        </ol>
      )}
      {removed && (
        <Notice
          action={
            <Button
              variant="default"
              size="xs"
              onClick={() => {
                setRemoved(undefined);
                change({ conditions: conditions.toSpliced(removed.index, 0, removed.condition) });
              }}
            >
              {t('rules.undo')}
            </Button>
          }
          onClose={() => setRemoved(undefined)}
        >
          {t('rules.condition_removed')}
        </Notice>
      )}
      {isDeferDropped && (
        <Notice kind="pending" onClose={() => setIsDeferDropped(false)}>
          {t('rules.defer_dropped')}
        </Notice>
      )}
      {!isReadOnly && conditions.length < ruleLimits.conditions && (
        <div ref={add}>
          <DropMenu
            target={
              <Button
                variant="default"
                leftSection={<IconPlus size={16} aria-hidden />}
                aria-keyshortcuts="Alt+N"
              >
                {t('rules.add_condition')}
              </Button>
            }
          >
            {data.offered.map((type) => (
              <DropMenuItem
                key={type}
                onChoose={() => open({ index: undefined, condition: blankCondition(type) })}
              >
                {t(`rules.condition_type.${type}`)}
              </DropMenuItem>
            ))}
          </DropMenu>
        </div>
      )}
      <p className={classes.help}>{t('rules.conditions_help')}</p>
      {edited && (
        <ConditionDialog
          key={opening}
          isOpen={isOpen}
          initial={edited.condition}
          isNew={edited.index === undefined}
          data={data}
          words={words}
          onCancel={() => setIsOpen(false)}
          onDone={(condition) => {
            setIsOpen(false);
            setRemoved(undefined);
            change({
              conditions:
                edited.index === undefined
                  ? [...conditions, condition]
                  : conditions.with(edited.index, condition),
            });
          }}
        />
      )}
    </Card>
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
  isWrong: boolean;
  onEdit: () => void;
  onCopy: () => void;
  onRemove: () => void;
}

function ConditionRow({ text, isReadOnly, isWrong, onEdit, onCopy, onRemove }: RowProps) {
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
    <li tabIndex={isReadOnly ? -1 : 0} data-invalid={isWrong || undefined} onKeyDown={press}>
      <span className={classes.conditionText}>
        {text}
        {isWrong && <span className={classes.wrong}>{t('rules.fault.condition')}</span>}
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
