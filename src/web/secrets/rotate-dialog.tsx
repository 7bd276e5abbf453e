import { Notice } from '#ui/feedback/notice.tsx';
import { DialogButtons } from '#ui/form/dialog-buttons.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { FailureNotice } from '../call/failure-notice.tsx';
import { useForm } from '../form/use-form.ts';
import { useTranslation } from '../translate/use-translation.ts';

/** Seconds for which the current secret keeps working. */
const overlaps = [0, 3600, 86_400, 604_800] as const;

interface Props {
  title: string;
  /** The effect of the new secret. */
  text: string;
  /** A secret from before the current one works too; it stops at once. */
  hasOlder: boolean;
  onRotate: (overlapSeconds: number) => Promise<void>;
  onClose: () => void;
}

/** Asks when the current secret stops, and creates a new one. */
export function RotateDialog({ title, text, hasOlder, onRotate, onClose }: Props) {
  const { t } = useTranslation();
  const form = useForm({
    initial: { overlap: '86400' },
    validate: () => ({}),
    send: ({ overlap }) => onRotate(Number(overlap)),
  });
  return (
    <Dialog isOpen isLocked={form.isBusy} onClose={onClose} title={title}>
      <FormStack
        onSubmit={form.submit}
        actions={<DialogButtons submit={t('secrets.rotate')} isBusy={form.isBusy} onCancel={onClose} />}
      >
        <FailureNotice failure={form.failure} />
        <p className="quiet">{text}</p>
        <SelectField
          label={t('secrets.current_stops')}
          choices={overlaps.map((seconds) => ({
            value: String(seconds),
            label: t(`secrets.overlap.${seconds}`),
          }))}
          value={form.values.overlap}
          onChange={(overlap) => form.change({ overlap: overlap ?? '86400' })}
        />
        {hasOlder && <Notice kind="pending">{t('secrets.older_stops')}</Notice>}
      </FormStack>
    </Dialog>
  );
}
