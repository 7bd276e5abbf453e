import { Button } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { IconDownload, IconPlus, IconQrcode } from '@tabler/icons-react';
import { useState } from 'react';
import { csvLine } from '#shared/csv.ts';
import { QrDialog } from '#features/smart-links/web/share/qr-dialog.tsx';
import classes from '#features/smart-links/web/smart-links.module.css';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { CopyText } from '#ui/layout/copy-text.tsx';
import { Page } from '#ui/layout/page.tsx';
import { LinkButton } from '#web/link-button.tsx';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

type CreatedLink = { linkId: string; link: string };

/** /smartlinks/view: what the creation has made, which it hands over as state (docs/domain.md#smart-links). */
export function ViewLinksScreen() {
  const { t, language } = useTranslation();
  const state = useLocation({ select: ({ state: given }) => given }) as { smartLinks?: unknown };
  const links = createdLinks(state.smartLinks);
  const [shown, setShown] = useState<string>();
  if (links.length === 0) {
    return (
      <Page title={t('screen.smartLinkView')}>
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
      <div className={classes.told}>
        <Notice kind="success">{t('smart_links.made', { count: links.length })}</Notice>
      </div>
      <ol className={classes.made} aria-label={t('screen.smartLinkView')}>
        {links.map(({ linkId, link }, at) => (
          <li key={linkId}>
            <span className={`${classes.number} number`}>
              {new Intl.NumberFormat(language).format(at + 1)}
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

/** State outlives versions of the page: whatever is no link is left out. */
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
  // The browser has taken the file by the next turn.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
