import { ActionIcon, Button } from '@mantine/core';
import { IconDots, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { DropMenu, DropMenuItem } from '#ui/overlay/drop-menu.tsx';
import { isAllowed } from '#web/session/allowed.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { exportListItems, editList } from '../../endpoints.ts';
import { rulePermissions } from '../../list-permissions.ts';
import type { FraudList } from '../../list-shapes.ts';
import classes from '../fraud-lists.module.css';
import { ListExportMenu } from '../list-export-menu.tsx';
import { HotBadge, ListStatus } from '../list-status.tsx';
import { LinkedRulesDialog } from '../manager/linked-rules-dialog.tsx';
import { type ListChange, ListChangeDialog } from '../manager/list-change-dialog.tsx';
import { useListLabels } from '../use-list-labels.ts';
import { DialogButtons } from '#ui/form/dialog-buttons.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { SwitchField } from '#ui/form/switch-field.tsx';
import { TextAreaField } from '#ui/form/text-area-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useSend } from '#web/call/use-call.ts';
import { useForm } from '#web/form/use-form.ts';
import { maxDescriptionLength, maxNameLength } from '../../list-item-rules.ts';

/** Status, field, number of values and of rules. */
export function ListFacts({ list }: { list: FraudList }) {
  const { t } = useTranslation();
  const labels = useListLabels();
  const { itemCount, rulesCount, expiredCount = 0 } = list;
  return (
    <span className={classes.facts}>
      <ListStatus isActive={list.active} />
      {list.hotList && <HotBadge />}
      <span>{labels.field(list.dataField, list.dataFieldName)}</span>
      <span>{t('fraud_lists.values', { count: itemCount, number: labels.number(itemCount) })}</span>
      {expiredCount > 0 && (
        <span>{t('fraud_lists.expired', { count: expiredCount, number: labels.number(expiredCount) })}</span>
      )}
      {list.listType === 'parameterlist' && (
        <span>{t('fraud_lists.used_in', { count: rulesCount, number: labels.number(rulesCount) })}</span>
      )}
      {list.description !== '' && <span>{list.description}</span>}
    </span>
  );
}

interface Props {
  list: FraudList;
  isMini: boolean;
  /** undefined: values cannot be added here. */
  onAdd: (() => void) | undefined;
  onHistory: () => void;
  onChanged: () => void;
  onDeleted: () => void;
}

/** The actions on the list itself. */
export function ListActions({ list, isMini, onAdd, onHistory, onChanged, onDeleted }: Props) {
  const { t } = useTranslation();
  const session = useSignedIn();
  const [isEditing, setIsEditing] = useState(false);
  const [isLinkedOpen, setIsLinkedOpen] = useState(false);
  const [change, setChange] = useState<ListChange>();
  const isParameter = list.listType === 'parameterlist';
  const may = (...anyOf: Parameters<typeof isAllowed>[1]['anyOf'] & object) => isAllowed(session, { anyOf });
  const mayEdit = isParameter
    ? may('P_EDIT_FRAUD_PARAMETER_LISTS')
    : may('P_EDIT_FRAUD_NEGATIVE_POSITIVE_LISTS');
  const mayReadHistory = isParameter
    ? may('P_VIEW_FRAUD_PARAMETER_LISTS')
    : may('P_VIEW_FRAUD_NEGATIVE_POSITIVE_LISTS');
  const mayReadRules = isParameter && isAllowed(session, { anyOf: rulePermissions });
  return (
    <>
      {!isMini && isAllowed(session, { to: exportListItems }) && <ListExportMenu list={list} kind="items" />}
      {(mayEdit || mayReadHistory || mayReadRules) && (
        <DropMenu
          target={
            <ActionIcon variant="default" size="md" aria-label={t('fraud_lists.more')}>
              <IconDots size={16} aria-hidden />
            </ActionIcon>
          }
        >
          {mayEdit && (
            <DropMenuItem onChoose={() => setIsEditing(true)}>{t('fraud_lists.edit.button')}</DropMenuItem>
          )}
          {mayReadHistory && <DropMenuItem onChoose={onHistory}>{t('fraud_lists.history')}</DropMenuItem>}
          {mayReadRules && (
            <DropMenuItem onChoose={() => setIsLinkedOpen(true)}>{t('fraud_lists.linked')}</DropMenuItem>
          )}
          {mayEdit && (
            <DropMenuItem
              isNewGroup
              onChoose={() => setChange({ list, action: list.active ? 'deactivate' : 'activate' })}
            >
              {t(list.active ? 'fraud_lists.deactivate' : 'fraud_lists.activate')}
            </DropMenuItem>
          )}
          {mayEdit && isParameter && !list.active && (
            <DropMenuItem onChoose={() => setChange({ list, action: 'delete' })}>
              {t('fraud_lists.delete')}
            </DropMenuItem>
          )}
        </DropMenu>
      )}
      {onAdd && (
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
          {t('fraud_lists.add.button')}
        </Button>
      )}
      <EditListDialog
        list={list}
        isOpen={isEditing}
        onClose={() => setIsEditing(false)}
        onSaved={onChanged}
      />
      <LinkedRulesDialog list={isLinkedOpen ? list : undefined} onClose={() => setIsLinkedOpen(false)} />
      <ListChangeDialog
        change={change}
        onClose={() => setChange(undefined)}
        onChanged={({ action }) => (action === 'delete' ? onDeleted() : onChanged())}
      />
    </>
  );
}

interface EditProps {
  list: FraudList;
  isOpen: boolean;
  onClose: () => void;
  onSaved: () => void;
}

/** Name, description and hot flag; of a block or allow list the description only. */
function EditListDialog({ isOpen, ...props }: EditProps) {
  const { t } = useTranslation();
  return (
    <Dialog isOpen={isOpen} onClose={props.onClose} title={t('fraud_lists.edit.title')}>
      {isOpen && <EditListForm {...props} />}
    </Dialog>
  );
}

type Errors = Partial<Record<'name' | 'description', 'missing'>>;

function EditListForm({ list, onClose, onSaved }: Omit<EditProps, 'isOpen'>) {
  const { t } = useTranslation();
  const { organisation } = useSignedIn();
  const send = useSend(editList, { handlesOwnErrors: true });
  const isParameter = list.listType === 'parameterlist';
  const form = useForm({
    initial: { name: list.name, description: list.description, hotList: list.hotList },
    comparable: trimTexts,
    validate: (values): Errors => (isParameter ? findMissing(values) : {}),
    errorText: (_missing, field) => t(`fraud_lists.${field}_missing`),
    async send(values) {
      const clean = trimTexts(values);
      const path = {
        listId: list.listId,
        editAction: 'UPDATE' as const,
        orgId: organisation.selectedParentOrgId,
      };
      await send.mutateAsync({ path, body: isParameter ? clean : { description: clean.description } });
      onClose();
      onSaved();
    },
  });
  return (
    <FormStack
      onSubmit={() => (form.isDirty ? form.submit() : undefined)}
      actions={
        <DialogButtons
          submit={t('fraud_lists.edit.save')}
          isBusy={form.isBusy}
          isDisabled={!form.isDirty}
          onCancel={onClose}
        />
      }
    >
      {isParameter && (
        <TextField
          {...form.field('name')}
          label={t('fraud_lists.column.name')}
          maxLength={maxNameLength}
          autoComplete="off"
        />
      )}
      <TextAreaField
        {...form.field('description')}
        label={t('fraud_lists.description')}
        isOptional={!isParameter}
        maxLength={maxDescriptionLength}
      />
      {isParameter && (
        <SwitchField
          label={t('fraud_lists.hot')}
          help={t('fraud_lists.hot_help')}
          isOn={form.values.hotList}
          onChange={(hotList) => form.change({ hotList })}
        />
      )}
      <FailureNotice failure={form.failure} title={t('fraud_lists.edit.failed')} />
    </FormStack>
  );
}

const findMissing = (values: Record<'name' | 'description', string>): Errors =>
  Object.fromEntries(
    (['name', 'description'] as const)
      .filter((field) => values[field].trim() === '')
      .map((field) => [field, 'missing']),
  );

const trimTexts = <T extends { name: string; description: string }>(values: T): T => ({
  ...values,
  name: values.name.trim(),
  description: values.description.trim(),
});
