import { redirect } from '@tanstack/react-router';
import type { Screen } from './screen.ts';
import { paths } from '#web/paths.ts';
import { readCurrentSession } from '#web/session/session-store.ts';
import { inAppTarget } from '#web/session/in-app-target.ts';
import { isAtOwnDomain, mayPass } from '#web/session/session.ts';

/**
 * Before a screen of the shell opens: signed in, permitted, and an organisation chosen
 * (docs/domain.md#screens-and-addresses).
 */
export function guard(screen: Screen, href: string): void {
  const session = readCurrentSession();
  if (session == null) throw redirect({ ...paths.login(), state: { from: href } as object, replace: true });
  const { needs, isRestricted = false } = screen;
  const forbidden = () => redirect(paths.error(403));
  if (needs != null && !mayPass(session, { ...needs, features: [] })) throw forbidden();
  // Checked before the features: a domain has no features, but the menu shows the screen
  // (docs/domain.md#domain-users). A new installation has one organisation, its domain, so the user has nothing to
  // choose.
  if (isRestricted && isAtOwnDomain(session) && session.tree.length > 1) {
    throw redirect({ ...paths.home(), state: { organisationFor: href } as object });
  }
  if (needs != null && !mayPass(session, needs)) throw forbidden();
}

/** Sends users with a session from the sign-in to the portal. */
export function guardSignIn(state: object): void {
  if (readCurrentSession() == null) return;
  throw redirect({ href: inAppTarget((state as { from?: unknown }).from), replace: true });
}

/**
 * An address that no screen has: not found, home for the empty one, login for strangers
 * (docs/domain.md#screens-and-addresses).
 */
export function guardUnknown(path: string, state: object = {}): never {
  if (readCurrentSession() == null) throw redirect({ ...paths.login(), replace: true });
  // The sign-in page returns to the address it was opened at, without checking that a screen has it.
  if (path === '/' || path === '' || 'isAfterSignIn' in state)
    throw redirect({ ...paths.home(), replace: true });
  throw redirect({ ...paths.error(404), replace: true });
}
