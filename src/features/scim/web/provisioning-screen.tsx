import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { Page } from '#ui/layout/page.tsx';
import { useCall } from '#web/call/use-call.ts';
import { SecurityTabs } from '#web/links/security-tabs.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { getProvisioning } from '../endpoints.ts';
import { ConnectionSection } from './connection-section.tsx';
import { CreateTokenDialog } from './create-token-dialog.tsx';
import { GroupsSection } from './groups-section.tsx';
import { RefusalsSection } from './refusals-section.tsx';
import { TokensSection } from './tokens-section.tsx';

/** /settings/security/provisioning: SCIM of the selected organisation's company (docs/domain.md#provisioning). */
export function ProvisioningScreen() {
  const { t } = useTranslation();
  const { organisation } = useSignedIn();
  const orgId = organisation.selectedParentOrgId;
  const read = useCall(getProvisioning, { path: { orgId } }, { isHandledHere: true, staleTime: 0 });
  const [isCreating, setIsCreating] = useState(false);
  const [news, setNews] = useState<'revoked' | 'mapped' | 'saved'>();
  const data = read.data;
  const reread = (what?: typeof news) => {
    setNews(what);
    void read.refetch();
  };
  return (
    <Page
      width="form"
      title={t('screen.security')}
      subtitle={data?.companyName ?? organisation.selectedOrgName}
      actions={
        data?.mayChange === true && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setIsCreating(true)}>
            {t('provisioning.create_token')}
          </Button>
        )
      }
    >
      <SecurityTabs />
      {read.error?.code === 'NO_COMPANY' ? (
        <EmptyState title={t('provisioning.no_company')}>{t('provisioning.no_company_text')}</EmptyState>
      ) : read.error != null ? (
        <ErrorState
          title={t(read.error.status === 403 ? 'provisioning.forbidden' : 'provisioning.failed')}
          requestId={read.error.requestId}
          onRetry={() => void read.refetch()}
        >
          {read.error.status === 403 ? t('provisioning.forbidden_text') : errorText(read.error.message)}
        </ErrorState>
      ) : data == null ? (
        <SkeletonLines lines={14} />
      ) : (
        <>
          {news !== undefined && (
            <Notice kind="success" onClose={() => setNews(undefined)}>
              {t(`provisioning.news.${news}`)}
            </Notice>
          )}
          {!data.mayChange && <Notice>{t('provisioning.read_only')}</Notice>}
          <ConnectionSection orgId={orgId} provisioning={data} onSaved={() => reread('saved')} />
          <TokensSection orgId={orgId} provisioning={data} onRevoked={() => reread('revoked')} />
          <GroupsSection
            key={`${data.companyId} ${data.groupCount} ${data.lastChangeAt}`}
            orgId={orgId}
            provisioning={data}
            onMapped={() => reread('mapped')}
          />
          <RefusalsSection refusals={data.refusals} />
        </>
      )}
      {isCreating && (
        <CreateTokenDialog orgId={orgId} onCreated={() => reread()} onClose={() => setIsCreating(false)} />
      )}
    </Page>
  );
}
