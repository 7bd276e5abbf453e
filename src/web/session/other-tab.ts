import { readCookie } from '#web/session/client-storage.ts';
import { isSessionSuspended, readCurrentSession } from '#web/session/session-store.ts';

/** Somebody else has signed in, in another tab: what this one shows is not of whom its calls would speak for. */
export function isOfSomebodyElse(): boolean {
  const session = readCurrentSession();
  const userId = readCookie('userId');
  return session != null && !isSessionSuspended() && userId != null && userId !== session.userId;
}

/** Loads the page anew, as the person who is signed in now, as soon as it is looked at again. */
export function watchOtherTabs(): void {
  const look = (): void => {
    if (document.visibilityState === 'visible' && isOfSomebodyElse()) location.reload();
  };
  document.addEventListener('visibilitychange', look);
  window.addEventListener('focus', look);
}
