import { useVersionMismatch } from './version-mismatch.ts';
import { ResultDialog } from '#ui/overlay/result-dialog.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';

/** Forces a reload on OK (docs/domain.md#failed-requests). */
export function VersionDialog() {
  const { t } = useTranslation();
  return (
    <ResultDialog
      isOpen={useVersionMismatch()}
      kind="processing"
      isOnTop
      isLocked
      title={t('version.title')}
      closeLabel={t('version.reload')}
      onClose={() => location.reload()}
    >
      {t('version.message')}
    </ResultDialog>
  );
}
