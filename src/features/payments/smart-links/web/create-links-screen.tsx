import { NextStep } from '#web/links/next-step.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useLocation } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { parsePageLanguage } from '#shared/page-languages.ts';
import { createSmartLinkBatch, listEmailPayInstallations } from '../endpoints.ts';
import type { LinkInstallation } from '../schemas.ts';
import { createdState } from '../created-links.ts';
import { type LinkForm, emptyLinkForm, toLinkBody } from '../link-form.ts';
import { LinkEditor } from './link-editor.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { Page } from '#ui/layout/page.tsx';
import { useCall, useSend } from '#web/call/use-call.ts';
import { useTimes } from '#web/format/use-times.ts';
import { LinkButton } from '#web/links/link-button.tsx';
import { readLinkDraft } from '#web/links/link-draft.ts';
import { paths } from '#web/paths.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { releaseUnsavedForms } from '#web/form/unsaved-forms.ts';

/** /smartlinks/create (docs/domain.md#smart-links). */
export function CreateLinksScreen() {
  const { t } = useTranslation();
  const { organisation } = useSignedIn();
  const orgId = organisation.selectedParentOrgId;
  const installations = useCall(
    listEmailPayInstallations,
    { path: { orgId } },
    { handlesOwnErrors: true, refetchOnWindowFocus: false },
  );
  return (
    <Page
      width="form"
      title={t('screen.smartLinkCreate')}
      subtitle={t('smart_links.intro')}
      actions={
        <>
          <LinkButton to={paths.importSmartLinks()} variant="default">
            {t('smart_links.file.open')}
          </LinkButton>
          <LinkButton to={paths.smartLinks()} variant="default">
            {t('smart_links.all')}
          </LinkButton>
        </>
      }
    >
      {installations.error !== null ? (
        <ErrorState
          title={t('smart_links.failed')}
          requestId={installations.error.requestId}
          onRetry={() => void installations.refetch()}
        >
          {errorText(installations.error.message)}
        </ErrorState>
      ) : installations.data === undefined ? (
        <SkeletonLines lines={14} />
      ) : installations.data.length === 0 ? (
        <EmptyState title={t('smart_links.no_installation')}>
          {t('smart_links.no_installation_text')}
          <NextStep />
        </EmptyState>
      ) : (
        <NewLinks key={orgId} installations={installations.data} />
      )}
    </Page>
  );
}

function NewLinks({ installations }: { installations: readonly LinkInstallation[] }) {
  const { t, language } = useTranslation();
  const { zone, today } = useTimes();
  const [firstDay] = useState(today);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const send = useSend(createSmartLinkBatch, { handlesOwnErrors: true });
  const state = useLocation({ select: (location) => location.state });
  const base = useMemo(
    () =>
      emptyLinkForm(
        installations,
        {
          today: firstDay,
          language: parsePageLanguage(language),
        },
        readLinkDraft(state),
      ),
    [installations, language, firstDay, state],
  );

  async function create(form: LinkForm): Promise<void> {
    const body = toLinkBody(form, zone);
    const created = await send.mutateAsync({ path: { installationId: Number(form.installationId) }, body });
    releaseUnsavedForms();
    void queries.invalidateQueries({ queryKey: ['searchSmartLinks'] });
    const links = created.smartLinkResponseDetail?.links ?? [];
    await navigate({
      ...paths.createdSmartLinks(),
      state: createdState(form, body.smartLink.expires, links),
    });
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
