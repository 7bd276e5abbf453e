import { Button } from '@mantine/core';
import { numberFormat } from '#shared/text/intl-formats.ts';
import { useState } from 'react';
import { HistoryPanel } from '#features/record/audit/web/history-panel.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { CopyText } from '#ui/layout/copy-text.tsx';
import { DetailsList, Lines } from '#ui/layout/details-list.tsx';
import { Section } from '#ui/layout/section.tsx';
import { BackLink } from '#web/links/back-link.tsx';
import { usePathPart } from '#web/address.ts';
import { LoadingPage } from '#web/call/loading-page.tsx';
import { useCall, useSend } from '#web/call/use-call.ts';
import { TimeText } from '#web/format/time-text.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { paths } from '#web/paths.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { SecretOwnerPage, installationLines } from '#web/secrets/secret-owner-page.tsx';
import { changeWebhook, getWebhook } from '../endpoints.ts';
import type { Webhook } from '../schemas.ts';
import { DeliveriesSection } from './deliveries-section.tsx';
import { eventLabel, WebhookStatus } from './webhook-status.tsx';
import { type WebhookFlash, WebhookActions } from './webhook-actions.tsx';

/** /settings/webhooks/{endpointId} (docs/domain.md#webhooks). */
export function WebhookScreen() {
  const { t } = useTranslation();
  const endpointId = usePathPart('endpointId');
  const orgId = useSignedIn().organisation.selectedParentOrgId;
  const webhook = useCall(
    getWebhook,
    { path: { orgId, endpointId } },
    { handlesOwnErrors: true, staleTime: 0 },
  );
  if (webhook.data !== undefined) {
    return <WebhookDetails orgId={orgId} webhook={webhook.data} reread={() => void webhook.refetch()} />;
  }
  return (
    <LoadingPage
      title={t('screen.webhook')}
      back={<WebhooksLink />}
      queries={[webhook]}
      notFound={t('webhooks.not_found')}
      failed={t('webhooks.webhook_failed')}
    />
  );
}

interface Props {
  orgId: number;
  webhook: Webhook;
  reread: () => void;
}

function WebhookDetails({ orgId, webhook, reread }: Props) {
  const { t } = useTranslation();
  const [flash, setFlash] = useState<WebhookFlash>();
  // Another number makes the log read again.
  const [turn, setTurn] = useState(0);
  const done = (flash?: WebhookFlash) => {
    setFlash(flash);
    setTurn(turn + 1);
    reread();
  };
  return (
    <SecretOwnerPage
      name={webhook.url}
      back={<WebhooksLink />}
      status={<WebhookStatus status={webhook.status} />}
      created={{ label: t('webhooks.created'), at: webhook.createdAt }}
      figures={<SuccessRate webhook={webhook} />}
      actions={webhook.mayManage && <WebhookActions {...{ orgId, webhook }} onDone={done} />}
      flash={flash && t(`webhooks.flash.${flash}`)}
      onFlashClose={() => setFlash(undefined)}
    >
      <StateNotice webhook={webhook} />
      {webhook.eventVersion === 1 && <VersionNotice {...{ orgId, webhook }} onDone={() => done('changed')} />}
      <DeliveriesSection {...{ orgId, webhook, turn }} onResent={() => done()} />
      <Configuration webhook={webhook} />
      <HistoryPanel objectKind="webhook" objectId={webhook.endpointId} />
    </SecretOwnerPage>
  );
}

function SuccessRate({ webhook: { attempted, delivered } }: { webhook: Webhook }) {
  const { t, language } = useTranslation();
  if (attempted === 0) return null;
  const share = numberFormat(browserLocale(language), { style: 'percent', maximumFractionDigits: 1 });
  return <span>{t('webhooks.rate', { share: share.format(delivered / attempted), number: attempted })}</span>;
}

function StateNotice({ webhook: { status, pausedBy, pausedAt, failingSince } }: { webhook: Webhook }) {
  const { t } = useTranslation();
  const times = useTimes();
  if (status === 'paused') {
    const at = pausedAt === null ? '' : times.long(pausedAt);
    return (
      <Notice kind="pending" title={t('webhooks.paused_title')}>
        {t(pausedBy === 'failures' ? 'webhooks.paused_by_failures' : 'webhooks.paused_by_user', { at })}
      </Notice>
    );
  }
  if (failingSince === null) return null;
  return <Notice kind="pending">{t('webhooks.failing_text', { at: times.long(failingSince) })}</Notice>;
}

/** An endpoint of before: it receives an authorisation under the name of a payment. */
function VersionNotice({ orgId, webhook, onDone }: { orgId: number; webhook: Webhook; onDone: () => void }) {
  const { t } = useTranslation();
  const change = useSend(changeWebhook);
  const { endpointId, url, events, format, version, installations, installationCount } = webhook;
  // A user who does not see all of its installations cannot save it.
  const mayChange = webhook.mayManage && installations.length === installationCount;
  const installationIds = installations.map(({ installationId }) => installationId);
  const body = { url, events, format, version, installationIds, eventVersion: 2 as const };
  return (
    <Notice
      kind="info"
      title={t('webhooks.version_title')}
      action={
        mayChange && (
          <Button
            variant="default"
            loading={change.isPending}
            onClick={() => {
              void change
                .mutateAsync({ path: { orgId, endpointId }, body })
                .then(onDone)
                .catch(() => undefined);
            }}
          >
            {t('webhooks.version_change')}
          </Button>
        )
      }
    >
      {t('webhooks.version_text')}
    </Notice>
  );
}

function Configuration({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation();
  return (
    <Section title={t('webhooks.configuration')}>
      <DetailsList
        details={[
          { label: t('webhooks.id'), value: <CopyText text={webhook.endpointId} /> },
          {
            label: t('webhooks.events'),
            value: <Lines texts={webhook.events.map((event) => eventLabel(t, event))} />,
          },
          {
            label: t('webhooks.installations'),
            value: <Lines texts={installationLines(webhook, (more) => t('webhooks.hidden', { more }))} />,
          },
          { label: t('webhooks.format'), value: t(`webhooks.format_name.${webhook.format}`) },
          ...(webhook.previousValidUntil === null
            ? []
            : [
                {
                  label: t('webhooks.old_secret_until'),
                  value: <TimeText at={webhook.previousValidUntil} />,
                },
              ]),
          { label: t('webhooks.created'), value: <TimeText at={webhook.createdAt} />, isNumeric: true },
          ...(webhook.createdBy === null
            ? []
            : [{ label: t('webhooks.created_by'), value: webhook.createdBy }]),
        ]}
      />
    </Section>
  );
}

function WebhooksLink() {
  const { t } = useTranslation();
  return <BackLink to={paths.webhooks()}>{t('screen.webhooks')}</BackLink>;
}
