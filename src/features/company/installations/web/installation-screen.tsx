import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { HistoryPanel } from '#features/record/audit/web/history-panel.tsx';
import { rotateNotificationSecret } from '#features/outbound/notifications/endpoints.ts';
import { SecretPanel } from '#features/outbound/notifications/web/secret-panel.tsx';
import { DeactivateDialog } from '#features/company/organisations/web/deactivate-dialog.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Headline } from '#ui/layout/headline.tsx';
import { Page } from '#ui/layout/page.tsx';
import { Section } from '#ui/layout/section.tsx';
import { StatusBadge } from '#ui/layout/status-badge.tsx';
import { LoadingPage } from '#web/call/loading-page.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { usePathPart } from '#web/address.ts';
import { useCall, useFreshCall, useSend } from '#web/call/use-call.ts';
import { paths } from '#web/paths.ts';
import { Allowed } from '#web/session/allowed.tsx';
import { useTabTitle } from '#web/tab-title.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import {
  changeInstallation,
  deactivateInstallation,
  getInstallation,
  getInstallationDeactivation,
  reactivateInstallation,
} from '../endpoints.ts';
import { toInstallationForm } from '../installation-form.ts';
import type { InstallationSettings } from '../schemas.ts';
import { InstallationEditor, InstallationsLink } from './installation-editor.tsx';
import classes from './installations.module.css';

/** /settings/installations/{installationId} (docs/domain.md#installations). */
export function InstallationScreen() {
  const { t } = useTranslation();
  const installationId = Number(usePathPart('installationId'));
  const path = { installationId };
  const loaded = useFreshCall(getInstallation, { path });
  const settings = loaded.data;
  if (settings !== undefined)
    return (
      <Details key={installationId} settings={settings} reread={async () => void (await loaded.refetch())} />
    );
  return (
    <LoadingPage
      title={t('screen.installation')}
      back={<InstallationsLink />}
      queries={[loaded]}
      failed={t('installations.failed')}
    />
  );
}

interface Props {
  settings: InstallationSettings;
  reread: () => Promise<void>;
}

type News = 'saved' | 'deactivated' | 'reactivated';

function Details({ settings, reread }: Props) {
  const { t } = useTranslation();
  const { installationId, name, merchantName, active, isInactiveAbove, mayChange, version } = settings;
  const path = { installationId };
  const [news, setNews] = useState<News>();
  const send = useSend(changeInstallation, { handlesOwnErrors: true });
  useTabTitle(name);
  const isStopped = !active || isInactiveAbove;
  async function done(change: News): Promise<void> {
    setNews(change);
    await reread();
  }
  return (
    <Page
      back={<InstallationsLink />}
      title={name}
      width="form"
      subtitle={
        <Headline
          status={
            isStopped ? (
              <StatusBadge tone="warning" label={t('installations.deactivated')} />
            ) : (
              <StatusBadge tone="success" label={t('installations.active')} />
            )
          }
          owner={merchantName}
          id={String(installationId)}
        />
      }
    >
      {news !== undefined && (
        <Notice kind="success" onClose={() => setNews(undefined)}>
          {t(`installations.flash.${news}`)}
        </Notice>
      )}
      {isStopped && (
        <Notice kind="pending">
          {t(active ? 'installations.inactive_above' : 'installations.inactive_text')}
        </Notice>
      )}
      <InstallationEditor
        initial={toInstallationForm(settings)}
        version={version}
        mayChange={mayChange}
        submitLabel={t('ui.saveChanges')}
        moreChecks={
          <Allowed anyOf={['P_VIEW_RISK_CONTROLS', 'P_EDIT_RISK_CONTROLS']}>
            <Link {...paths.riskControls({ installation: installationId })}>
              {t('installations.risk_controls')}
            </Link>
          </Allowed>
        }
        onSubmit={async (body) => {
          await send.mutateAsync({ path, body: { ...body, version } });
          await done('saved');
        }}
      >
        <Allowed to={rotateNotificationSecret}>
          <Section title={t('installations.notifications')}>
            <div className="stack">
              <h3 className={classes.heading}>{t('notifications.secret.title')}</h3>
              <p className="quiet">{t('notifications.secret.help')}</p>
              <SecretPanel installationId={installationId} mayRenew={mayChange} />
            </div>
          </Section>
        </Allowed>
        {mayChange && (
          <Section title={t('installations.danger')}>
            <Activity settings={settings} onDone={(change) => void done(change)} />
          </Section>
        )}
        <HistoryPanel objectKind="installation" objectId={String(installationId)} />
      </InstallationEditor>
    </Page>
  );
}

/** Deactivates the installation, or makes it active again. */
function Activity({
  settings: { installationId, name, active },
  onDone,
}: {
  settings: InstallationSettings;
  onDone: (change: News) => void;
}) {
  const { t } = useTranslation();
  const path = { installationId };
  const [isAsking, setIsAsking] = useState(false);
  const deactivate = useSend(deactivateInstallation, { handlesOwnErrors: true });
  const reactivate = useSend(reactivateInstallation, { handlesOwnErrors: true });
  const effect = useCall(
    getInstallationDeactivation,
    { path },
    { handlesOwnErrors: true, staleTime: 0, enabled: isAsking },
  );
  return (
    <div className={classes.danger}>
      <FailureNotice failure={reactivate.error} />
      <p className="quiet">{t(active ? 'installations.deactivate_text' : 'installations.reactivate_text')}</p>
      {active ? (
        <Button variant="default" onClick={() => setIsAsking(true)}>
          {t('organisations.deactivate')}
        </Button>
      ) : (
        <Button
          variant="default"
          loading={reactivate.isPending}
          onClick={() => reactivate.mutate({ path, body: {} }, { onSuccess: () => onDone('reactivated') })}
        >
          {t('organisations.reactivate')}
        </Button>
      )}
      {isAsking && (
        <DeactivateDialog
          name={name}
          effect={effect.isFetching ? undefined : effect.data}
          send={() => deactivate.mutateAsync({ path, body: {} })}
          onClose={() => setIsAsking(false)}
          onDone={() => {
            setIsAsking(false);
            onDone('deactivated');
          }}
        />
      )}
    </div>
  );
}
