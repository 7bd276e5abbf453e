import { publicScreens } from '#app/web/start/public-screens.ts';
import { CallFailure } from '#web/call/call-failure.ts';
import { failureAction } from '#web/call/failure-action.ts';

type Start = { path: string; href: string; isSignedIn: boolean; failure: unknown };

const firstPart = (path: string): string => path.split('/')[1] ?? '';
const publicParts = new Set(publicScreens.map(({ path }) => firstPart(path)));

/**
 * Whether a page that starts here is a sign-in and nothing else, and which address it remembers; undefined when the
 * portal's router decides. It tells strangers what that would (spec 1 §2, §4, §8), without fetching it.
 */
export function signInAt({ path, href, isSignedIn, failure }: Start): { from?: string } | undefined {
  if (failure !== undefined) {
    const isEnded =
      failure instanceof CallFailure && failureAction(failure, { isSignedIn, path }).kind === 'sign-in';
    return isEnded ? { from: href } : undefined;
  }
  if (isSignedIn) return undefined;
  if (path === '/login' || path === '/') return {};
  return publicParts.has(firstPart(path)) ? undefined : { from: href };
}
