import { readCookie } from './client-storage.ts';
import { isSessionSuspended, readCurrentSession } from './session-store.ts';

/** Whether another user has signed in, in another tab. This tab then shows data of a different user than its calls. */
export function isOfAnotherUser(): boolean {
  const session = readCurrentSession();
  const userId = readCookie('userId');
  return session != null && !isSessionSuspended() && userId != null && userId !== session.userId;
}

/** Reloads the page for the user who is signed in now, as soon as it is visible again. */
export function watchOtherTabs(): void {
  const checkUser = (): void => {
    if (document.visibilityState === 'visible' && isOfAnotherUser()) location.reload();
  };
  document.addEventListener('visibilitychange', checkUser);
  window.addEventListener('focus', checkUser);
}
