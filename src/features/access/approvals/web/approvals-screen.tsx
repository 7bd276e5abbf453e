import { Button, SegmentedControl } from '@mantine/core';
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ResponseInputOf } from '#shared/define-endpoint.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { Page } from '#ui/layout/page.tsx';
import { useAddress } from '#web/address.ts';
import { CallFailure } from '#web/call/call-failure.ts';
import { callUntil } from '#web/call/call.ts';
import { paths } from '#web/paths.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { errorText } from '#web/translate/translate.ts';
import { codeText } from '#web/translate/code-text.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { MoneyText } from '#ui/layout/money-text.tsx';
import { type StatusTone, StatusBadge } from '#ui/layout/status-badge.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { readApprovalsSearch } from '../approvals-search.ts';
import { countApprovals, listApprovals, approveRequest, cancelRequest, rejectRequest } from '../endpoints.ts';
import type { ApprovalState, ApprovalView } from '../schemas.ts';
import classes from './approvals.module.css';
import { DialogButtons } from '#ui/form/dialog-buttons.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { TextAreaField } from '#ui/form/text-area-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useSend } from '#web/call/use-call.ts';
import { useForm } from '#web/form/use-form.ts';
import { useMoney } from '#web/format/use-money.ts';

/** /approvals: requests that the user made or may decide (docs/domain.md#approvals). */
export function ApprovalsScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { organisation } = useSignedIn();
  const { tab } = useAddress(readApprovalsSearch);
  const list = useApprovals(organisation.selectedParentOrgId, tab === 'decided' ? 'DECIDED' : 'WAITING');
  const [choice, setChoice] = useState<Choice>();
  const items = list.data?.pages.flatMap((page) => page.items as ApprovalView[]);
  async function readAgain(): Promise<void> {
    await queries.invalidateQueries({ queryKey: [listApprovals.name] });
    await queries.invalidateQueries({ queryKey: [countApprovals.name] });
  }
  return (
    <Page width="form" title={t('screen.approvals')} subtitle={organisation.selectedOrgName}>
      <div className={classes.screen}>
        <SegmentedControl
          aria-label={t('approvals.which')}
          data={['waiting', 'decided'].map((value) => ({ value, label: t(`approvals.tab.${value}`) }))}
          value={tab ?? 'waiting'}
          onChange={(value) => void navigate(paths.approvals(value === 'decided' ? { tab: 'decided' } : {}))}
        />
        {list.error !== null ? (
          <ErrorState
            title={t('approvals.failed')}
            requestId={list.error.requestId}
            onRetry={() => void list.refetch()}
          >
            {errorText(list.error.message)}
          </ErrorState>
        ) : items === undefined ? (
          <SkeletonLines lines={8} />
        ) : items.length === 0 ? (
          <EmptyState title={t(tab === 'decided' ? 'approvals.none_decided' : 'approvals.none_waiting')}>
            {t('approvals.none_text')}
          </EmptyState>
        ) : (
          <ul className={classes.list}>
            {items.map((approval) => (
              <li key={approval.approvalId}>
                <ApprovalCard
                  approval={approval}
                  onChoose={(decision) => setChoice({ approval, decision })}
                />
              </li>
            ))}
          </ul>
        )}
        {list.hasNextPage && (
          <div>
            <Button
              variant="default"
              loading={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              {t('approvals.show_more')}
            </Button>
          </div>
        )}
      </div>
      {choice !== undefined && (
        <DecideDialog choice={choice} onDecided={readAgain} onClose={() => setChoice(undefined)} />
      )}
    </Page>
  );
}

function useApprovals(orgId: number, state: 'WAITING' | 'DECIDED') {
  type Found = ResponseInputOf<typeof listApprovals>;
  return useInfiniteQuery<Found, CallFailure, InfiniteData<Found>, readonly unknown[], string | undefined>({
    queryKey: [listApprovals.name, orgId, state],
    queryFn: ({ pageParam, signal }) =>
      callUntil(listApprovals, { path: { orgId }, query: { state, cursor: pageParam } }, signal),
    initialPageParam: undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 0,
    meta: { handlesOwnErrors: true },
  });
}

const tones: Record<ApprovalState, StatusTone> = {
  PENDING: 'pending',
  APPROVED: 'info',
  SUCCEEDED: 'success',
  FAILED: 'failed',
  REJECTED: 'failed',
  CANCELLED: 'neutral',
  EXPIRED: 'neutral',
};

interface ApprovalCardProps {
  approval: ApprovalView;
  onChoose: (decision: Choice['decision']) => void;
}

/** The request, the requester, the end, and the decision. */
function ApprovalCard({ approval, onChoose }: ApprovalCardProps) {
  const { t } = useTranslation();
  const times = useTimes();
  const { action, amount, state, isOwn, mayDecide, decidedBy, decidedAt, comment, resultCode } = approval;
  const { refundReason, refundNote } = approval;
  const decisionLabel = useDecisionLabel(approval);
  const isWaiting = state === 'PENDING';
  return (
    <article className={classes.request}>
      <div className={classes.head}>
        <h2 className={classes.title}>
          {t(`approvals.action.${action}`)}{' '}
          {amount !== null && <MoneyText amount={amount.amount} currencyCode={amount.currency} />}
        </h2>
        <StatusBadge tone={tones[state]} label={t(`approvals.state.${state}`)} />
      </div>
      <p>
        {approval.organisationName}
        <ApprovalObject approval={approval} />
      </p>
      {refundReason !== null && (
        <p>
          {t('details.field.refund_reason')}: {codeText(refundReason, t)}
        </p>
      )}
      {refundNote !== null && (
        <p>
          {t('details.field.refund_note')}: {refundNote}
        </p>
      )}
      <p>
        {t(isOwn ? 'approvals.requested_by_you' : 'approvals.requested_by', {
          name: approval.requestedBy,
          time: times.long(approval.requestedAt),
        })}
        {isWaiting && ` · ${t('approvals.ends', { time: times.long(approval.endsAt) })}`}
      </p>
      {decidedBy !== null && decidedAt !== null && (
        <p>{t('approvals.decided_by', { name: decidedBy, time: times.long(decidedAt) })}</p>
      )}
      {comment !== null && <p>{t('approvals.commented', { comment })}</p>}
      {state === 'FAILED' && <p>{t('approvals.failed_code', { code: resultCode ?? '–' })}</p>}
      {isWaiting && isOwn && <p>{t('approvals.own_waits')}</p>}
      {(mayDecide || (isWaiting && isOwn)) && (
        <div className="end-buttons">
          {isOwn ? (
            <Button variant="default" onClick={() => onChoose('cancel')}>
              {t('approvals.cancel')}
            </Button>
          ) : (
            <>
              <Button
                variant="default"
                aria-label={decisionLabel('reject')}
                onClick={() => onChoose('reject')}
              >
                {t('approvals.reject')}
              </Button>
              <Button aria-label={decisionLabel('approve')} onClick={() => onChoose('approve')}>
                {t('approvals.approve')}
              </Button>
            </>
          )}
        </div>
      )}
    </article>
  );
}

function ApprovalObject({ approval: { action, objectId, objectName } }: { approval: ApprovalView }) {
  const isMoney = action === 'refund' || action === 'payout';
  const label = objectName ?? objectId;
  if (label === null) return null;
  if (!isMoney || objectId === null) return <> · {label}</>;
  return (
    <>
      {' · '}
      <Link {...paths.transaction(objectId)}>{objectId}</Link>
      {objectName !== null && ` · ${objectName}`}
    </>
  );
}

interface Choice {
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
function useDecisionLabel({ action, amount }: ApprovalView): (decision: Choice['decision']) => string {
  const { t } = useTranslation();
  const money = useMoney();
  return (decision) =>
    decision === 'cancel'
      ? t('approvals.cancel')
      : t(`approvals.decide.${decision}.${action}`, { amount: money(amount?.amount, amount?.currency) });
}

const calls = { approve: approveRequest, reject: rejectRequest, cancel: cancelRequest };

/** Confirms a decision, with a comment. */
function DecideDialog({ choice: { approval, decision }, onDecided, onClose }: Props) {
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
    <Dialog isOpen isLocked={form.isBusy} onClose={onClose} title={t(`approvals.${decision}_title`)}>
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
