import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { MoneyText } from '#ui/layout/money-text.tsx';
import { StatusBadge, type StatusTone } from '#ui/layout/status-badge.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { ApprovalState, ApprovalView } from '../schemas.ts';
import classes from './approvals.module.css';
import type { Choice } from './decide-dialog.tsx';

const tones: Record<ApprovalState, StatusTone> = {
  PENDING: 'pending',
  APPROVED: 'info',
  SUCCEEDED: 'success',
  FAILED: 'failed',
  REJECTED: 'failed',
  CANCELLED: 'neutral',
  EXPIRED: 'neutral',
};

interface Props {
  approval: ApprovalView;
  onChoose: (what: Choice['what']) => void;
}

/** What is asked, the requester, the end, and the decision. */
export function ApprovalCard({ approval, onChoose }: Props) {
  const { t } = useTranslation();
  const times = useTimes();
  const { action, amount, state, isOwn, mayDecide, decidedBy, decidedAt, comment, resultCode } = approval;
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
      <p>
        {t(isOwn ? 'approvals.asked_by_you' : 'approvals.asked_by', {
          name: approval.askedBy,
          time: times.long(approval.askedAt),
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
        <div className={classes.buttons}>
          {isOwn ? (
            <Button variant="default" onClick={() => onChoose('cancel')}>
              {t('approvals.cancel')}
            </Button>
          ) : (
            <>
              <Button variant="default" onClick={() => onChoose('reject')}>
                {t('approvals.reject')}
              </Button>
              <Button onClick={() => onChoose('approve')}>{t('approvals.approve')}</Button>
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
