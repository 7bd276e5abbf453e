import { Button } from '@mantine/core';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';

/**
 * SCIM11: another user saved first. OK reloads the user and keeps the typed changes (docs/domain.md#users).
 */
export function UserVersionDialog({ isOpen, onReload }: { isOpen: boolean; onReload: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onReload}
      isStatic
      title={t('users.version.title')}
      actions={
        <Button onClick={onReload} data-autofocus>
          {t('users.version.reload')}
        </Button>
      }
    >
      {t('users.version.text')}
    </Dialog>
  );
}
