import { numberFormat } from '#shared/text/intl-formats.ts';
import { NextStep } from '#features/setup/web/next-step.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useLocation } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { Button } from '@mantine/core';
import { IconDownload, IconPlus, IconQrcode } from '@tabler/icons-react';
import { zonedDate } from '#shared/zoned-day.ts';
import { addDays } from '#shared/calendar-day.ts';
import { csvLine } from '#shared/text/csv.ts';
import { parsePageLanguage } from '#features/hosted-sessions/page-languages.ts';
import { createSmartLinkBatch, listEmailPayInstallations } from '../endpoints.ts';
import type { LinkInstallation } from '../schemas.ts';
import { type LinkForm, toLinkBody } from '../link-form.ts';
import { defaultExpiryDays, linkCurrencies } from '../link-rules.ts';
import { LinkEditor } from './link-editor.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { Page } from '#ui/layout/page.tsx';
import { useCall, useSend } from '#web/call/use-call.ts';
import { useTimes } from '#web/format/use-times.ts';
import { LinkButton } from '#web/links/link-button.tsx';
import { paths } from '#web/paths.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { errorText } from '#web/translate/translate.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { releaseUnsavedForms } from '#web/form/unsaved-forms.ts';
import { QrDialog } from './share-dialogs.tsx';
import classes from './smart-links.module.css';
import { Notice } from '#ui/feedback/notice.tsx';
import { CopyText } from '#ui/layout/copy-text.tsx';

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
  const { zone } = useTimes();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const send = useSend(createSmartLinkBatch, { isHandledHere: true });
  const base = useMemo(() => emptyForm(installations, language, zone), [installations, language, zone]);

  async function create(form: LinkForm): Promise<void> {
    const created = await send.mutateAsync({
      path: { installationId: Number(form.installationId) },

      body: toLinkBody(form, zone),
    });
    releaseUnsavedForms();
    void queries.invalidateQueries({ queryKey: ['searchSmartLinks'] });
    const links = created.smartLinkResponseDetail?.links ?? [];
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

/** Preselects the only installation and its only currency. */
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

interface CreatedLink {
  linkId: string;
  link: string;
}

/** /smartlinks/view: the created links, from the state of the navigation (docs/domain.md#smart-links). */
export function ViewLinksScreen() {
  const { t, language } = useTranslation();
  const state = useLocation({ select: ({ state: given }) => given }) as { smartLinks?: unknown };
  const links = createdLinks(state.smartLinks);
  const [shown, setShown] = useState<string>();
  if (links.length === 0) {
    return (
      <Page width="form" title={t('screen.smartLinkView')}>
        <EmptyState
          title={t('smart_links.nothing_made')}
          action={
            <LinkButton to={paths.smartLinks()} variant="default">
              {t('smart_links.all')}
            </LinkButton>
          }
        >
          {t('smart_links.nothing_made_text')}
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page
      width="form"
      title={t('screen.smartLinkView')}
      actions={
        <>
          <LinkButton to={paths.smartLinks()} variant="default">
            {t('smart_links.all')}
          </LinkButton>
          <LinkButton
            to={paths.createSmartLinks()}
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
          >
            {t('smart_links.another')}
          </LinkButton>
          <Button
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() =>
              download(buildCsv(links, t('smart_links.column.linkId'), t('smart_links.column.link')))
            }
          >
            {t('smart_links.csv')}
          </Button>
        </>
      }
    >
      <Notice kind="success">{t('smart_links.made', { count: links.length })}</Notice>
      <ol className={classes.createdLinks} aria-label={t('screen.smartLinkView')}>
        {links.map(({ linkId, link }, at) => (
          <li key={linkId}>
            <span className={`${classes.number} number`}>
              {numberFormat(browserLocale(language)).format(at + 1)}
            </span>
            <span className={classes.address}>
              <CopyText text={link} />
            </span>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconQrcode size={16} aria-hidden />}
              aria-label={t('smart_links.qr_label', { link })}
              onClick={() => setShown(link)}
            >
              {t('smart_links.qr')}
            </Button>
          </li>
        ))}
      </ol>
      <QrDialog link={shown} onClose={() => setShown(undefined)} />
    </Page>
  );
}

/** Validates the state, which may come from another version of the page. */
function createdLinks(given: unknown): CreatedLink[] {
  if (!Array.isArray(given)) return [];
  return (given as Partial<CreatedLink>[]).filter(
    (one): one is CreatedLink => typeof one?.linkId === 'string' && /^https?:\/\//.test(one.link ?? ''),
  );
}

const buildCsv = (links: readonly CreatedLink[], ...header: string[]): string =>
  [header, ...links.map(({ linkId, link }) => [linkId, link])].map(csvLine).join('');

function download(csv: string): void {
  const url = URL.createObjectURL(new Blob(['\uFEFF', csv], { type: 'text/csv;charset=utf-8' }));
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = 'smart-links.csv';
  anchor.click();
  // The browser reads the blob before the next task.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
