import { useState } from 'react';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { Page } from '#ui/layout/page.tsx';
import { useCall } from '#web/call/use-call.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { SecurityTabs } from '#web/links/security-tabs.tsx';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { getSecurityPolicy } from '../../endpoints.ts';
import { PolicyEditor } from './policy-editor.tsx';

/** /settings/security: the sign-in rules of the selected organisation's company (docs/domain.md#security-policy). */
export function SecurityScreen() {
  const { t } = useTranslation();
  const { organisation } = useSignedIn();
  const orgId = organisation.selectedParentOrgId;
  const policy = useCall(getSecurityPolicy, { path: { orgId } }, { isHandledHere: true, staleTime: 0 });
  const [isSaved, setIsSaved] = useState(false);
  // Never edit from the cache: wait for a fresh response.
  const data = policy.isFetchedAfterMount ? policy.data : undefined;
  return (
    <Page
      width="form"
      title={t('screen.security')}
      subtitle={data?.organisationName ?? organisation.selectedOrgName}
    >
      <SecurityTabs />
      {policy.error != null ? (
        <ErrorState
          title={t(policy.error.status === 403 ? 'security_policy.forbidden' : 'security_policy.failed')}
          requestId={policy.error.requestId}
          onRetry={() => void policy.refetch()}
        >
          {policy.error.status === 403
            ? t('security_policy.forbidden_text')
            : errorText(policy.error.message)}
        </ErrorState>
      ) : data == null ? (
        <SkeletonLines lines={12} />
      ) : (
        <>
          {isSaved && (
            <Notice kind="success" onClose={() => setIsSaved(false)}>
              {t('security_policy.saved')}
            </Notice>
          )}
          {!data.mayChange && <Notice>{t('security_policy.read_only')}</Notice>}
          <PolicyEditor
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
