import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { TransactionDetails } from '#features/transaction-details/calls.ts';
import { precisionOf, type FollowUpMode } from '#features/transaction-details/follow-up-form.ts';
import classes from '#features/transaction-details/web/details-screen.module.css';
import { useDetailsWords } from '#features/transaction-details/web/use-details-words.ts';
import { useFollowUp, type FollowUp } from '#features/transaction-details/web/use-follow-up.ts';
import { AmountField } from '#ui/form/amount-field.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { TextAreaField } from '#ui/form/text-area-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { CopyText } from '#ui/layout/copy-text.tsx';
import { DetailsList } from '#ui/layout/details-list.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { ResultDialog } from '#ui/overlay/result-dialog.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
import { UnsavedGuard } from '#web/unsaved-guard.tsx';

type Props = {
  transaction: TransactionDetails;
  mode: FollowUpMode;
  isAvailable: boolean;
  isPrimary: boolean;
};

/** A button and all that follows from it: form, confirmation, outcome. */
export function FollowUpAction({ transaction, mode, isAvailable, isPrimary }: Props) {
  const { t } = useTranslation();
  const words = useDetailsWords();
  const followUp = useFollowUp(transaction, mode);
  const { limit, step, form, result } = followUp;
  const isComplete = mode === 'CAPTURE' && limit.isPayout;
  const group = `details.action.${isComplete ? 'COMPLETE' : mode}`;
  const named = {
    id: transaction.transactionId,
    money: words.money(limit.isAmountOpen ? form.amount : limit.amount, limit.currency),
    card: transaction.maskedPan?.slice(-4) ?? '',
  };
  const ending = result.isUnknown === true ? 'unknown' : result.outcome;
  return (
    <>
      <UnsavedGuard isDirty={followUp.isDirty} />
      <Button variant={isPrimary ? 'filled' : 'default'} disabled={!isAvailable} onClick={followUp.open}>
        {t(`${group}.button`)}
      </Button>
      <FollowUpFormDialog followUp={followUp} title={t(`${group}.title`, named)} />
      <ConfirmDialog
        isOpen={step === 'confirm'}
        isStatic
        isDangerous={mode === 'CANCEL'}
        title={t(`${group}.confirm_title`, named)}
        confirmLabel={t(`${group}.confirm`, named)}
        cancelLabel={t('details.go_back')}
        onConfirm={followUp.submit}
        onCancel={followUp.back}
      >
        {t(`${group}.confirm_text`, named)}
      </ConfirmDialog>
      <ResultDialog
        isOpen={step === 'result'}
        kind={result.outcome}
        title={t(`${group}.${result.outcome}_title`, named)}
        requestId={result.requestId}
        closeLabel={result.outcome === 'error' ? t('details.go_back') : undefined}
        onClose={() => void followUp.finish()}
      >
        <div className={classes.result}>
          <p>{t(ending === 'unknown' ? 'details.unknown_end' : `${group}.${ending}_text`, named)}</p>
          {result.outcome === 'error' && result.reason != null && (
            <p className={classes.reasonText}>{result.reason}</p>
          )}
          {result.outcome !== 'error' && result.transactionId != null && (
            <p>
              {t('details.new_transaction')} <CopyText text={result.transactionId} />
            </p>
          )}
        </div>
      </ResultDialog>
    </>
  );
}

function FollowUpFormDialog({ followUp, title }: { followUp: FollowUp; title: string }) {
  const { t } = useTranslation();
  const texts = useUiTexts();
  const words = useDetailsWords();
  const { limit, form, error } = followUp;
  const most = words.money(limit.amount, limit.currency);
  const hasFixedAmount = !limit.isAmountOpen;
  return (
    <Dialog isOpen={followUp.step === 'form'} onClose={followUp.close} title={title} isStatic>
      <FormStack
        label={title}
        onSubmit={followUp.confirm}
        actions={
          <>
            <Button variant="default" onClick={followUp.close}>
              {texts.close}
            </Button>
            <Button type="submit">{t('details.continue')}</Button>
          </>
        }
      >
        {hasFixedAmount && (
          <DetailsList details={[{ label: t('details.amount'), value: most, isNumeric: true }]} />
        )}
        {limit.isAmountOpen && (
          <AmountField
            label={t('details.amount')}
            required
            value={form.amount}
            onChange={(amount) => followUp.change({ amount })}
            onBlur={followUp.check}
            currencyCode={limit.currency}
            digits={precisionOf(limit.currency, limit.amount)}
            help={t('details.up_to', { money: most })}
            error={error == null ? undefined : t(`details.${error}`, { money: most })}
            data-autofocus
          />
        )}
        <TextField
          label={t('details.merchant_ref')}
          help={t('details.optional')}
          maxLength={255}
          value={form.merchantRef}
          onChange={(event) => followUp.change({ merchantRef: event.currentTarget.value })}
        />
        <TextAreaField
          label={t('details.field.description')}
          help={t('details.optional')}
          maxLength={255}
          value={form.description}
          onChange={(event) => followUp.change({ description: event.currentTarget.value })}
        />
      </FormStack>
    </Dialog>
  );
}
