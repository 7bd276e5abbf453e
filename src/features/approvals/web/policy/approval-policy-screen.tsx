import { useState } from 'react';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { Page } from '#ui/layout/page.tsx';
import { useCall } from '#web/call/use-call.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { getApprovalPolicy } from '../../endpoints.ts';
import { ApprovalPolicyEditor } from './approval-policy-editor.tsx';

/** /settings/approvals: what needs a second person in the selected organisation's company (docs/domain.md#approvals). */
export function ApprovalPolicyScreen() {
  const { t } = useTranslation();
  const { organisation } = useSignedIn();
  const orgId = organisation.selectedParentOrgId;
  const policy = useCall(getApprovalPolicy, { path: { orgId } }, { isHandledHere: true, staleTime: 0 });
  const [isSaved, setIsSaved] = useState(false);
  // Never edit from the cache: wait for a fresh response.
  const data = policy.isFetchedAfterMount ? policy.data : undefined;
  const status = policy.error?.status;
  return (
    <Page
      width="form"
      title={t('screen.approvalPolicy')}
      subtitle={data?.organisationName ?? organisation.selectedOrgName}
    >
      {status === 404 ? (
        <EmptyState title={t('approval_policy.no_company')}>
          {t('approval_policy.no_company_text')}
        </EmptyState>
      ) : policy.error != null ? (
        <ErrorState
          title={t(status === 403 ? 'approval_policy.forbidden' : 'approval_policy.failed')}
          requestId={policy.error.requestId}
          onRetry={() => void policy.refetch()}
        >
          {errorText(policy.error.message)}
        </ErrorState>
      ) : data == null ? (
        <SkeletonLines lines={12} />
      ) : (
        <>
          {isSaved && (
            <Notice kind="success" onClose={() => setIsSaved(false)}>
              {t('approval_policy.saved')}
            </Notice>
          )}
          {!data.mayChange && <Notice>{t('approval_policy.read_only')}</Notice>}
          {data.otherApprovers === 0 && <Notice kind="pending">{t('approval_policy.no_approver')}</Notice>}
          <ApprovalPolicyEditor
            key={`${data.organisationId} ${data.version}`}
            policy={data}
            onSaved={async () => {
              await policy.refetch();
              setIsSaved(true);
            }}
          />
        </>
      )}
    </Page>
  );
}
