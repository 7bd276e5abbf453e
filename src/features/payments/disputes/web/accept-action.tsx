import { useState } from 'react';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { isPendingApproval } from '#web/call/approval.ts';
import { type CallFailure, toFailure } from '#web/call/call-failure.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useSend } from '#web/call/use-call.ts';
import { useMoney } from '#web/format/use-money.ts';
import { PageActionBar } from '#web/palette/page-action-bar.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import { acceptDispute } from '../endpoints.ts';
import type { DisputeProps } from './dispute-props.ts';

/** Gives the money to the card holder, after a confirmation. */
export function AcceptAction({ dispute, onChanged }: DisputeProps) {
  const { t } = useTranslation();
  const money = useMoney();
  const send = useSend(acceptDispute, { handlesOwnErrors: true });
  const [isAsking, setIsAsking] = useState(false);
  const [failure, setFailure] = useState<CallFailure>();
  const { disputeId, version, amount, currency } = dispute;
  async function accept(): Promise<void> {
    setFailure(undefined);
    await send
      .mutateAsync({ path: { disputeId }, body: { version } })
      .catch((cause: unknown) => isPendingApproval(cause) || setFailure(toFailure(cause)));
    setIsAsking(false);
    await onChanged();
  }
  return (
    <>
      <PageActionBar
        secondary={{ id: 'accept', label: t('disputes.accept.button'), go: () => setIsAsking(true) }}
        failure={failure !== undefined && <FailureNotice failure={failure} />}
      />
      <ConfirmDialog
        isOpen={isAsking}
        title={t('disputes.accept.title')}
        confirmLabel={t('disputes.accept.button')}
        onConfirm={accept}
        onCancel={() => setIsAsking(false)}
        isDangerous
        isStatic
      >
        {t('disputes.accept.text', { money: money(amount, currency) })}
      </ConfirmDialog>
    </>
  );
}
