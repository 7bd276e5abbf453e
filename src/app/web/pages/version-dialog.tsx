import { Button } from '@mantine/core';
import { hideVersionMismatch, useVersionMismatch } from './version-mismatch.ts';
import { ResultDialog } from '#ui/overlay/result-dialog.tsx';
import { hasUnsavedForms } from '#web/form/unsaved-forms.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

/** Asks for a reload (docs/domain.md#failed-requests). With a form that is not saved, what was typed can be copied first. */
export function VersionDialog() {
  const { t } = useTranslation();
  const isOpen = useVersionMismatch();
  const isUnsaved = isOpen && hasUnsavedForms();
  return (
    <ResultDialog
      isOpen={isOpen}
      kind="processing"
      isOnTop
      isLocked
      title={t('version.title')}
      closeLabel={t('version.reload')}
      onClose={() => location.reload()}
      action={
        isUnsaved ? (
          <Button variant="default" onClick={hideVersionMismatch}>
            {t('version.later')}
          </Button>
        ) : undefined
      }
    >
      {t(isUnsaved ? 'version.unsaved' : 'version.message')}
    </ResultDialog>
  );
}
