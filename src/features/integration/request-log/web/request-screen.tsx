import { Headline } from '#ui/layout/headline.tsx';
import { Page } from '#ui/layout/page.tsx';
import { Section } from '#ui/layout/section.tsx';
import { usePathPart } from '#web/address.ts';
import { LoadingPage } from '#web/call/loading-page.tsx';
import { useCall } from '#web/call/use-call.ts';
import { TimeText } from '#web/format/time-text.tsx';
import { BackLink } from '#web/links/back-link.tsx';
import { paths } from '#web/paths.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { getApiRequest } from '../endpoints.ts';
import { type ApiRequest, RequestBodies, RequestFacts } from './request-details.tsx';
import { RequestStatus } from './request-status.tsx';

/** /settings/api-requests/{requestId} (docs/domain.md#request-log). */
export function RequestScreen() {
  const { t } = useTranslation();
  const requestId = usePathPart('requestId');
  const orgId = useSignedIn().organisation.selectedParentOrgId;
  const request = useCall(
    getApiRequest,
    { path: { orgId, requestId } },
    { handlesOwnErrors: true, staleTime: 0 },
  );
  if (request.data !== undefined) return <RequestPage request={request.data} />;
  return (
    <LoadingPage
      title={t('screen.apiRequest')}
      back={<RequestsLink />}
      queries={[request]}
      notFound={t('api_requests.not_found')}
      failed={t('api_requests.request_failed')}
    />
  );
}

function RequestPage({ request }: { request: ApiRequest }) {
  const { t } = useTranslation();
  return (
    <Page
      back={<RequestsLink />}
      title={t('screen.apiRequest')}
      subtitle={
        <Headline
          status={<RequestStatus status={request.status} />}
          time={<TimeText at={request.at} />}
          id={request.requestId}
        />
      }
    >
      <Section title={t('api_requests.request')}>
        <RequestFacts request={request} />
      </Section>
      <Section title={t('api_requests.bodies')}>
        <div className="stack">
          <RequestBodies request={request} />
        </div>
      </Section>
    </Page>
  );
}

function RequestsLink() {
  const { t } = useTranslation();
  return <BackLink to={paths.apiRequests()}>{t('screen.apiRequests')}</BackLink>;
}
