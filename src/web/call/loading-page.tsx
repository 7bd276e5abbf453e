import type { ReactNode } from 'react';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { Page } from '#ui/layout/page.tsx';
import { errorText } from '../translate/translate.ts';
import type { CallFailure } from './call-failure.ts';

interface Props {
  title: string;
  back: ReactNode;
  query: { error: CallFailure | null; refetch: () => unknown };
  /** Titles of the error: the object does not exist, or it could not be read. */
  notFound: string;
  failed: string;
}

/** The page of one object before it is read, or in its place when that failed. */
export function LoadingPage({ title, back, query: { error, refetch }, notFound, failed }: Props) {
  const isMissing = error?.status === 404;
  return (
    <Page title={title} back={back} width="form">
      {error == null ? (
        <SkeletonLines lines={12} />
      ) : (
        <ErrorState
          title={isMissing ? notFound : failed}
          requestId={error.requestId}
          {...(isMissing ? {} : { onRetry: () => void refetch() })}
        >
          {errorText(error.message)}
        </ErrorState>
      )}
    </Page>
  );
}
