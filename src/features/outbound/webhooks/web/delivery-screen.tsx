import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Notice } from '#ui/feedback/notice.tsx';
import { DetailsList } from '#ui/layout/details-list.tsx';
import { Headline } from '#ui/layout/headline.tsx';
import { Page } from '#ui/layout/page.tsx';
import { Section } from '#ui/layout/section.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { BackLink } from '#web/links/back-link.tsx';
import { usePathPart } from '#web/address.ts';
import type { CallFailure } from '#web/call/call-failure.ts';
import { LoadingPage } from '#web/call/loading-page.tsx';
import { useCall, useSend } from '#web/call/use-call.ts';
import { TimeText } from '#web/format/time-text.tsx';
import { PageActionBar } from '#web/palette/page-action-bar.tsx';
import { paths } from '#web/paths.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTabTitle } from '#web/tab-title.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { getWebhookDelivery, resendWebhookDelivery } from '../endpoints.ts';
import type { Delivery, WebhookAttempt } from '../schemas.ts';
import { eventLabel, resultLabel, DeliveryStatus } from './webhook-status.tsx';
import classes from './webhooks.module.css';

/** /settings/webhooks/{endpointId}/deliveries/{deliveryId} (docs/domain.md#webhooks). */
export function DeliveryScreen() {
  const { t } = useTranslation();
  const endpointId = usePathPart('endpointId');
  const deliveryId = usePathPart('deliveryId');
  const orgId = useSignedIn().organisation.selectedParentOrgId;
  const path = { orgId, endpointId, deliveryId };
  const delivery = useCall(getWebhookDelivery, { path }, { handlesOwnErrors: true, staleTime: 0 });
  if (delivery.data !== undefined) {
    return <DeliveryDetails path={path} delivery={delivery.data} reread={() => void delivery.refetch()} />;
  }
  return (
    <LoadingPage
      title={t('screen.webhookDelivery')}
      back={<WebhookLink endpointId={endpointId} />}
      queries={[delivery]}
      notFound={t('webhooks.delivery_not_found')}
      failed={t('webhooks.delivery_failed')}
    />
  );
}

interface Props {
  path: { orgId: number; endpointId: string; deliveryId: string };
  delivery: Delivery;
  reread: () => void;
}

function DeliveryDetails({ path, delivery, reread }: Props) {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  const [isQueued, setIsQueued] = useState(false);
  const isWaiting = delivery.state === 'queued' || delivery.state === 'sending';
  const title = eventLabel(t, delivery.type);
  useTabTitle(title);
  return (
    <Page
      back={<WebhookLink endpointId={path.endpointId} />}
      title={title}
      subtitle={
        <Headline
          status={<DeliveryStatus state={delivery.state} />}
          time={<TimeText at={delivery.createdAt} />}
          id={delivery.deliveryId}
        />
      }
      actions={
        delivery.mayManage &&
        !isWaiting && (
          <PageActionBar
            primary={{ id: 'resend', label: t('webhooks.resend'), go: () => setIsAsking(true) }}
          />
        )
      }
    >
      {isQueued && (
        <Notice kind="success" onClose={() => setIsQueued(false)}>
          {t('webhooks.queued')}
        </Notice>
      )}
      <Facts delivery={delivery} />
      {delivery.history.length === 0 && <p className="quiet">{t('webhooks.no_attempts')}</p>}
      {delivery.history.map((attempt) => (
        <AttemptSection key={attempt.attempt} attempt={attempt} delivery={delivery} />
      ))}
      {isAsking && (
        <ResendOneDialog
          path={path}
          close={() => setIsAsking(false)}
          onQueued={() => {
            setIsAsking(false);
            setIsQueued(true);
            reread();
          }}
        />
      )}
    </Page>
  );
}

function ResendOneDialog({
  path,
  close,
  onQueued,
}: Pick<Props, 'path'> & { close: () => void; onQueued: () => void }) {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<CallFailure>();
  const send = useSend(resendWebhookDelivery, { handlesOwnErrors: true });
  return (
    <ConfirmDialog
      isOpen
      title={t('webhooks.resend_one_title')}
      confirmLabel={t('webhooks.resend')}
      onCancel={close}
      onConfirm={() => send.mutateAsync({ path, body: {} }).then(onQueued).catch(setFailure)}
    >
      <div className="stack">
        <p>{t('webhooks.resend_one_text')}</p>
        <FailureNotice failure={failure} />
      </div>
    </ConfirmDialog>
  );
}

function Facts({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation();
  const { type, objectId } = delivery;
  const isTransaction = /^(payment|capture|refund|payout)\./.test(type);
  return (
    <Section title={t('webhooks.delivery')}>
      <DetailsList
        details={[
          { label: t('webhooks.address'), value: delivery.url },
          { label: t('webhooks.time'), value: <TimeText at={delivery.createdAt} />, isNumeric: true },
          ...(objectId === null
            ? []
            : [
                {
                  label: t('webhooks.object'),
                  value: isTransaction ? <Link {...paths.transaction(objectId)}>{objectId}</Link> : objectId,
                  isNumeric: true,
                },
              ]),
          { label: t('webhooks.attempts'), value: String(delivery.attempts), isNumeric: true },
          ...(delivery.nextAttemptAt === null
            ? []
            : [
                {
                  label: t('webhooks.next_attempt'),
                  value: <TimeText at={delivery.nextAttemptAt} />,
                  isNumeric: true,
                },
              ]),
        ]}
      />
    </Section>
  );
}

/** An attempt with request and response; without them for users who only view. */
function AttemptSection({ attempt, delivery }: { attempt: WebhookAttempt; delivery: Delivery }) {
  const { t } = useTranslation();
  const { requestHeaders, responseHeaders, responseBody } = attempt;
  const isLatest = attempt.attempt === delivery.history[0]?.attempt;
  return (
    <Section title={t('webhooks.attempt', { number: attempt.attempt })}>
      <div className="stack">
        <p className="quiet">
          <TimeText at={attempt.at} /> · {resultLabel(t, attempt.result)} ·{' '}
          {t('webhooks.milliseconds', { number: attempt.durationMs })}
        </p>
        {requestHeaders === null && <p className="quiet">{t('webhooks.bodies_hidden')}</p>}
        {requestHeaders !== null && (
          <Part
            title={t('webhooks.request')}
            text={`${headerLines(requestHeaders)}${isLatest ? `\n\n${pretty(delivery.requestBody ?? '')}` : ''}`}
          />
        )}
        {responseHeaders !== null && (
          <Part
            title={t('webhooks.answer')}
            text={`${headerLines(responseHeaders)}\n\n${responseBody ?? ''}`}
          />
        )}
      </div>
    </Section>
  );
}

function Part({ title, text }: { title: string; text: string }) {
  return (
    <div className={classes.part}>
      <h3 className={classes.heading}>{title}</h3>
      {/* A region that scrolls must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className={classes.code} tabIndex={0} aria-label={title} role="region">
        {text.trim()}
      </pre>
    </div>
  );
}

const headerLines = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

/** JSON in lines; any other text unchanged. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function WebhookLink({ endpointId }: { endpointId: string }) {
  const { t } = useTranslation();
  return <BackLink to={paths.webhook(endpointId)}>{t('screen.webhook')}</BackLink>;
}
