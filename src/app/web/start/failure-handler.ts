import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import type { PortalRouter } from '#app/web/router.tsx';
import { showVersionMismatch } from '#app/web/pages/version-mismatch.ts';
import { CallFailure } from '#web/call/call-failure.ts';
import { failureAction } from '#web/call/failure-action.ts';
import {
  endSession,
  isSessionSuspended,
  readCurrentSession,
  suspendSession,
} from '#web/session/session-store.ts';
import { hasUnsavedForms } from '#web/unsaved-forms.ts';

let router: PortalRouter | undefined;

/** Server answers of all screens. What fails and is not handled by its screen is handled here. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => handleUnlessHandled(error, query.meta) }),
  mutationCache: new MutationCache({
    onError: (error, _input, _context, mutation) => handleUnlessHandled(error, mutation.meta),
  }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      // Only what may be different a second later: no answer, or a busy server.
      retry: (count, error) => count < 2 && error instanceof CallFailure && [0, 503].includes(error.status),
    },
  },
});

export function setFailureRouter(next: PortalRouter): void {
  router = next;
}

/** The error rules applied: stay, sign in, error page or version popup (spec 1 §8). */
export function handleFailure(error: unknown): void {
  if (router == null) return;
  const { pathname, href } = router.state.location;
  const isSignedIn = readCurrentSession() != null;
  const failure = error instanceof CallFailure ? error : { status: 500, code: '' };
  const action = failureAction(failure, { isSignedIn, path: pathname });
  if (action.kind === 'version-popup') showVersionMismatch();
  else if (action.kind === 'error-page') {
    void router.navigate({ to: '/error', search: { errorCode: String(action.errorCode) } });
  } else if (action.kind === 'sign-in') {
    if (isSessionSuspended()) return;
    // What was typed outlives the session: the same person signs in again over the form.
    if (failure.status === 401 && isSignedIn && hasUnsavedForms()) {
      suspendSession();
      return;
    }
    endSession('expired');
    queryClient.clear();
    void router.navigate({ to: '/login', state: { from: href } as object });
  }
}

function handleUnlessHandled(error: unknown, meta: Record<string, unknown> | undefined): void {
  // These two concern the whole page, whatever the screen does about its own failures.
  const isForAll = error instanceof CallFailure && (error.status === 401 || error.code === 'E152');
  if (meta?.isHandledHere !== true || isForAll) handleFailure(error);
}
