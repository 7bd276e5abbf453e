import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useSend } from '#web/call/use-call.ts';
import { useButtonForm } from '#web/form/use-form.ts';
import { useTimes } from '#web/format/use-times.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { endTestClock } from '../endpoints.ts';
import type { TestClockView } from '../schemas.ts';

interface Props {
  clock: TestClockView;
  orgId: number;
  onClose: () => void;
  onEnded: () => Promise<void>;
}

/** Shows what stays in the future before real time comes back. */
export function EndDialog({ clock: { later, realNow }, orgId, onClose, onEnded }: Props) {
  const { t } = useTranslation();
  const times = useTimes();
  const end = useSend(endTestClock, { handlesOwnErrors: true });
  const form = useButtonForm(async () => {
    await end.mutateAsync({ path: { orgId } });
    await onEnded();
  });
  const kinds = ['payments', 'schedules', 'authorisations', 'links'] as const;
  const staying = later === null ? [] : kinds.filter((kind) => later[kind] > 0);
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={t('test_clock.end_title')}
      confirmLabel={t('test_clock.end')}
      onConfirm={form.submit}
      onCancel={onClose}
    >
      <div className="stack">
        <p>{t('test_clock.end_text', { time: times.long(realNow) })}</p>
        {staying.length > 0 && (
          <ul className="plain-list">
            {staying.map((kind) => (
              <li key={kind}>{t(`test_clock.later.${kind}`, { count: later?.[kind] ?? 0 })}</li>
            ))}
          </ul>
        )}
        <p>{t('test_clock.end_limits')}</p>
        <FailureNotice failure={form.failure} />
      </div>
    </ConfirmDialog>
  );
}
