import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import type { PortalRouter } from '../router.tsx';
import type { ErrorNavigation } from '../pages/error-screen.tsx';
import { showVersionMismatch } from '../pages/version-mismatch.ts';
import { CallFailure, isPassing, retryDelay } from '#web/call/call-failure.ts';
import { failureAction } from '#web/call/failure-action.ts';
import {
  endSession,
  isSessionSuspended,
  readCurrentSession,
  suspendSession,
} from '#web/session/session-store.ts';
import { paths } from '#web/paths.ts';
import { hasUnsavedForms } from '#web/form/unsaved-forms.ts';

let router: PortalRouter | undefined;

/** Failed responses of all screens, where the screen does not handle them itself. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (isPassing(error)) recoverLater();
      // The page keeps its content: only a renewal has failed.
      const isRenewal = query.state.data !== undefined && isPassing(error);
      handleUnlessHandled(error, isRenewal ? { handlesOwnErrors: true } : query.meta, true);
    },
    onSuccess: () => (recoveries = 0),
  }),
  mutationCache: new MutationCache({
    onError: (error, _input, _context, mutation) => handleUnlessHandled(error, mutation.meta, false),
  }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      // Without a network a search fails. While waiting, it would show the rows of the previous search.
      networkMode: 'always',
      refetchOnReconnect: true,
      // Only what may be different a second later: no response, or a busy server.
      retry: (count, error) => count < 2 && error instanceof CallFailure && [0, 503].includes(error.status),
    },
  },
});

export function setFailureRouter(next: PortalRouter): void {
  router = next;
}

let recoveries = 0;
let recovery: ReturnType<typeof setTimeout> | undefined;

/** Reloads failed data of the screen, with back-off, and at once when the network is back. */
function recoverLater(): void {
  if (recovery !== undefined) return;
  const recover = (): void => {
    clearTimeout(recovery);
    recovery = undefined;
    removeEventListener('online', recover);
    recoveries += 1;
    void queryClient.refetchQueries({
      type: 'active',
      predicate: ({ state }) => state.status === 'error' && isPassing(state.error),
    });
  };
  recovery = setTimeout(recover, retryDelay(recoveries));
  addEventListener('online', recover);
}

/**
 * The error rules applied: stay, sign in, error page or version popup (docs/domain.md#failed-requests). The error
 * page takes the place of a screen that cannot be shown, so that Back does not open that again; after a failed
 * change Back leads to what was typed.
 */
export function handleFailure(error: unknown, isReplacing = true): void {
  if (router === undefined) return;
  const { pathname, href } = router.state.location;
  const isSignedIn = readCurrentSession() !== undefined;
  const failure = error instanceof CallFailure ? error : { status: 500, code: '' };
  const action = failureAction(failure, { isSignedIn, path: pathname });
  if (action.kind === 'version-popup') showVersionMismatch();
  else if (action.kind === 'error-page') {
    const errorPage = paths.error(action.errorCode);
    const requestId = error instanceof CallFailure ? error.requestId : undefined;
    const navigation = router.state.location.state as ErrorNavigation;
    const failedAt = pathname === errorPage.to ? navigation.failedAt : href;
    const state: ErrorNavigation = { failedAt, requestId };
    void router.navigate({
      ...errorPage,
      state: state as object,
      replace: isReplacing || pathname === errorPage.to,
    });
  } else if (action.kind === 'sign-in') {
    if (isSessionSuspended()) return;
    // Typed text survives the session: the same user signs in again over the form.
    if (failure.status === 401 && isSignedIn && hasUnsavedForms()) {
      suspendSession();
      return;
    }
    const userId = readCurrentSession()?.userId;
    endSession('expired');
    queryClient.clear();
    const state = userId === undefined ? { from: href } : { from: href, userId, isEnded: true };
    void router.navigate({ ...paths.login(), state: state as object, replace: true });
  }
}

function handleUnlessHandled(
  error: unknown,
  meta: Record<string, unknown> | undefined,
  isReplacing: boolean,
): void {
  // These two concern the whole page, even if the screen handles its own failures.
  const isForAll = error instanceof CallFailure && (error.status === 401 || error.code === 'E152');
  if (meta?.handlesOwnErrors !== true || isForAll) handleFailure(error, isReplacing);
}
