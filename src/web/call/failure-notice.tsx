import { useEffect, useRef, type ReactNode } from 'react';
import { Notice } from '#ui/feedback/notice.tsx';
import { RequestId } from '#ui/feedback/request-id.tsx';
import { errorText } from '../translate/translate.ts';
import { isPendingApproval } from './approval.ts';
import type { CallFailure } from './call-failure.ts';

interface Props {
  /** Renders nothing without one. */
  failure: CallFailure | null | undefined;
  title?: string;
  /** In place of the text of the failure. */
  children?: ReactNode;
  action?: ReactNode;
  onClose?: () => void;
}

/** A failed change: the cause and the request id, beside the typed text. */
export function FailureNotice({ failure, children, ...notice }: Props) {
  const box = useRef<HTMLDivElement>(null);
  // A long form has its button in sight, but not its end.
  useEffect(() => {
    if (failure != null) box.current?.scrollIntoView({ block: 'nearest' });
  }, [failure]);
  // A dialog has shown that the request waits for a second person.
  if (failure == null || isPendingApproval(failure)) return null;
  return (
    <Notice {...notice} kind="failed" ref={box}>
      <p>{children ?? describeCause(failure)}</p>
      {!isUserError(failure) && <RequestId id={failure.requestId} />}
    </Notice>
  );
}

/** A rejected password, or a confirmation that the user closed: support has nothing to look up. */
const isUserError = ({ status, code }: CallFailure): boolean => status === 401 || code === 'STEP_UP_REQUIRED';

/** The merchant API's reason with its code, else the portal's text. */
function describeCause({ body, message }: CallFailure): string {
  const {
    reasonCode,
    reasonMessage,
    subject = '',
  } = (body ?? {}) as { reasonCode?: string; reasonMessage?: string; subject?: string };
  return reasonCode === undefined
    ? errorText(message, { subject })
    : `${reasonMessage ?? ''} (${reasonCode})`;
}
