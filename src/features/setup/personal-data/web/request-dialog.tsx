import { Notice } from '#ui/feedback/notice.tsx';
import { SwitchField } from '#ui/form/switch-field.tsx';
import { TextAreaField } from '#ui/form/text-area-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { useSend } from '#web/call/use-call.ts';
import { DialogForm } from '#web/form/dialog-form.tsx';
import { useForm } from '#web/form/use-form.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { requestErasure, requestPersonExport } from '../endpoints.ts';

interface Props {
  orgId: number;
  kind: 'EXPORT' | 'ERASURE';
  customerIds: number[];
  /** The person is on lists. */
  hasLists: boolean;
  onDone: () => void;
  onClose: () => void;
}

/** Asks for the reason, and of an erasure what becomes of list entries. */
export function RequestDialog({ orgId, kind, customerIds, hasLists, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const exporting = useSend(requestPersonExport, { handlesOwnErrors: true });
  const erasing = useSend(requestErasure, { handlesOwnErrors: true });
  const form = useForm<{ reason: string; keepsLists: boolean }, { reason?: 'required' }>({
    initial: { reason: '', keepsLists: true },
    validate: ({ reason }) => (reason.trim() === '' ? { reason: 'required' } : {}),
    errorText: (code) => t(`personal_data.error.${code}`),
    send: async ({ reason, keepsLists }) => {
      const path = { orgId };
      if (kind === 'EXPORT') await exporting.mutateAsync({ path, body: { customerIds, reason } });
      else await erasing.mutateAsync({ path, body: { customerIds, reason, keepsLists } });
      onDone();
    },
  });
  return (
    <Dialog isOpen isStatic onClose={onClose} title={t(`personal_data.dialog.${kind}`)}>
      <DialogForm form={form} submitLabel={t(`personal_data.confirm.${kind}`)} onCancel={onClose}>
        {kind === 'ERASURE' && <Notice kind="pending">{t('personal_data.no_return')}</Notice>}
        <TextAreaField
          {...form.field('reason')}
          label={t('personal_data.reason')}
          help={t('personal_data.reason_help')}
          maxLength={500}
        />
        {kind === 'ERASURE' && hasLists && (
          <SwitchField
            label={t('personal_data.keeps_lists')}
            help={t('personal_data.keeps_lists_help')}
            isOn={form.values.keepsLists}
            onChange={(keepsLists) => form.change({ keepsLists })}
          />
        )}
      </DialogForm>
    </Dialog>
  );
}
