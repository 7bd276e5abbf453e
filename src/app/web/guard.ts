import { redirect } from '@tanstack/react-router';
import type { Screen } from '#app/web/screen.ts';
import { askForOrganisation } from '#features/organisations/web/organisation-choice.ts';
import { readCurrentSession } from '#web/session/session-store.ts';
import { isAtOwnDomain, mayPass } from '#web/session/session.ts';

/** Before a screen of the shell opens: signed in, permitted, and an organisation chosen (spec 1 §4). */
export function guard(screen: Screen, href: string): void {
  const session = readCurrentSession();
  if (session == null) throw redirect({ to: '/login', state: { from: href } as object, replace: true });
  if (screen.needs != null && !mayPass(session, screen.needs)) {
    throw redirect({ to: '/error', search: { errorCode: '403' } });
  }
  if (screen.isRestricted === true && isAtOwnDomain(session)) {
    // Opened after the redirect has settled: a route change closes what is open.
    setTimeout(() => askForOrganisation(href), 50);
    throw redirect({ to: '/home' });
  }
}

/** An address that no screen has: not found, home for the empty one, login for strangers (spec 1 §2). */
export function guardUnknown(path: string): never {
  if (readCurrentSession() == null) throw redirect({ to: '/login', replace: true });
  if (path === '/' || path === '') throw redirect({ to: '/home', replace: true });
  throw redirect({ to: '/error', search: { errorCode: '404' }, replace: true });
}
