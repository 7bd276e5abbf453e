import { antiForgeryCookie } from '#server/auth/anti-forgery.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import { sessionCookieName } from '#server/auth/authenticate.ts';
import { Reply, handlePublic } from '#server/handler.ts';
import { deleteSession, hashToken } from '#server/auth/session-store.ts';
import { logout as endpoint } from '../endpoints.ts';

/**
 * What the page keeps of the person (docs/domain.md#browser-storage): gone even when its own script never gets to
 * it.
 */
const pageCookies = [
  'authenticated',
  'userFullName',
  'userIsDomainUser',
  'userId',
  'userOrganization',
  'previousState',
  'previousStateParams',
  'lastVirtualTerminalSession',
];

/** Works without a living session too: signing out must never fail (docs/domain.md#sign-in). */
export const logout = handlePublic(endpoint, async ({ request, services, now }) => {
  const cookie = sessionCookieName(services.config.portalUrl);
  const token = request.cookie(cookie);
  const userId = token === undefined ? undefined : await deleteSession(services.database, hashToken(token));
  if (userId !== undefined) {
    await writeAuditEvent(services.database, {
      at: now,
      actorKind: 'user',
      actor: userId,
      ip: request.ip,
      act: endpoint.name,
      outcome: 'allowed',
      requestId: request.id,
    });
  }
  return new Reply(204, undefined, {
    // Not "cookies": it would clear those of every site of the registrable domain (docs/decisions/0063).
    headers: { 'clear-site-data': '"cache", "storage"' },
    cookies: [
      { name: cookie, value: undefined, httpOnly: true },
      { name: antiForgeryCookie, value: undefined, httpOnly: false },
      ...pageCookies.map((name) => ({ name, value: undefined, httpOnly: false })),
    ],
  });
});
