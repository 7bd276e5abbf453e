import { Link } from '@tanstack/react-router';
import type { ResponseInputOf } from '#shared/define-endpoint.ts';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { CopyText } from '#ui/layout/copy-text.tsx';
import { DetailsList } from '#ui/layout/details-list.tsx';
import { useCall } from '#web/call/use-call.ts';
import { TimeText } from '#web/format/time-text.tsx';
import { LinkButton } from '#web/links/link-button.tsx';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { getApiRequest } from '../endpoints.ts';
import { RequestStatus } from './request-status.tsx';
import classes from './request-log.module.css';

export type ApiRequest = ResponseInputOf<typeof getApiRequest>;

/** A request beside the list. */
export function RequestPanel({ orgId, requestId }: { orgId: number; requestId: string }) {
  const { t } = useTranslation();
  const request = useCall(
    getApiRequest,
    { path: { orgId, requestId } },
    { handlesOwnErrors: true, staleTime: 0 },
  );
  if (request.data === undefined)
    return request.error === null ? (
      <SkeletonLines lines={8} />
    ) : (
      <ErrorState
        title={t(request.error.status === 404 ? 'api_requests.not_found' : 'api_requests.request_failed')}
        onRetry={() => void request.refetch()}
      />
    );
  return (
    <div className={classes.panel}>
      <RequestFacts request={request.data} />
      <RequestBodies request={request.data} />
      <LinkButton variant="default" to={paths.apiRequest(requestId)}>
        {t('api_requests.open')}
      </LinkButton>
    </div>
  );
}

/** What is known about a request, with links to its key, its transaction and the deliveries of its events. */
export function RequestFacts({ request }: { request: ApiRequest }) {
  const { t } = useTranslation();
  const { transactionId, idempotencyKey, deliveries } = request;
  return (
    <DetailsList
      details={[
        { label: t('api_requests.request'), value: `${request.method} ${request.path}` },
        { label: t('api_requests.status'), value: <RequestStatus status={request.status} /> },
        { label: t('api_requests.reason'), value: request.reasonCode },
        { label: t('api_requests.time'), value: <TimeText at={request.at} />, isNumeric: true },
        {
          label: t('api_requests.duration'),
          value: t('webhooks.milliseconds', { number: request.durationMs }),
          isNumeric: true,
        },
        {
          label: t('api_requests.key'),
          value: <Link {...paths.apiKey(request.apiId)}>{request.keyName ?? request.apiId}</Link>,
        },
        {
          label: t('api_requests.transaction'),
          value: transactionId !== null && <Link {...paths.transaction(transactionId)}>{transactionId}</Link>,
          isNumeric: true,
        },
        {
          label: t('api_requests.deliveries'),
          value: deliveries.length > 0 && (
            <ul className="plain-list">
              {deliveries.map(({ endpointId, deliveryId, type, state }) => (
                <li key={`${endpointId} ${deliveryId}`}>
                  <Link {...paths.webhookDelivery(endpointId, deliveryId)}>{type}</Link>{' '}
                  <span className="quiet">{t(`webhooks.delivery_state.${state}`)}</span>
                </li>
              ))}
            </ul>
          ),
        },
        {
          label: t('api_requests.idempotency_key'),
          value: idempotencyKey !== null && <CopyText text={idempotencyKey} />,
        },
        { label: t('api_requests.replay'), value: request.isReplay && t('api_requests.replay_text') },
        { label: t('api_requests.ip'), value: request.ip, isNumeric: true },
        { label: t('api_requests.user_agent'), value: request.userAgent },
        { label: t('api_requests.request_id'), value: <CopyText text={request.requestId} /> },
      ]}
    />
  );
}

/** Both bodies; a sentence where they are not kept, or not for this user. */
export function RequestBodies({ request }: { request: ApiRequest }) {
  const { t } = useTranslation();
  if (!request.maySeeBodies) return <p className="quiet">{t('api_requests.bodies_hidden')}</p>;
  return (
    <>
      <Body title={t('api_requests.request_body')} text={request.requestBody} />
      <Body title={t('api_requests.response_body')} text={request.responseBody} />
    </>
  );
}

function Body({ title, text }: { title: string; text: string | null }) {
  const { t } = useTranslation();
  return (
    <section className={classes.body}>
      <h3 className={classes.heading}>{title}</h3>
      {text === null ? (
        <p className="quiet">{t('api_requests.no_body')}</p>
      ) : (
        // A region that scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre className={classes.code} tabIndex={0} aria-label={title} role="region">
          {pretty(text)}
        </pre>
      )}
      {text?.endsWith('…') === true && <p className="quiet">{t('api_requests.cut')}</p>}
    </section>
  );
}

/** JSON in lines; a cut one unchanged. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
