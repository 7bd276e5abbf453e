import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Notice } from '#ui/feedback/notice.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
import type { PendingApproval } from '#web/call/approval.ts';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

/** After any call that waits for a second person (docs/domain.md#approvals). */
export function PendingDialog({ pending }: { pending?: PendingApproval }) {
  const { t } = useTranslation();
  const texts = useUiTexts();
  const close = (): void => pending?.close();
  return (
    <Dialog
      isOpen={pending !== undefined}
      onClose={close}
      title={t('approvals.pending_title')}
      isOnTop
      actions={
        <Button onClick={close} data-autofocus>
          {texts.close}
        </Button>
      }
    >
      <Notice
        kind="pending"
        action={
          <Link {...paths.approvals()} onClick={close}>
            {t('screen.approvals')}
          </Link>
        }
      >
        {t('approvals.pending_text')}
      </Notice>
    </Dialog>
  );
}
