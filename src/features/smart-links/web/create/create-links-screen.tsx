import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { zonedDate } from '#shared/zoned-day.ts';
import { addDays } from '#shared/calendar-day.ts';
import { parsePageLanguage } from '#features/hosted-sessions/page-languages.ts';
import {
  type LinkInstallation,
  createSmartLinkBatch,
  listEmailPayInstallations,
} from '#features/smart-links/endpoints.ts';
import { type LinkForm, toLinkBody } from '#features/smart-links/link-form.ts';
import { defaultExpiryDays, linkCurrencies } from '#features/smart-links/link-rules.ts';
import { LinkEditor } from '#features/smart-links/web/create/link-editor.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { Page } from '#ui/layout/page.tsx';
import { useCall, useSend } from '#web/call/use-call.ts';
import { useTimes } from '#web/format/use-times.ts';
import { LinkButton } from '#web/link-button.tsx';
import { paths } from '#web/paths.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { releaseUnsavedForms } from '#web/unsaved-forms.ts';

/** /smartlinks/create (docs/domain.md#smart-links). */
export function CreateLinksScreen() {
  const { t } = useTranslation();
  const { organisation } = useSignedIn();
  const orgId = organisation.selectedParentOrgId;
  const installations = useCall(
    listEmailPayInstallations,
    { path: { orgId } },
    { isHandledHere: true, refetchOnWindowFocus: false },
  );
  return (
    <Page
      width="form"
      title={t('screen.smartLinkCreate')}
      subtitle={t('smart_links.intro')}
      actions={
        <LinkButton to={paths.smartLinks()} variant="default">
          {t('smart_links.all')}
        </LinkButton>
      }
    >
      {installations.error != null ? (
        <ErrorState
          title={t('smart_links.failed')}
          requestId={installations.error.requestId}
          onRetry={() => void installations.refetch()}
        >
          {errorText(installations.error.message)}
        </ErrorState>
      ) : installations.data == null ? (
        <SkeletonLines lines={14} />
      ) : installations.data.length === 0 ? (
        <EmptyState title={t('smart_links.no_installation')}>
          {t('smart_links.no_installation_text')}
        </EmptyState>
      ) : (
        <NewLinks key={orgId} installations={installations.data} />
      )}
    </Page>
  );
}

function NewLinks({ installations }: { installations: readonly LinkInstallation[] }) {
  const { t, language } = useTranslation();
  const { zone } = useTimes();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const send = useSend(createSmartLinkBatch, { isHandledHere: true });
  const base = useMemo(() => emptyForm(installations, language, zone), [installations, language, zone]);

  async function create(form: LinkForm): Promise<void> {
    const made = await send.mutateAsync({
      path: { installationId: Number(form.installationId) },
      // The merchant API's body has many parts more; what is left out reads as nothing.
      body: toLinkBody(form, zone) as never,
    });
    releaseUnsavedForms();
    void queries.invalidateQueries({ queryKey: ['searchSmartLinks'] });
    const links = made.smartLinkResponseDetail?.links ?? [];
    await navigate({ ...paths.createdSmartLinks(), state: { smartLinks: links } as object });
  }
  return (
    <LinkEditor
      label={t('screen.smartLinkCreate')}
      base={base}
      installations={installations}
      onCreate={create}
      onCancel={() => void navigate(paths.smartLinks())}
    />
  );
}

/** The only installation is chosen, and its only currency. */
function emptyForm(installations: readonly LinkInstallation[], language: string, zone: string): LinkForm {
  const only = installations.length === 1 ? installations[0] : undefined;
  const currencies = linkCurrencies.filter((code) => only?.currencies.includes(code));
  return {
    installationId: only === undefined ? '' : String(only.id),
    currency: currencies[0] ?? '',
    amount: '',
    merchantReference: '',
    description: '',
    deferred: false,
    emailAddress: '',
    telephone: '',
    expires: addDays(zonedDate(new Date(), zone), defaultExpiryDays),
    language: parsePageLanguage(language),
    batchSize: '1',
  };
}
