import { useState } from 'react';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { Page } from '#ui/layout/page.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useCall } from '#web/call/use-call.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { SecurityTabs } from '#web/links/security-tabs.tsx';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { getSingleSignOn } from '../../endpoints.ts';
import type { SignOnView } from '../../schemas.ts';
import { DomainsCard } from './domains-card.tsx';
import { MappingCard } from './mapping-card.tsx';
import { ProviderCard } from './provider-card.tsx';
import { RequirementCard } from './requirement-card.tsx';
import type { SavedFlash, SettingsPart } from './card-flash.tsx';
import { TestCard } from './test-card.tsx';

// A card shows the stored data, and keeps unsaved changes when another card was saved.
const providerOf = ({ provider }: SignOnView): string => `${provider?.issuer} ${provider?.clientId}`;
const rulesOf = ({ rules }: SignOnView): string => rules.map(({ ruleId }) => ruleId).join();

/** /settings/security/single-sign-on: five steps (docs/domain.md#single-sign-on). */
export function SignOnSettingsScreen() {
  const { t } = useTranslation();
  const { organisation } = useSignedIn();
  const orgId = organisation.selectedParentOrgId;
  const settings = useCall(getSingleSignOn, { path: { orgId } }, { handlesOwnErrors: true, staleTime: 0 });
  const [flash, setFlash] = useState<SavedFlash>();
  // A new secret alone shows in no response.
  const [savedProvider, setSavedProvider] = useState(0);
  // Never edit from the cache: wait for a fresh response.
  const data = settings.isFetchedAfterMount ? settings.data : undefined;
  const status = settings.error?.status;
  const part: SettingsPart | undefined = data && {
    view: data,
    flash,
    onFlashClose: () => setFlash(undefined),
    onChanged: async (next) => {
      setFlash(next);
      await settings.refetch();
      if (next === 'provider') setSavedProvider((times) => times + 1);
    },
  };
  return (
    <Page
      width="form"
      title={t('screen.security')}
      subtitle={data?.organisationName ?? organisation.selectedOrgName}
    >
      <SecurityTabs />
      {status === 404 ? (
        <EmptyState title={t('sign_on_settings.no_company')}>
          {t('sign_on_settings.no_company_text')}
        </EmptyState>
      ) : part === undefined && settings.error !== null ? (
        <ErrorState
          title={t(status === 403 ? 'sign_on_settings.forbidden' : 'sign_on_settings.failed')}
          requestId={settings.error.requestId}
          onRetry={() => void settings.refetch()}
        >
          {status === 403 ? t('security_policy.forbidden_text') : errorText(settings.error.message)}
        </ErrorState>
      ) : part === undefined ? (
        <SkeletonLines lines={12} />
      ) : (
        <>
          <FailureNotice failure={settings.error} />
          {!part.view.mayChange && <Notice>{t('sign_on_settings.read_only')}</Notice>}
          <ProviderCard
            key={`provider ${orgId}`}
            version={`${savedProvider} ${providerOf(part.view)}`}
            {...part}
          />
          <DomainsCard {...part} />
          <MappingCard key={`mapping ${orgId}`} version={rulesOf(part.view)} {...part} />
          <TestCard {...part} />
          <RequirementCard {...part} />
        </>
      )}
    </Page>
  );
}
