import { ErrorState } from '#ui/feedback/error-state.tsx';
import type { CallFailure } from '../call/call-failure.ts';
import { errorText } from '../translate/translate.ts';

export interface FailureTexts {
  title: string;
  /** The text of a 403 in place of the rows; it offers no retry. */
  forbidden?: { title: string; text: string };
}

interface Props {
  texts: FailureTexts;
  failure: CallFailure;
  onRetry: () => void;
}

/** The rows could not be loaded: the screen stays, with a retry and the request id. */
export function ListFailure({ texts, failure, onRetry }: Props) {
  const forbidden = failure.status === 403 ? texts.forbidden : undefined;
  return (
    <ErrorState
      title={forbidden?.title ?? texts.title}
      requestId={failure.requestId}
      onRetry={forbidden === undefined ? onRetry : undefined}
    >
      {forbidden?.text ?? errorText(failure.message)}
    </ErrorState>
  );
}
