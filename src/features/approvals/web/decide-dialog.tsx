import { DialogButtons } from '#ui/form/dialog-buttons.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { TextAreaField } from '#ui/form/text-area-field.tsx';
import { MoneyText } from '#ui/layout/money-text.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { CallFailure } from '#web/call/call-failure.ts';
import { useSend } from '#web/call/use-call.ts';
import { useForm } from '#web/form/use-form.ts';
import { useMoney } from '#web/format/use-money.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { approveRequest, cancelRequest, rejectRequest } from '../endpoints.ts';
import type { ApprovalView } from '../schemas.ts';

export interface Choice {
  approval: ApprovalView;
  decision: 'approve' | 'reject' | 'cancel';
}

interface Props {
  choice: Choice;
  /** Also after a decision of another user: the list then shows who decided. */
  onDecided: () => Promise<void>;
  onClose: () => void;
}

/** The button of a decision: "Approve refund 12.00 GBP". */
export function useDecisionLabel({ action, amount }: ApprovalView): (decision: Choice['decision']) => string {
  const { t } = useTranslation();
  const money = useMoney();
  return (decision) =>
    decision === 'cancel'
      ? t('approvals.cancel')
      : t(`approvals.decide.${decision}.${action}`, { amount: money(amount?.amount, amount?.currency) });
}

const calls = { approve: approveRequest, reject: rejectRequest, cancel: cancelRequest };

/** Confirms a decision, with a comment. */
export function DecideDialog({ choice: { approval, decision }, onDecided, onClose }: Props) {
  const { t } = useTranslation();
  const send = useSend(calls[decision], { handlesOwnErrors: true });
  const form = useForm<{ comment: string }, object>({
    initial: { comment: '' },
    validate: () => ({}),
    async send({ comment }) {
      const { approvalId } = approval;
      try {
        await send.mutateAsync({ path: { approvalId }, body: comment.trim() === '' ? {} : { comment } });
      } catch (error) {
        if (error instanceof CallFailure && error.code === 'APPROVAL_DECIDED') await onDecided();
        throw error;
      }
      await onDecided();
      onClose();
    },
  });
  const { amount, action, organisationName } = approval;
  const label = useDecisionLabel(approval)(decision);
  return (
    <Dialog isOpen isStatic={form.isBusy} onClose={onClose} title={t(`approvals.${decision}_title`)}>
      <FormStack
        label={t(`approvals.${decision}_title`)}
        onSubmit={form.submit}
        actions={<DialogButtons submit={label} isBusy={form.isBusy} onCancel={onClose} />}
      >
        <FailureNotice failure={form.failure} />
        <p>
          {t(`approvals.action.${action}`)}{' '}
          {amount !== null && <MoneyText amount={amount.amount} currencyCode={amount.currency} />} ·{' '}
          {organisationName}
        </p>
        <p>{t(`approvals.${decision}_text`)}</p>
        <TextAreaField
          {...form.field('comment')}
          label={t('approvals.comment')}
          isOptional
          maxLength={500}
          data-autofocus
        />
      </FormStack>
    </Dialog>
  );
}
