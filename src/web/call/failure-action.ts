import type { CallFailure } from './call-failure.ts';

/** The page's reaction to a failed call. */
type FailureAction =
  | { kind: 'stay' }
  | { kind: 'sign-in' }
  | { kind: 'version-popup' }
  | { kind: 'error-page'; errorCode: number };

interface FailureContext {
  isSignedIn: boolean;
  path: string;
}

/** Screens of the expired-password and password flows show failures themselves (docs/domain.md#failed-requests). */
const passwordPages = ['/expiredPassword', '/password'];

/** The error rules of the whole product (docs/domain.md#failed-requests). */
export function failureAction(
  failure: Pick<CallFailure, 'status' | 'code'>,
  where: FailureContext,
): FailureAction {
  const { status, code } = failure;
  const isPasswordPage = passwordPages.some(
    (page) => where.path === page || where.path.startsWith(`${page}/`),
  );
  if (status === 0) return { kind: 'stay' };
  if (status === 400 && code === 'E152') return { kind: 'version-popup' };
  if (status === 401) return isPasswordPage ? { kind: 'stay' } : { kind: 'sign-in' };
  // The user closed the dialog that asked for a confirmation.
  if (code === 'STEP_UP_REQUIRED') return { kind: 'stay' };
  // The dialog has shown that the request waits.
  if (code === 'PENDING_APPROVAL') return { kind: 'stay' };
  if (code === 'ENROLMENT_REQUIRED') return { kind: 'sign-in' };
  if (status === 403 || status === 404) {
    return where.isSignedIn ? { kind: 'error-page', errorCode: status } : { kind: 'sign-in' };
  }
  return isPasswordPage ? { kind: 'stay' } : { kind: 'error-page', errorCode: 500 };
}
