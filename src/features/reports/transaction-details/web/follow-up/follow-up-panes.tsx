import { useDialogLock } from '#ui/overlay/dialog-guards.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { type RefundReason, refundReasons } from '#shared/payments/refund-reasons.ts';
import { type Sequence, digitsAfterPoint, remainderAfter } from '../../follow-up-form.ts';
import type { FollowUp } from './use-follow-up.ts';
import { CardPauseNotice } from '../card-pause.tsx';
import { useDetailsFormat } from '../use-details-format.ts';
import { ScheduleFields } from '#features/payments/schedules/web/schedule-fields.tsx';
import classes from '../details-screen.module.css';
import { Notice } from '#ui/feedback/notice.tsx';
import { AmountField } from '#ui/form/amount-field.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { RadioField } from '#ui/form/radio-field.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { TextAreaField } from '#ui/form/text-area-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { DetailsList } from '#ui/layout/details-list.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

interface Props {
  followUp: FollowUp;
  title: string;
  submitLabel: string;
}

/** The form of a follow-up. */
export function FollowUpFormPane({ followUp, title, submitLabel }: Props) {
  const { t } = useTranslation();
  const texts = useUiTexts();
  const format = useDetailsFormat();
  const { limit, form } = followUp;
  const max = format.money(limit.amount, limit.currency);
  return (
    <FormStack
      label={title}
      onSubmit={form.submit}
      actions={
        <>
          <Button variant="default" onClick={followUp.close}>
            {limit.mode === 'CANCEL' ? t('details.action.CANCEL.keep') : texts.cancel}
          </Button>
          <Button type="submit">{submitLabel}</Button>
        </>
      }
    >
      {followUp.isDisputed && <Notice kind="pending">{t('details.refund_disputed')}</Notice>}
      {followUp.pause !== null && <CardPauseNotice pause={followUp.pause} />}
      {followUp.unknownAmount !== undefined && (
        <Notice kind="pending">
          {t('details.unknown_before', { money: format.money(followUp.unknownAmount, limit.currency) })}
        </Notice>
      )}
      {followUp.card !== null && (
        <DetailsList details={[{ label: t('details.with_card'), value: followUp.card, isNumeric: true }]} />
      )}
      {limit.mode === 'REFUND' && <RefundChoice followUp={followUp} max={max} />}
      {limit.mode === 'REFUND' && form.values.isWhole ? null : limit.isAmountOpen ? (
        <OpenAmountField followUp={followUp} max={max} />
      ) : (
        <DetailsList details={[{ label: t('details.amount'), value: max, isNumeric: true }]} />
      )}
      {limit.mode === 'REFUND' && <RefundReasonFields followUp={followUp} />}
      {limit.sequences.length > 1 && (
        <SelectField
          label={t('details.repeat_type')}
          choices={limit.sequences.map((value) => ({ value, label: t(`details.${value.toLowerCase()}`) }))}
          value={form.values.sequence}
          onChange={(value) => form.change({ sequence: value as Sequence | null })}
        />
      )}
      {limit.skips !== undefined && <Notice>{t('schedules.skips_next')}</Notice>}
      {limit.takesSchedule && (
        <ScheduleFields
          form={form.values.schedule}
          errors={form.errors()}
          onChange={(schedule) => form.change({ schedule })}
          currency={limit.currency}
          digits={digitsAfterPoint(limit.currency, limit.amount)}
        />
      )}
      <TextField
        label={t('details.merchant_ref')}
        isOptional
        maxLength={255}
        value={form.values.merchantRef}
        onChange={(event) => form.change({ merchantRef: event.currentTarget.value })}
      />
      <TextAreaField
        label={t('details.field.description')}
        isOptional
        maxLength={255}
        value={form.values.description}
        onChange={(event) => form.change({ description: event.currentTarget.value })}
      />
    </FormStack>
  );
}

/** Why the money goes back, for the merchant's own records. */
function RefundReasonFields({ followUp: { form } }: { followUp: FollowUp }) {
  const { t } = useTranslation();
  const format = useDetailsFormat();
  return (
    <>
      <SelectField
        label={t('details.field.refund_reason')}
        isOptional
        clearable
        choices={refundReasons.map((value) => ({ value, label: format.value(value) ?? value }))}
        value={form.values.refundReason}
        onChange={(value) => form.change({ refundReason: value as RefundReason | null })}
      />
      <TextAreaField
        label={t('details.field.refund_note')}
        help={t('details.refund_note_help')}
        isOptional
        maxLength={255}
        value={form.values.refundNote}
        onChange={(event) => form.change({ refundNote: event.currentTarget.value })}
      />
    </>
  );
}

/** All that remains, or a part of it. The amount of a part stays while the other is chosen. */
function RefundChoice({ followUp, max }: { followUp: FollowUp; max: string }) {
  const { t } = useTranslation();
  const format = useDetailsFormat();
  const { limit, form } = followUp;
  const rest = remainderAfter(form.values, limit);
  return (
    <RadioField
      label={t('details.refund_choice.label')}
      choices={[
        { value: 'full', label: t('details.refund_choice.full', { money: max }) },
        { value: 'partial', label: t('details.refund_choice.partial') },
      ]}
      value={form.values.isWhole ? 'full' : 'partial'}
      help={
        form.values.isWhole && rest !== undefined
          ? t('details.left_after.REFUND', { money: format.money(rest, limit.currency) })
          : undefined
      }
      onChange={(choice) => form.change({ isWhole: choice === 'full' })}
    />
  );
}

/** Below the amount: what remains afterwards, or the most that can be moved. */
function OpenAmountField({ followUp, max }: { followUp: FollowUp; max: string }) {
  const { t } = useTranslation();
  const format = useDetailsFormat();
  const { limit, form } = followUp;
  const error = form.errors().amount;
  const rest = remainderAfter(form.values, limit);
  const isLimited = limit.mode === 'REFUND' || limit.mode === 'CAPTURE';
  const limitHelp = isLimited ? t('details.up_to', { money: max }) : undefined;
  return (
    <AmountField
      label={t('details.amount')}
      required={limit.mode !== 'CAPTURE'}
      isOptional={limit.mode === 'CAPTURE'}
      value={form.values.amount}
      onChange={(amount) => form.change({ amount })}
      onBlur={() => form.leave('amount')}
      currencyCode={limit.currency}
      digits={digitsAfterPoint(limit.currency, limit.amount)}
      help={
        rest === undefined
          ? limitHelp
          : t(`details.left_after.${limit.mode}`, { money: format.money(rest, limit.currency) })
      }
      error={error === undefined ? undefined : t(`details.${error}`, { money: max })}
      data-autofocus
    />
  );
}

interface FollowUpConfirmProps {
  followUp: FollowUp;
  text: string;
  confirmLabel: string;
  /** Who gets the money back. */
  customer: string | null;
}

/** The confirmation of a follow-up: what happens, what remains, and the button to confirm. */
export function FollowUpConfirm({ followUp, text, confirmLabel, customer }: FollowUpConfirmProps) {
  const { t } = useTranslation();
  const format = useDetailsFormat();
  const [isBusy, setIsBusy] = useState(false);
  useDialogLock(isBusy);
  const { limit, form } = followUp;
  const rest = remainderAfter(form.values, limit);
  async function submit(): Promise<void> {
    setIsBusy(true);
    try {
      await followUp.submit();
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <div className={classes.confirm}>
      <p>{text}</p>
      {limit.mode === 'REFUND' && (
        <DetailsList
          details={[
            { label: t('details.customer'), value: customer },
            { label: t('details.field.refund_reason'), value: format.value(form.values.refundReason) },
            { label: t('details.field.refund_note'), value: form.values.refundNote.trim() },
          ].filter(({ value }) => value !== null && value !== '')}
        />
      )}
      {rest !== undefined && (
        <p className="number">
          {t(`details.left_after.${limit.mode}`, { money: format.money(rest, limit.currency) })}
        </p>
      )}
      <div className={classes.confirmActions}>
        <Button variant="default" onClick={followUp.back} disabled={isBusy}>
          {t('details.go_back')}
        </Button>
        <Button
          color={limit.mode === 'CANCEL' ? 'red' : undefined}
          loading={isBusy}
          // The pane has replaced the one with the focus.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          // A double click or held Enter on the form must not confirm.
          onKeyDown={(event) => {
            if (event.repeat) event.preventDefault();
          }}
          onClick={(event) => {
            if (event.detail < 2) void submit();
          }}
        >
          {confirmLabel}
        </Button>
      </div>
    </div>
  );
}

interface ScheduleWarningDialogProps {
  isOpen: boolean;
  /** The day of the next episode. */
  next: string | null;
  onSkip: () => void;
  onProceed: (() => void) | undefined;
  onClose: () => void;
}

/**
 * Warns before a repeat that the schedule would make anyway: replace the next episode, or pay in addition
 * (docs/domain.md#follow-up-dialogs).
 */
export function ScheduleWarningDialog({
  isOpen,
  next,
  onSkip,
  onProceed,
  onClose,
}: ScheduleWarningDialogProps) {
  const { t } = useTranslation();
  const times = useTimes();
  const texts = useUiTexts();
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('schedules.warning.title')}
      size="medium"
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          {onProceed && (
            <Button variant="default" onClick={onProceed}>
              {t('schedules.warning.proceed')}
            </Button>
          )}
          <Button onClick={onSkip} data-autofocus>
            {t('schedules.warning.skip')}
          </Button>
        </>
      }
    >
      <p>{t('schedules.warning.text', { day: times.day(next ?? '') })}</p>
    </Dialog>
  );
}
