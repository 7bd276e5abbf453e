import { Button } from '@mantine/core';
import { useState } from 'react';
import { type RefundReason, refundReasons } from '#shared/payments/refund-reasons.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { CheckField } from '#ui/form/check-field.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { TextAreaField } from '#ui/form/text-area-field.tsx';
import { Fold } from '#ui/layout/fold.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { useLastShown } from '#ui/overlay/use-last-shown.ts';
import { useUiTexts } from '#ui/ui-texts.ts';
import { toFailure } from '#web/call/call-failure.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useCall, useSend } from '#web/call/use-call.ts';
import { useForm } from '#web/form/use-form.ts';
import { codeText } from '#web/translate/code-text.ts';
import { type BulkAction, isLinkAction } from '../bulk-work.ts';
import { reviewBulkWork, startBulkWork } from '../endpoints.ts';
import type { BulkReview } from '../schemas.ts';
import { toSums } from '../sum-amounts.ts';
import classes from './bulk.module.css';
import { openBulkJob } from './open-job.ts';
import { type BulkLabels, useBulkLabels } from './use-bulk-labels.ts';

interface Asked {
  action: BulkAction;
  ids: readonly string[];
}

interface Props {
  /** undefined: closed. */
  asked: Asked | undefined;
  onClose: () => void;
  onStarted: () => void;
}

/** What the action would do to the selection, with its sums, before anything happens. */
export function ReviewDialog({ asked, ...props }: Props) {
  const last = useLastShown(asked);
  if (last === undefined) return null;
  return (
    <OpenReview
      key={`${last.action} ${last.ids.join()}`}
      {...props}
      asked={last}
      isOpen={asked !== undefined}
    />
  );
}

type OpenProps = Props & { asked: Asked; isOpen: boolean };

function OpenReview(props: OpenProps) {
  const { asked, isOpen, onClose } = props;
  const { action } = asked;
  const labels = useBulkLabels();
  const { t } = labels;
  const texts = useUiTexts();
  const [withoutDisputed, setWithoutDisputed] = useState(false);
  const { review, form, accepted, sums } = useReview({ ...props, withoutDisputed });
  const title = t(`bulk.title.${action}`);
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} size="medium" isLocked={form.isBusy}>
      <FormStack
        label={title}
        onSubmit={form.submit}
        actions={
          <>
            <Button variant="default" disabled={form.isBusy} onClick={onClose} data-autofocus>
              {texts.cancel}
            </Button>
            {accepted > 0 && (
              <Button type="submit" loading={form.isBusy} disabled={review.isFetching}>
                {labels.doing(action, accepted, sums)}
              </Button>
            )}
          </>
        }
      >
        {review.isPending && review.error === null && <SkeletonLines lines={4} />}
        <FailureNotice
          failure={review.error}
          title={t('bulk.review_failed')}
          action={
            <Button variant="default" size="compact-sm" onClick={() => void review.refetch()}>
              {texts.retry}
            </Button>
          }
        />
        {review.data !== undefined && <Reviewed review={review.data} action={action} labels={labels} />}
        {review.data !== undefined && (
          <DisputedItems
            items={review.data.items}
            areLeftOut={withoutDisputed}
            isBusy={form.isBusy || review.isFetching}
            onChange={setWithoutDisputed}
            labels={labels}
          />
        )}
        {action === 'REFUND' && accepted > 0 && <RefundFields form={form} />}
        <FailureNotice failure={form.failure} title={t('bulk.not_started')} />
      </FormStack>
    </Dialog>
  );
}

/** The review, and the form that starts what it shows. */
function useReview({
  asked: { action, ids },
  isOpen,
  onClose,
  onStarted,
  withoutDisputed,
}: OpenProps & { withoutDisputed: boolean }) {
  // One id for a confirmed dialog: a repeated request starts nothing twice.
  const [jobId] = useState(() => crypto.randomUUID());
  const selection = { action, ids: [...ids], ...(withoutDisputed ? { withoutDisputed } : {}) };
  const review = useCall(
    reviewBulkWork,
    { body: selection },
    { handlesOwnErrors: true, enabled: isOpen, staleTime: 0, gcTime: 0, placeholderData: (last) => last },
  );
  const start = useSend(startBulkWork, { handlesOwnErrors: true });
  const { sums = [], items = [] } = review.data ?? {};
  const accepted = items.filter(({ code }) => code === null).length;
  const form = useForm({
    initial: { refundReason: null as RefundReason | null, refundNote: '' },
    validate: () => ({}),
    async send({ refundReason, refundNote }) {
      const details = action === 'REFUND' ? { refundReason: refundReason ?? undefined, refundNote } : {};
      try {
        const body = { ...selection, jobId, sums, number: accepted, ...details };
        const job = await start.mutateAsync({ body });
        onClose();
        onStarted();
        openBulkJob(job.jobId);
      } catch (error) {
        // The new review is shown with the reason why it is there.
        if (toFailure(error).code === 'BULK_CHANGED') await review.refetch();
        throw error;
      }
    },
  });
  return { review, form, accepted, sums };
}

/** Why the money goes back, for the merchant's own records. */
function RefundFields({ form }: { form: ReturnType<typeof useReview>['form'] }) {
  const { t } = useBulkLabels();
  return (
    <>
      <SelectField
        label={t('details.field.refund_reason')}
        isOptional
        clearable
        choices={refundReasons.map((value) => ({ value, label: codeText(value, t) }))}
        value={form.values.refundReason}
        onChange={(value) => form.change({ refundReason: value as RefundReason | null })}
      />
      <TextAreaField
        {...form.field('refundNote')}
        label={t('details.field.refund_note')}
        help={t('details.refund_note_help')}
        isOptional
        maxLength={255}
      />
    </>
  );
}

interface DisputedProps {
  items: BulkReview['items'];
  areLeftOut: boolean;
  isBusy: boolean;
  onChange: (areLeftOut: boolean) => void;
  labels: BulkLabels;
}

/** The selected payments with an open dispute and their sum, which the user can leave out. */
function DisputedItems({ items, areLeftOut, isBusy, onChange, labels }: DisputedProps) {
  const { t, what, money, sumsText, dispute: text } = labels;
  const disputed = items.flatMap(({ dispute, ...item }) => (dispute === null ? [] : [{ ...item, dispute }]));
  if (disputed.length === 0) return null;
  const sums = { what: what('REFUND', disputed.length), money: sumsText(toSums(disputed)) };
  return (
    <Notice kind="pending" title={t('bulk.disputed', sums)}>
      <div className="stack">
        <p>{t('bulk.disputed_text')}</p>
        <ul className={classes.refused}>
          {disputed.map(({ id, merchantRef, amount, ccyCode, dispute }) => (
            <li key={id}>
              <strong className="number">{merchantRef ?? id}</strong>{' '}
              <span className="number">{money(amount, ccyCode)}</span> {text(dispute)}
            </li>
          ))}
        </ul>
        <CheckField
          label={t('bulk.leave_out_disputed')}
          isChecked={areLeftOut}
          disabled={isBusy}
          onChange={onChange}
        />
      </div>
    </Notice>
  );
}

interface ReviewedProps {
  review: BulkReview;
  action: BulkAction;
  labels: BulkLabels;
}

/** The sums of what would run, and what is left out with the reason. */
function Reviewed({ review: { items, sums }, action, labels }: ReviewedProps) {
  const { t, what, money, reason } = labels;
  const refused = items.flatMap(({ code, ...item }) => (code === null ? [] : [{ ...item, code }]));
  const accepted = items.length - refused.length;
  const isMoney = sums.length > 0 && !isLinkAction(action);
  return (
    <>
      {accepted === 0 ? (
        <p>{t('bulk.nothing')}</p>
      ) : isMoney ? (
        <ul className={classes.sums}>
          {sums.map(({ ccyCode, amount, number }) => (
            <li key={ccyCode}>
              <strong className="number">{money(amount, ccyCode)}</strong>
              <span>{what(action, number)}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p>{what(action, accepted)}</p>
      )}
      {accepted > 0 && <p className={classes.note}>{t(`bulk.note.${action}`)}</p>}
      {refused.length > 0 && (
        <Notice kind="pending" title={t('bulk.left_out', { what: what(action, refused.length) })}>
          <Fold title={t('bulk.why')} isOpen={refused.length <= 5}>
            <ul className={classes.refused}>
              {refused.map(({ id, merchantRef, code }) => (
                <li key={id}>
                  <strong className="number">{merchantRef ?? id}</strong> {reason(code, action)}
                </li>
              ))}
            </ul>
          </Fold>
        </Notice>
      )}
    </>
  );
}
