import { useNavigate } from '@tanstack/react-router';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { Page } from '#ui/layout/page.tsx';
import { useFreshCall, useSend } from '#web/call/use-call.ts';
import { LinkButton } from '#web/links/link-button.tsx';
import { paths } from '#web/paths.ts';
import { Allowed } from '#web/session/allowed.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { createInstallation, listMerchantChoices } from '../endpoints.ts';
import { newInstallationForm } from '../installation-form.ts';
import { InstallationEditor, InstallationsLink } from './installation-editor.tsx';

/** /settings/installations/new (docs/domain.md#installations). */
export function NewInstallationScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const orgId = useSignedIn().organisation.selectedParentOrgId;
  const merchants = useFreshCall(listMerchantChoices, { path: { orgId } });
  const send = useSend(createInstallation, { handlesOwnErrors: true });
  const choices = merchants.data;
  return (
    <Page title={t('screen.newInstallation')} back={<InstallationsLink />} width="form">
      {merchants.error !== null ? (
        <ErrorState
          title={t('installations.merchants_failed')}
          requestId={merchants.error.requestId}
          onRetry={() => void merchants.refetch()}
        >
          {errorText(merchants.error.message)}
        </ErrorState>
      ) : choices === undefined ? (
        <SkeletonLines lines={12} />
      ) : choices.length === 0 ? (
        <EmptyState
          title={t('installations.no_merchants')}
          action={
            <Allowed anyOf={['P_MANAGE_ORGANISATION']}>
              <LinkButton to={paths.organisations()}>{t('installations.add_merchant')}</LinkButton>
            </Allowed>
          }
        >
          {t('installations.no_merchants_text')}
        </EmptyState>
      ) : (
        <InstallationEditor
          initial={newInstallationForm(choices)}
          version={0}
          merchants={choices}
          mayChange
          submitLabel={t('installations.add')}
          onSubmit={async (body, merchantId) => {
            const created = await send.mutateAsync({ path: { orgId: merchantId }, body });
            await navigate({ ...paths.installation(created.installationId), ignoreBlocker: true });
          }}
        />
      )}
    </Page>
  );
}
