import { publicScreens } from './public-screens.ts';
import { paths } from '#web/paths.ts';

interface Start {
  path: string;
  href: string;
  isSignedIn: boolean;
}

const firstPart = (path: string): string => path.split('/')[1] ?? '';
const publicParts = new Set(publicScreens.map(({ path }) => firstPart(path)));

/**
 * Decides whether a page that starts here only signs in, and which address it returns to; undefined when the portal's
 * router decides. For visitors without a session it predicts the decision of the router (docs/domain.md#sign-in)
 * without loading it.
 */
export function signInAt({ path, href, isSignedIn }: Start): { from?: string } | undefined {
  if (isSignedIn) return undefined;
  if (path === paths.login().to || path === '/') return {};
  return publicParts.has(firstPart(path)) ? undefined : { from: href };
}
