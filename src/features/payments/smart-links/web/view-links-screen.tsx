import { Button } from '@mantine/core';
import { IconDownload, IconMail, IconPlus, IconQrcode } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { csvLine } from '#shared/text/csv.ts';
import { numberFormat } from '#shared/text/intl-formats.ts';
import { type LinkTerms, readCreatedState } from '../created-links.ts';
import { QrDialog, SendDialog } from './share-dialogs.tsx';
import classes from './smart-links.module.css';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { CopyButton } from '#ui/layout/copy-button.tsx';
import { CopyText } from '#ui/layout/copy-text.tsx';
import { Page } from '#ui/layout/page.tsx';
import { useLastShown } from '#ui/overlay/use-last-shown.ts';
import { useMoney } from '#web/format/use-money.ts';
import { useTimes } from '#web/format/use-times.ts';
import { LinkButton } from '#web/links/link-button.tsx';
import { paths } from '#web/paths.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { saveBlob } from '#web/call/call.ts';

interface CreatedLink {
  linkId: string;
  link: string;
}

/** /smartlinks/view: the created links, from the state of the navigation (docs/domain.md#smart-links). */
export function ViewLinksScreen() {
  const { t } = useTranslation();
  const created = readCreatedState(useLocation({ select: ({ state }) => state }));
  if (created !== undefined) return <CreatedLinks {...created} />;
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

function CreatedLinks({ links, terms }: { links: readonly CreatedLink[]; terms: LinkTerms }) {
  const { t } = useTranslation();
  const [qrLink, setQrLink] = useState<string>();
  const [sending, setSending] = useState<CreatedLink>();
  const [message, setMessage] = useState<string>();
  const last = useLastShown(sending);
  return (
    <Page width="form" title={t('screen.smartLinkView')} actions={<Actions links={links} />}>
      <Notice kind="success">{message ?? t('smart_links.made', { count: links.length })}</Notice>
      <ol className={classes.createdLinks} aria-label={t('screen.smartLinkView')}>
        {links.map((created, index) => (
          <li key={created.linkId}>
            <LinkTermsText terms={terms} number={links.length > 1 ? index + 1 : undefined} />
            <span className={classes.address}>
              <CopyText text={created.link} />
            </span>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconQrcode size={16} aria-hidden />}
              aria-label={t('smart_links.qr_label', { link: created.link })}
              onClick={() => setQrLink(created.link)}
            >
              {t('smart_links.qr')}
            </Button>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconMail size={16} aria-hidden />}
              onClick={() => setSending(created)}
            >
              {t('smart_links.send')}
            </Button>
          </li>
        ))}
      </ol>
      <QrDialog link={qrLink} onClose={() => setQrLink(undefined)} />
      {last !== undefined && (
        <SendDialog
          key={last.linkId}
          link={{ linkId: last.linkId, emailAddress: terms.emailAddress, mailedTo: [], mailedAt: null }}
          isOpen={sending !== undefined}
          onClose={() => setSending(undefined)}
          onSent={(to) => {
            setSending(undefined);
            setMessage(t('smart_links.sent', { to }));
          }}
        />
      )}
    </Page>
  );
}

function Actions({ links }: { links: readonly CreatedLink[] }) {
  const { t } = useTranslation();
  const isOne = links.length === 1;
  return (
    <>
      <LinkButton
        to={paths.createSmartLinks()}
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
      >
        {t('smart_links.another')}
      </LinkButton>
      {!isOne && (
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() =>
            download(buildCsv(links, t('smart_links.column.linkId'), t('smart_links.column.link')))
          }
        >
          {t('smart_links.csv')}
        </Button>
      )}
      <CopyButton
        text={links.map(({ link }) => link).join('\n')}
        label={t(isOne ? 'smart_links.copy_one' : 'smart_links.copy_all')}
      />
    </>
  );
}

/** The amount of the link, and until when. */
function LinkTermsText({ terms, number }: { terms: LinkTerms; number: number | undefined }) {
  const { t, language } = useTranslation();
  const money = useMoney();
  const times = useTimes();
  const { currency, amount, merchantReference, emailAddress, expires } = terms;
  const facts = [
    merchantReference,
    emailAddress,
    `${t('smart_links.column.expires')} ${times.short(expires)}`,
  ].filter((fact) => fact !== '');
  return (
    <div className={classes.terms}>
      {number !== undefined && (
        <span className={`${classes.number} number`}>
          {numberFormat(browserLocale(language)).format(number)}
        </span>
      )}
      <strong className="number">
        {amount === '' ? t('smart_links.any_amount', { currency }) : money(amount, currency)}
      </strong>
      <span className={classes.termsFacts}>{facts.join(' · ')}</span>
    </div>
  );
}

const buildCsv = (links: readonly CreatedLink[], ...header: string[]): string =>
  [header, ...links.map(({ linkId, link }) => [linkId, link])].map(csvLine).join('');

const download = (csv: string): void =>
  saveBlob(new Blob(['\uFEFF', csv], { type: 'text/csv;charset=utf-8' }), 'smart-links.csv');
