import type { TransactionDetails } from '../schemas.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { LinkButton } from '#web/links/link-button.tsx';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { useDetailsWords } from './use-details-words.ts';

/** Refunds and payouts that wait for a second person. Without it, users would ask twice. */
export function ApprovalNotice({ transaction }: { transaction: TransactionDetails }) {
  const { t } = useTranslation();
  const times = useTimes();
  const words = useDetailsWords();
  return transaction.waitingApprovals.map(({ approvalId, action, amount, askedBy, askedAt, endsAt }) => (
    <Notice
      key={approvalId}
      kind="pending"
      title={t('details.approval.title', {
        action: t(`approvals.action.${action}`),
        amount: words.money(amount, transaction.currencyCode),
      })}
      action={
        <LinkButton variant="default" to={paths.approvals()}>
          {t('approvals.open')}
        </LinkButton>
      }
    >
      {t('details.approval.text', { name: askedBy, asked: times.long(askedAt), ends: times.long(endsAt) })}
    </Notice>
  ));
}
