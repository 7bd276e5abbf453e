import { isTransactionId } from '#shared/patterns.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { DialogButtons } from '#ui/form/dialog-buttons.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { call } from '#web/call/call.ts';
import { useForm } from '#web/form/use-form.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { UnsavedGuard } from '#web/unsaved-guard.tsx';
import { addCaseTransaction } from '../endpoints.ts';
import type { CaseProps } from './case-props.ts';
import classes from './cases.module.css';

interface Props extends CaseProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Adds a payment by its id. */
export function AddPaymentDialog({ isOpen, ...props }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog isOpen={isOpen} onClose={props.onClose} title={t('cases.add_payment.title')}>
      {isOpen && <AddPaymentForm {...props} />}
    </Dialog>
  );
}

interface Errors {
  transactionId?: 'search.wrong.txn_id' | 'cases.add_payment.known' | 'error.case_no_transaction';
}

function AddPaymentForm({ found, onChanged, onClose }: Omit<Props, 'isOpen'>) {
  const { t } = useTranslation();
  const form = useForm<{ transactionId: string }, Errors>({
    initial: { transactionId: '' },
    validate: ({ transactionId }) => {
      const id = transactionId.trim();
      if (!isTransactionId(id)) return { transactionId: 'search.wrong.txn_id' };
      const isKnown = found.transactions.some((one) => one.transactionId === id);
      return isKnown ? { transactionId: 'cases.add_payment.known' } : {};
    },
    refusals: { CASE_NO_TRANSACTION: { transactionId: 'error.case_no_transaction' } },
    send: async ({ transactionId }) => {
      const body = { transactionId: transactionId.trim() };
      await call(addCaseTransaction, { path: { caseId: found.id }, body });
      onClose();
      await onChanged();
    },
  });
  return (
    <form
      className={classes.stack}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      <TextField
        label={t('cases.column.transactionId')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={40}
        data-autofocus
        {...form.field('transactionId')}
      />
      <UnsavedGuard isDirty={form.values.transactionId !== ''} />
      {form.failure !== undefined && <Notice kind="failed">{form.failure}</Notice>}
      <div className={classes.end}>
        <DialogButtons submit={t('cases.add_payment.button')} isBusy={form.isBusy} onCancel={onClose} />
      </div>
    </form>
  );
}
