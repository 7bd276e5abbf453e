import { antiForgeryCookie } from '#server/anti-forgery.ts';
import { recordAudit } from '#server/audit.ts';
import { sessionCookieName } from '#server/authenticate.ts';
import { Reply, handlePublic } from '#server/handler.ts';
import { deleteSession, hashToken } from '#server/session-store.ts';
import { logout as call } from '../calls.ts';

/** What the page keeps of the person (spec 1 §3): gone even when its own script never gets to it. */
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

/** Works without a living session too: signing out must never fail (spec 1 §4). */
export const logout = handlePublic(call, async ({ request, services, now }) => {
  const cookie = sessionCookieName(services.config.portalUrl);
  const token = request.cookie(cookie);
  const userId = token === undefined ? undefined : await deleteSession(services.database, hashToken(token));
  if (userId !== undefined) {
    await recordAudit(services.database, {
      at: now,
      actorKind: 'user',
      actor: userId,
      ip: request.ip,
      act: call.name,
      outcome: 'allowed',
      requestId: request.id,
    });
  }
  return new Reply(204, undefined, {
    // Not "cookies": it would clear those of every site of the registrable domain (docs/decisions/0047).
    headers: { 'clear-site-data': '"cache", "storage"' },
    cookies: [
      { name: cookie, value: undefined, httpOnly: true },
      { name: antiForgeryCookie, value: undefined, httpOnly: false },
      ...pageCookies.map((name) => ({ name, value: undefined, httpOnly: false })),
    ],
  });
});
