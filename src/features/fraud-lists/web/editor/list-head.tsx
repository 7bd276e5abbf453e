import { ActionIcon, Button } from '@mantine/core';
import { IconDots, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { DropMenu } from '#ui/overlay/drop-menu.tsx';
import { DropMenuItem } from '#ui/overlay/drop-menu-item.tsx';
import { isAllowed } from '#web/session/allowed.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { exportListItems } from '../../endpoints.ts';
import { rulePermissions } from '../../list-permissions.ts';
import type { FraudList } from '../../list-shapes.ts';
import { EditListDialog } from './edit-list-dialog.tsx';
import classes from '../fraud-lists.module.css';
import { ListExportMenu } from '../list-export-menu.tsx';
import { HotBadge, ListStatus } from '../list-status.tsx';
import { LinkedRulesDialog } from '../manager/linked-rules-dialog.tsx';
import { type ListChange, ListChangeDialog } from '../manager/list-change-dialog.tsx';
import { useListLabels } from '../use-list-labels.ts';

/** Status, field, number of values and of rules. */
export function ListFacts({ list }: { list: FraudList }) {
  const { t } = useTranslation();
  const labels = useListLabels();
  const { itemCount, rulesCount } = list;
  return (
    <span className={classes.facts}>
      <ListStatus isActive={list.active} />
      {list.hotList && <HotBadge />}
      <span>{labels.field(list.dataField, list.dataFieldName)}</span>
      <span>{t('fraud_lists.values', { count: itemCount, number: labels.number(itemCount) })}</span>
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
