import { useState } from 'react';
import { hasIssuedCardNumber } from '#shared/card-number.ts';
import { hasVisibleText } from '#shared/label.ts';
import { CheckField } from '#ui/form/check-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import type { CallFailure } from '#web/call/call-failure.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useSend } from '#web/call/use-call.ts';
import { DialogForm } from '#web/form/dialog-form.tsx';
import { useForm } from '#web/form/use-form.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { changeView, createView, deleteView } from '../endpoints.ts';
import type { TransactionView } from '../schemas.ts';
import { maxViewName } from '../view-limits.ts';
import type { ViewParams } from '../view-address.ts';

interface Values {
  name: string;
  isShared: boolean;
  isPinned: boolean;
}
interface Errors {
  name?: 'missing' | 'card';
}

interface ViewDialogProps {
  orgId: number;
  /** The view to rename or share; undefined for a new one. */
  view: TransactionView | undefined;
  /** The search on the screen, for a new view. */
  content: { params: ViewParams; columns: string[] };
  onSaved: (view: TransactionView) => void;
  onClose: () => void;
}

/** Name and sharing of a view. A new one gets the search on the screen; a change keeps what was saved. */
export function ViewDialog({ orgId, view, content, onSaved, onClose }: ViewDialogProps) {
  const { t } = useTranslation();
  const organisation = useSignedIn().organisation.selectedOrgName;
  const create = useSend(createView, { handlesOwnErrors: true });
  const change = useSend(changeView, { handlesOwnErrors: true });
  const [initial] = useState<Values>(() => ({
    name: view?.name ?? '',
    isShared: view?.isShared ?? false,
    isPinned: view?.isPinned ?? false,
  }));
  const form = useForm<Values, Errors>({
    initial,
    validate: ({ name }) => {
      if (!hasVisibleText(name)) return { name: 'missing' };
      return hasIssuedCardNumber(name) ? { name: 'card' } : {};
    },
    errorText: (code) => t(`views.name_${code}`),
    send: async ({ name, isShared, isPinned }) => {
      const saved =
        view === undefined
          ? await create.mutateAsync({
              path: { orgId },
              body: { ...content, params: { ...content.params }, name, isShared, isPinned },
            })
          : await change.mutateAsync({
              path: { orgId, viewId: view.id },
              body: { name, isShared, params: view.params, columns: view.columns, version: view.version },
            });
      onSaved(saved);
    },
  });
  return (
    <Dialog
      isOpen
      isStatic
      onClose={onClose}
      title={t(view === undefined ? 'views.new_title' : 'views.edit_title')}
    >
      <DialogForm form={form} submitLabel={t('views.save')} onCancel={onClose}>
        <TextField
          {...form.field('name')}
          label={t('views.name')}
          maxLength={maxViewName}
          autoComplete="off"
          data-autofocus
        />
        <CheckField
          label={t('views.share', { organisation: view?.organisationName ?? organisation })}
          description={t('views.share_help')}
          isChecked={form.values.isShared}
          onChange={(isShared) => form.change({ isShared })}
        />
        {view === undefined && (
          <CheckField
            label={t('views.pin')}
            description={t('views.pin_help')}
            isChecked={form.values.isPinned}
            onChange={(isPinned) => form.change({ isPinned })}
          />
        )}
      </DialogForm>
    </Dialog>
  );
}

interface DeleteProps {
  orgId: number;
  view: TransactionView;
  onDeleted: () => void;
  onClose: () => void;
}

/** Deletes a view; the search stays on the screen. */
export function DeleteViewDialog({ orgId, view, onDeleted, onClose }: DeleteProps) {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<CallFailure>();
  const remove = useSend(deleteView, { handlesOwnErrors: true });
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={t('views.delete_title', { name: view.name })}
      confirmLabel={t('views.delete')}
      onCancel={onClose}
      onConfirm={() =>
        remove
          .mutateAsync({ path: { orgId, viewId: view.id } })
          .then(onDeleted)
          .catch(setFailure)
      }
    >
      <div className="stack">
        <p>{t(view.isShared ? 'views.delete_shared_text' : 'views.delete_text')}</p>
        <FailureNotice failure={failure} />
      </div>
    </ConfirmDialog>
  );
}
