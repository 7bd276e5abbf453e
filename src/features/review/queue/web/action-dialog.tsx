import { Button } from '@mantine/core';
import { Notice } from '#ui/feedback/notice.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { TextAreaField } from '#ui/form/text-area-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { useLastShown } from '#ui/overlay/use-last-shown.ts';
import { useUiTexts } from '#ui/ui-texts.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useForm } from '#web/form/use-form.ts';
import type { RetryEffect } from '../retry.ts';
import { type ReviewAction, consequences, sumRetries } from '../review.ts';
import { maxComment } from '../review-shapes.ts';
import type { RetryReview, TaskView } from '../schemas.ts';
import classes from './queue.module.css';
import type { QueueLabels } from './use-queue-labels.ts';

export interface PendingAction {
  action: ReviewAction;
  tasks: readonly TaskView[];
  /** Of "Retry all": the failed tasks on all pages, `tasks` among them. */
  retry?: RetryReview;
}

interface Props {
  pending: PendingAction | undefined;
  labels: QueueLabels;
  /** An error that it throws appears in the dialog. */
  onConfirm: (comment: string) => Promise<void>;
  onCancel: () => void;
}

/** Confirms an action with its effect on the sums, and a comment that only the action "comment" requires. */
export function ActionDialog({ pending, ...props }: Props) {
  const last = useLastShown(pending);
  if (last === undefined) return null;
  return (
    <PendingDialog
      key={`${last.action} ${last.tasks.map(({ id }) => id).join()}`}
      {...props}
      pending={last}
      isOpen={pending !== undefined}
    />
  );
}

interface PendingProps extends Props {
  pending: PendingAction;
  isOpen: boolean;
}

function PendingDialog({ pending, isOpen, labels, onConfirm, onCancel }: PendingProps) {
  const { action, tasks } = pending;
  const { t } = labels;
  const tasksText = labels.what(tasks);
  const texts = useUiTexts();
  const form = useForm({
    initial: { comment: '' },
    validate: ({ comment }): { comment?: 'queue.comment_missing' } =>
      action === 'COMMENT' && comment.trim() === '' ? { comment: 'queue.comment_missing' } : {},
    async send({ comment }) {
      await onConfirm(comment);
      form.reset();
    },
  });
  const isDangerous = action === 'REJECT' || action === 'FLUSH';
  const cancel = (): void => {
    form.reset();
    onCancel();
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={cancel}
      isLocked={form.isBusy}
      title={t(`queue.ask.${action}.title`, { what: tasksText })}
    >
      <FormStack
        onSubmit={form.submit}
        actions={
          <>
            <Button
              variant="default"
              disabled={form.isBusy}
              data-autofocus={isDangerous || undefined}
              onClick={cancel}
            >
              {texts.cancel}
            </Button>
            {tasks.length > 0 && (
              <Button
                type="submit"
                loading={form.isBusy}
                color={isDangerous ? 'red' : undefined}
                data-autofocus={(!isDangerous && action !== 'COMMENT') || undefined}
              >
                {t(`queue.ask.${action}.confirm`, { what: tasksText })}
              </Button>
            )}
          </>
        }
      >
        <Consequence pending={pending} labels={labels} />
        <TextAreaField
          {...form.field('comment')}
          label={t('queue.comment')}
          isOptional={action !== 'COMMENT'}
          maxLength={maxComment}
          disabled={form.isBusy}
          data-autofocus={action === 'COMMENT' || undefined}
        />
        <FailureNotice failure={form.failure} title={t('queue.action_failed')}>
          {form.failure?.status === 0 ? t('queue.no_response') : undefined}
        </FailureNotice>
      </FormStack>
    </Dialog>
  );
}

/** The effect of the action, in sentences. */
function Consequence({ pending, labels }: { pending: PendingAction; labels: QueueLabels }) {
  const { t } = labels;
  const { action, tasks } = pending;
  if (action === 'COMMENT') return null;
  if (action === 'FLUSH') return <Notice kind="pending">{t('queue.ask.FLUSH.text')}</Notice>;
  if (action === 'RETRY') return <RetryConsequence pending={pending} labels={labels} />;
  if (action === 'HOLD') {
    const firstDue = tasks.toSorted((a, b) => a.decidesAt.localeCompare(b.decidesAt))[0];
    return (
      <p>{t('queue.ask.HOLD.text', { what: firstDue === undefined ? '' : labels.decides(firstDue) })}</p>
    );
  }
  const isAccept = action === 'ACCEPT';
  const { payments, payouts, released } = consequences(isAccept ? tasks : tasks.map(asReleased));
  return (
    <div className={classes.consequence}>
      {payments.length > 0 && <p>{t(`queue.ask.${action}.payments`, { money: labels.sums(payments) })}</p>}
      {payouts.length > 0 && <p>{t(`queue.ask.${action}.payouts`, { money: labels.sums(payouts) })}</p>}
      {released > 0 && <p>{t('queue.ask.released', { count: released })}</p>}
    </div>
  );
}

/** What accepts take and what rejects release, by currency. */
function RetryConsequence({
  pending: { tasks, retry },
  labels,
}: {
  pending: PendingAction;
  labels: QueueLabels;
}) {
  const { t } = labels;
  const sums = Map.groupBy(retry?.sums ?? sumRetries(tasks), ({ effect }) => effect);
  const available = retry?.resultsAvailable ?? tasks.length;
  if (tasks.length === 0) return <p>{t('queue.retry_none')}</p>;
  return (
    <div className={classes.consequence}>
      <p>{t('queue.ask.RETRY.text')}</p>
      {available > tasks.length && (
        <Notice kind="pending">
          {t('queue.retry_first', { number: labels.number(tasks.length), all: labels.number(available) })}
        </Notice>
      )}
      {[...sums].map(([effect, ofEffect]) => (
        <p key={effect}>
          {t(retryTexts[effect], {
            money: labels.sums(ofEffect),
            count: ofEffect.reduce((all, sum) => all + sum.tasks, 0),
          })}
        </p>
      ))}
    </div>
  );
}

const retryTexts = {
  CAPTURE: 'queue.ask.ACCEPT.payments',
  PAY_OUT: 'queue.ask.ACCEPT.payouts',
  RELEASE: 'queue.ask.REJECT.payments',
  CANCEL_PAYOUT: 'queue.ask.REJECT.payouts',
  ACCEPT: 'queue.ask.released',
  REMOVE: 'queue.ask.removed',
} as const satisfies Record<RetryEffect, string>;

/** A reject releases the hold of every task, also those that merchants had requested. */
const asReleased = (task: TaskView): TaskView => ({ ...task, wasDeferredByMerchant: false });
