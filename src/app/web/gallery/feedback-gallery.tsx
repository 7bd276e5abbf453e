import { Button } from '@mantine/core';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { JobProgress } from '#ui/feedback/job-progress.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { RequestId } from '#ui/feedback/request-id.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { CallFailure } from '#web/call/call-failure.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { LoadingPage } from '#web/call/loading-page.tsx';
import { ModeBadge } from '#web/format/mode-badge.tsx';
import { FailureBanner, FailureStep } from '#web/format/failure-banner.tsx';
import { ListFailure } from '#web/list-screen/list-failure.tsx';
import { Samples } from './gallery-frame.tsx';

const requestId = '01JD8Z6Q4N7V0S5T2M9XKCB3RW';
export const serverFault = new CallFailure(500, 'E100', 'internal_server_error', requestId);
const noResponse = new CallFailure(0, '', 'server_not_available');
const wrongPassword = new CallFailure(401, '', 'incorrect_credentials', requestId);
const forbidden = new CallFailure(403, 'E403', 'forbidden', requestId);
const notFound = new CallFailure(404, 'E404', 'not_found', requestId);
const longText =
  'Someone else changed this list a minute ago. What you entered is kept here. Compare it with the list, then save it again or discard it. '.repeat(
    2,
  );
const retry = (
  <Button variant="default" size="compact-sm">
    Try again
  </Button>
);

const modes = (['TEST', 'LIVE'] as const).map((mode) => ({ name: mode, show: <ModeBadge mode={mode} /> }));

/** Empty, failed and loading parts, notices and progress. */
export function FeedbackGallery() {
  return (
    <>
      <Samples title="Empty, failed and loading" size="medium" samples={states} />
      <Samples title="Notice" size="wide" samples={notices} />
      <Samples title="FailureNotice" size="wide" samples={failures} />
      <Samples title="FailureBanner" size="wide" samples={banners} />
      <Samples title="ListFailure" size="medium" samples={listFailures} />
      <Samples title="ModeBadge" size="small" samples={modes} />
      <Samples title="LoadingPage" size="medium" samples={pages} />
      <Samples title="JobProgress" size="medium" samples={progress} />
    </>
  );
}

const states = [
  {
    name: 'empty',
    show: (
      <EmptyState title="No schedules yet" step={{ label: 'New schedule', onClick: () => {} }}>
        A schedule repeats a payment by itself. Start one from a transaction.
      </EmptyState>
    ),
  },
  { name: 'empty, title only', show: <EmptyState title="No results" /> },
  {
    name: 'failed',
    show: (
      <ErrorState title="The schedules could not be loaded" requestId={requestId} onRetry={() => {}}>
        Nothing has changed. Try again in a moment.
      </ErrorState>
    ),
  },
  { name: 'failed, no response', show: <ErrorState title="The schedules could not be loaded" /> },
  { name: 'loading', show: <SkeletonLines lines={4} /> },
  { name: 'request id', show: <RequestId id={requestId} /> },
];

const notices = [
  {
    name: 'info',
    show: <Notice title="Snapshot">These figures are from 03:19.</Notice>,
  },
  {
    name: 'success',
    show: (
      <Notice kind="success" onClose={() => {}}>
        The rule has been saved.
      </Notice>
    ),
  },
  { name: 'pending', show: <Notice kind="pending">The refund is being processed.</Notice> },
  {
    name: 'failed',
    show: (
      <Notice kind="failed" title="Not saved" action={retry}>
        Someone else changed this list a minute ago.
      </Notice>
    ),
  },
  {
    name: 'long text',
    show: (
      <Notice kind="failed" title={longText} action={retry} onClose={() => {}}>
        {longText}
      </Notice>
    ),
  },
];

const failures = [
  { name: 'server fault', show: <FailureNotice failure={serverFault} /> },
  {
    name: 'with a title',
    show: <FailureNotice failure={serverFault} title="Couldn’t save the risk controls" onClose={() => {}} />,
  },
  { name: 'no response', show: <FailureNotice failure={noResponse} title="Couldn’t send your feedback" /> },
  { name: 'rejected password', show: <FailureNotice failure={wrongPassword} /> },
];

const banners = (['failed', 'pending', 'info'] as const).map((kind) => ({
  name: kind,
  show: (
    <FailureBanner
      kind={kind}
      title="The account doesn’t cover this amount"
      text={['Nothing was taken.', kind === 'failed' && 'Wait, then try again.']}
      action={kind === 'failed' && <FailureStep next="LINK" link={{ currency: 'GBP', amount: '12.00' }} />}
    />
  ),
}));

const listTexts = {
  title: 'The rules could not be loaded',
  forbidden: { title: 'You can’t see these rules', text: 'Ask an administrator for the permission.' },
};
const listFailures = Object.entries({ serverFault, noResponse, forbidden }).map(([name, failure]) => ({
  name,
  show: <ListFailure texts={listTexts} failure={failure} onRetry={() => {}} />,
}));

const pages = Object.entries({ loading: null, serverFault, notFound }).map(([name, error]) => ({
  name,
  show: (
    <LoadingPage
      title="Case 17"
      queries={[{ error, refetch: () => {} }]}
      failed="Case 17 could not be loaded"
      notFound="Case 17 was not found in Harbour Group"
    />
  ),
}));

const progress = [
  { name: 'end unknown', show: <JobProgress label="Counting transactions" /> },
  {
    name: 'with a percentage',
    show: <JobProgress label="Exporting" done={0.62} detail="31,000 of 50,000 transactions to Report.csv" />,
  },
  {
    name: 'with a button',
    show: (
      <JobProgress
        label="Refunding"
        done={0.1}
        cancel={
          <Button variant="default" size="compact-sm">
            Cancel
          </Button>
        }
      />
    ),
  },
];
