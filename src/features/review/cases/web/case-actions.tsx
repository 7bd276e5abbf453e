import { IconPlus, IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { CallFailure, toFailure, isVersionConflict } from '#web/call/call-failure.ts';
import { useCall, useSend } from '#web/call/use-call.ts';
import { PageActionBar } from '#web/palette/page-action-bar.tsx';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { isTransactionId } from '#shared/patterns.ts';
import { DialogButtons } from '#ui/form/dialog-buttons.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { call } from '#web/call/call.ts';
import { useForm } from '#web/form/use-form.ts';
import { UnsavedGuard } from '#web/form/unsaved-guard.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { addCaseTransaction, assignCase, listCaseUsers, reopenCase } from '../endpoints.ts';
import type { CaseProps } from './case-props.ts';
import { CloseCaseDialog } from './close-case-dialog.tsx';

type OpenDialog = 'close' | 'owner' | 'payment';

/** The actions of a user on a case. */
export function CaseActions(props: CaseProps) {
  const { t } = useTranslation();
  const { caseView, onChanged, onConflict } = props;
  const [openDialog, setOpenDialog] = useState<OpenDialog>();
  const [failure, setFailure] = useState<CallFailure>();
  const reopen = useSend(reopenCase, { handlesOwnErrors: true });
  const isOpen = caseView.status === 'OPEN';
  const close = () => setOpenDialog(undefined);
  async function submitReopen(): Promise<void> {
    setFailure(undefined);
    try {
      await reopen.mutateAsync({ path: { caseId: caseView.id }, body: { version: caseView.version } });
      await onChanged();
    } catch (cause) {
      if (isVersionConflict(cause)) await onConflict();
      else setFailure(toFailure(cause));
    }
  }
  const actions = isOpen
    ? {
        primary: { id: 'close', label: t('cases.close.button'), go: () => setOpenDialog('close') },
        secondary: {
          id: 'owner',
          label: t('cases.owner.button'),
          icon: IconUser,
          go: () => setOpenDialog('owner'),
        },
        more: [
          {
            id: 'payment',
            label: t('cases.add_payment.button'),
            icon: IconPlus,
            go: () => setOpenDialog('payment'),
          },
        ],
      }
    : {
        secondary: {
          id: 'reopen',
          label: t('cases.reopen'),
          isBusy: reopen.isPending,
          go: () => void submitReopen(),
        },
      };
  return (
    <>
      <PageActionBar {...actions} failure={failure !== undefined && <FailureNotice failure={failure} />} />
      <CloseCaseDialog {...props} isOpen={openDialog === 'close'} onClose={close} />
      <OwnerDialog {...props} isOpen={openDialog === 'owner'} onClose={close} />
      <AddPaymentDialog {...props} isOpen={openDialog === 'payment'} onClose={close} />
    </>
  );
}

interface DialogProps extends CaseProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Adds a payment by its id. */
function AddPaymentDialog({ isOpen, ...props }: DialogProps) {
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

function AddPaymentForm({ caseView, onChanged, onClose }: Omit<DialogProps, 'isOpen'>) {
  const { t } = useTranslation();
  const form = useForm<{ transactionId: string }, Errors>({
    initial: { transactionId: '' },
    validate: ({ transactionId }) => {
      const id = transactionId.trim();
      if (!isTransactionId(id)) return { transactionId: 'search.wrong.txn_id' };
      const isAdded = caseView.transactions.some((transaction) => transaction.transactionId === id);
      return isAdded ? { transactionId: 'cases.add_payment.known' } : {};
    },
    refusals: { CASE_NO_TRANSACTION: { transactionId: 'error.case_no_transaction' } },
    send: async ({ transactionId }) => {
      const body = { transactionId: transactionId.trim() };
      await call(addCaseTransaction, { path: { caseId: caseView.id }, body });
      onClose();
      await onChanged();
    },
  });
  return (
    <FormStack
      onSubmit={form.submit}
      actions={
        <DialogButtons submit={t('cases.add_payment.button')} isBusy={form.isBusy} onCancel={onClose} />
      }
    >
      <TextField
        label={t('cases.column.transactionId')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={40}
        data-autofocus
        {...form.field('transactionId')}
      />
      <UnsavedGuard isDirty={form.isDirty} />
      <FailureNotice failure={form.failure} />
    </FormStack>
  );
}

/** Chooses who works on a case. */
function OwnerDialog({ isOpen, ...props }: DialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog isOpen={isOpen} onClose={props.onClose} title={t('cases.owner.title')}>
      {isOpen && <OwnerForm {...props} />}
    </Dialog>
  );
}

/** The choice of no owner. */
const none = '';

function OwnerForm({ caseView, onChanged, onConflict, onClose }: Omit<DialogProps, 'isOpen'>) {
  const { t } = useTranslation();
  const path = { caseId: caseView.id };
  const users = useCall(listCaseUsers, { path }, { handlesOwnErrors: true });
  const form = useForm<{ ownerId: string }, Record<string, never>>({
    initial: { ownerId: caseView.ownerId ?? none },
    validate: () => ({}),
    send: async ({ ownerId }) => {
      try {
        const body = { version: caseView.version, ownerId: ownerId === none ? null : ownerId };
        await call(assignCase, { path, body });
      } catch (cause) {
        const isConflict =
          isVersionConflict(cause) || (cause instanceof CallFailure && cause.code === 'CASE_CLOSED');
        if (!isConflict) throw cause;
        onClose();
        await onConflict();
        return;
      }
      onClose();
      await onChanged();
    },
  });
  if (users.error !== null) {
    return (
      <ErrorState
        title={t('cases.owner.failed')}
        requestId={users.error.requestId}
        onRetry={() => void users.refetch()}
      >
        {errorText(users.error.message)}
      </ErrorState>
    );
  }
  if (users.data === undefined) return <SkeletonLines lines={3} />;
  const isChanged = form.values.ownerId !== (caseView.ownerId ?? none);
  return (
    <FormStack
      onSubmit={() => (isChanged ? form.submit() : undefined)}
      actions={
        <DialogButtons
          submit={t('cases.owner.button')}
          isBusy={form.isBusy}
          isDisabled={!isChanged}
          onCancel={onClose}
        />
      }
    >
      <SelectField
        // The users are loaded after the dialog has opened.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        label={t('cases.owner.label')}
        choices={[
          { value: none, label: t('cases.no_owner') },
          ...users.data.map(({ userId, name }) => ({ value: userId, label: name })),
        ]}
        value={form.values.ownerId}
        onChange={(ownerId) => form.change({ ownerId: ownerId ?? none })}
      />
      <FailureNotice failure={form.failure} />
    </FormStack>
  );
}
