import type { ReactNode } from 'react';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { Page } from '#ui/layout/page.tsx';
import { errorText } from '../translate/translate.ts';
import type { CallFailure } from './call-failure.ts';

interface Props {
  title: string;
  back?: ReactNode;
  /** Everything that the page needs. */
  queries: readonly { error: CallFailure | null; refetch: () => unknown }[];
  /** Titles of the error, which name the object: it could not be read, or it does not exist. */
  failed: string;
  notFound?: string;
  /** As in the calls: false when the error page shows every failed response (docs/domain.md#failed-requests). */
  handlesOwnErrors?: boolean;
  /** The page has no limit to its width. */
  isWide?: boolean;
}

/** Replaces the page of an object while it loads, and when loading fails. */
export function LoadingPage({ title, back, queries, failed, notFound, ...props }: Props) {
  const { handlesOwnErrors = true, isWide = false } = props;
  const failures = queries.filter(({ error }) => error !== null && (handlesOwnErrors || error.status === 0));
  const error = failures[0]?.error;
  const isMissing = error?.status === 404;
  const retry = (): void => {
    for (const { refetch } of failures) void refetch();
  };
  return (
    <Page title={title} back={back} width={isWide ? undefined : 'form'}>
      {error == null ? (
        <SkeletonLines lines={12} />
      ) : (
        <ErrorState
          title={isMissing ? (notFound ?? failed) : failed}
          requestId={error.requestId}
          onRetry={isMissing ? undefined : retry}
        >
          {errorText(error.message)}
        </ErrorState>
      )}
    </Page>
  );
}
