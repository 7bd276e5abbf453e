import { type CookieChange, Reply } from '#server/handler.ts';
import type { SignOnOutcome } from '../sign-on-outcomes.ts';

/** A GET of a browser gets a redirect, also when it fails: each outcome has a page with the next step. */
export const redirectTo = (location: string, cookies: readonly CookieChange[] = []): Reply<undefined> =>
  new Reply(303, undefined, { headers: { location, 'cache-control': 'no-store' }, cookies });

/** The page of the portal after the provider. */
export function outcomePage(
  outcome: SignOnOutcome,
  {
    cookies = [],
    ...more
  }: { to?: string; methods?: string; days?: number; cookies?: readonly CookieChange[] } = {},
): Reply<undefined> {
  const search = new URLSearchParams({ outcome });
  for (const [name, value] of Object.entries(more)) if (value !== '') search.set(name, String(value));
  return redirectTo(`/singleSignOn?${search.toString()}`, cookies);
}
