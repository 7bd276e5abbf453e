import { Link } from '@tanstack/react-router';
import { Notice } from '#ui/feedback/notice.tsx';
import { useCall } from '#web/call/use-call.ts';
import { paths } from '#web/paths.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { countApprovals } from '../endpoints.ts';

/** On the home screen, while requests wait for the user. */
export function WaitingApprovals() {
  const { t } = useTranslation();
  const orgId = useSignedIn().organisation.selectedParentOrgId;
  const count = useCall(countApprovals, { path: { orgId } }, { handlesOwnErrors: true, staleTime: 0 });
  const waiting = count.data?.waiting ?? 0;
  if (waiting === 0) return null;
  return (
    <Notice kind="pending" action={<Link {...paths.approvals()}>{t('approvals.open')}</Link>}>
      {t('approvals.waiting_for_you', { count: waiting, number: waiting })}
    </Notice>
  );
}
