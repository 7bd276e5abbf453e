import { Button, type ButtonProps } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { DataGrid } from '#ui/grid/data-grid.tsx';
import type { GridColumn } from '#ui/grid/grid-column.ts';
import { Page } from '#ui/layout/page.tsx';
import { StatusBadge } from '#ui/layout/status-badge.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { toFailure, type CallFailure } from '#web/call/call-failure.ts';
import { useCall, useSend } from '#web/call/use-call.ts';
import { ListFailure } from '#web/list-screen/list-failure.tsx';
import { PlainListBar } from '#web/list-screen/list-tools.tsx';
import { useDensity } from '#web/preferences.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import type { Translate } from '#web/translate/translator.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { changeCustomField, hideCustomField, listCustomFields } from '../endpoints.ts';
import type { CustomField } from '../schemas.ts';
import { CreateFieldDialog, EditFieldDialog } from './field-dialog.tsx';

const rowId = ({ name }: CustomField): string => name;
type Action = { kind: 'create' } | { kind: 'edit' | 'hide'; field: CustomField };

/** /settings/custom-fields: the fields of the company (docs/domain.md#custom-fields). */
export function CustomFieldsScreen() {
  const { t } = useTranslation();
  const { organisation } = useSignedIn();
  const orgId = organisation.selectedParentOrgId;
  const list = useCall(listCustomFields, { path: { orgId } }, { handlesOwnErrors: true, staleTime: 0 });
  const density = useDensity();
  const [action, setAction] = useState<Action>();
  const [failure, setFailure] = useState<CallFailure>();
  const mayChange = list.data?.mayChange === true;
  const columns = useMemo(() => customFieldColumns(t), [t]);
  async function attempt(work?: () => Promise<unknown>): Promise<void> {
    setFailure(undefined);
    try {
      await work?.();
    } catch (cause) {
      setFailure(toFailure(cause));
    }
    setAction(undefined);
    await list.refetch();
  }
  const add = (button: Pick<ButtonProps, 'variant' | 'leftSection'>) =>
    mayChange && (
      <Button {...button} onClick={() => setAction({ kind: 'create' })}>
        {t('custom_fields.add')}
      </Button>
    );
  return (
    <Page
      title={t('screen.customFields')}
      subtitle={organisation.selectedOrgName}
      actions={add({ leftSection: <IconPlus size={16} aria-hidden /> })}
    >
      <FailureNotice failure={failure} onClose={() => setFailure(undefined)} />
      <PlainListBar
        total={list.error === null ? list.data?.items.length : undefined}
        countKey="custom_fields.count"
        isLoading={list.isFetching}
        refresh={() => void list.refetch()}
      />
      <DataGrid
        label={t('screen.customFields')}
        columns={columns}
        rows={list.data?.items}
        rowId={rowId}
        isLoading={list.isFetching}
        density={density}
        error={
          list.error === null ? undefined : (
            <ListFailure
              texts={{ title: t('custom_fields.list_failed') }}
              failure={list.error}
              onRetry={() => void list.refetch()}
            />
          )
        }
        empty={
          <EmptyState title={t('custom_fields.none')} action={add({ variant: 'default' })}>
            {t('custom_fields.none_text')}
          </EmptyState>
        }
        onOpen={mayChange ? (field: CustomField) => setAction({ kind: 'edit', field }) : undefined}
      />
      {action && <ActionDialog {...{ orgId, action, attempt }} onAction={setAction} />}
    </Page>
  );
}

interface ActionDialogProps {
  orgId: number;
  action: Action;
  /** undefined closes the dialog. */
  onAction: (next: Action | undefined) => void;
  /** Does the work, closes the dialog and reads the fields again. */
  attempt: (work?: () => Promise<unknown>) => Promise<void>;
}

/** The dialog of the chosen action. Hiding a field needs a confirmation. */
function ActionDialog({ orgId, action, onAction, attempt }: ActionDialogProps) {
  const { t } = useTranslation();
  const hide = useSend(hideCustomField, { handlesOwnErrors: true });
  const change = useSend(changeCustomField, { handlesOwnErrors: true });
  const dialog = { orgId, onClose: () => onAction(undefined), onSaved: () => void attempt() };
  if (action.kind === 'create') return <CreateFieldDialog {...dialog} />;
  const { name, type: _type, ...content } = action.field;
  const path = { orgId, name };
  if (action.kind === 'edit') {
    const body = { ...content, hidden: false };
    return (
      <EditFieldDialog
        {...dialog}
        field={action.field}
        onHide={() => onAction({ kind: 'hide', field: action.field })}
        onShow={() => void attempt(() => change.mutateAsync({ path, body }))}
      />
    );
  }
  return (
    <ConfirmDialog
      isOpen
      title={t('custom_fields.hide_title', { label: action.field.label })}
      confirmLabel={t('custom_fields.hide', { label: action.field.label })}
      onConfirm={() => attempt(() => hide.mutateAsync({ path }))}
      onCancel={dialog.onClose}
    >
      <p>{t('custom_fields.hide_text')}</p>
    </ConfirmDialog>
  );
}

function customFieldColumns(t: Translate): GridColumn<CustomField>[] {
  const uses = ({ inReporting, inRules }: CustomField) =>
    [inReporting && t('custom_fields.reports'), inRules && t('custom_fields.rules')]
      .filter((note) => note !== false)
      .join(', ');
  const statusText = ({ hidden }: CustomField) => t(hidden ? 'custom_fields.hidden' : 'custom_fields.shown');
  return [
    {
      id: 'label',
      header: t('custom_fields.label'),
      width: 240,
      isPinned: true,
      text: ({ label }) => label,
      card: 'title',
    },
    {
      id: 'name',
      header: t('custom_fields.name'),
      width: 220,
      isNumeric: true,
      text: ({ name }) => name,
      card: 'subtitle',
    },
    {
      id: 'type',
      header: t('custom_fields.type'),
      width: 180,
      text: ({ type }) => t(`custom_fields.types.${type}`),
    },
    { id: 'uses', header: t('custom_fields.used_in'), width: 180, text: uses },
    {
      id: 'status',
      header: t('custom_fields.status'),
      width: 120,
      isWhole: 'badge',
      text: statusText,
      cell: (field) => <StatusBadge tone={field.hidden ? 'neutral' : 'success'} label={statusText(field)} />,
      card: 'status',
    },
  ];
}
