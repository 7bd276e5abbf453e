import { Button } from '@mantine/core';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { Section } from '#ui/layout/section.tsx';

export function FeedbackGallery() {
  return (
    <Section title="Feedback">
      <EmptyState title="No schedules yet" action={<Button>New schedule</Button>}>
        A schedule repeats a payment by itself. Start one from a transaction.
      </EmptyState>
      <ErrorState title="The schedules could not be loaded" requestId="req-7f31c2a9" onRetry={() => {}}>
        Nothing has changed. Try again in a moment.
      </ErrorState>
      <SkeletonLines lines={4} />
      <div style={{ display: 'grid', gap: 8 }}>
        <Notice title="Snapshot">These figures are from 03:19.</Notice>
        <Notice kind="success" onClose={() => {}}>
          The rule has been saved.
        </Notice>
        <Notice kind="pending">The refund is being processed.</Notice>
        <Notice kind="failed" title="Not saved" action={<Button variant="default">Try again</Button>}>
          Someone else changed this list a minute ago.
        </Notice>
      </div>
    </Section>
  );
}
