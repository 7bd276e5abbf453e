import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Notice } from '#ui/feedback/notice.tsx';
import { useButtonForm } from '../form/use-form.ts';
import { useTranslation } from '../translate/use-translation.ts';
import { FailureNotice } from './failure-notice.tsx';

/** A key or token waits for a second person. `ask` requests the approval, which opens the dialog of a request that waits. */
export function ApprovalNotice({
  mayAsk,
  ask,
  children,
}: {
  mayAsk: boolean;
  ask: () => Promise<void>;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const form = useButtonForm(ask);
  return (
    <Notice
      kind="pending"
      action={
        mayAsk && (
          <Button variant="default" size="xs" loading={form.isBusy} onClick={() => void form.submit()}>
            {t('approvals.ask')}
          </Button>
        )
      }
    >
      {children}
      <FailureNotice failure={form.failure} />
    </Notice>
  );
}
