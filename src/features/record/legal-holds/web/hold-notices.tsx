import { Notice } from '#ui/feedback/notice.tsx';
import { useCall } from '#web/call/use-call.ts';
import { useTimes } from '#web/format/use-times.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { getHoldsOfCase, getHoldsOfTransaction } from '../endpoints.ts';
import type { LegalHold } from '../schemas.ts';

/** The legal holds that a payment is under. Nothing without one, and while they cannot be read. */
export function TransactionHolds({ transactionId }: { transactionId: string }) {
  const holds = useCall(getHoldsOfTransaction, { path: { transactionId } }, { handlesOwnErrors: true });
  return <Notices holds={holds.data?.holds ?? []} />;
}

/** The same of a case. */
export function CaseHolds({ caseId }: { caseId: string }) {
  const holds = useCall(getHoldsOfCase, { path: { caseId } }, { handlesOwnErrors: true });
  return <Notices holds={holds.data?.holds ?? []} />;
}

function Notices({ holds }: { holds: readonly LegalHold[] }) {
  const { t } = useTranslation();
  const times = useTimes();
  return holds.map(({ holdId, kind, organisationName, reason, createdBy, createdAt, endsAt }) => (
    <Notice key={holdId} title={t(`legal_holds.on.${kind}`, { organisation: organisationName })}>
      <p>{reason}</p>
      <p className="quiet-text">
        {[
          createdBy,
          times.short(createdAt),
          endsAt === null ? t('legal_holds.open') : t('legal_holds.until', { day: times.date(endsAt) }),
        ].join(' · ')}
      </p>
    </Notice>
  ));
}
