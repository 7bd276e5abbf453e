import { antiForgeryCookie } from '#server/anti-forgery.ts';
import { sessionCookieName } from '#server/authenticate.ts';
import { Reply, handlePublic } from '#server/handler.ts';
import { deleteSession, hashToken } from '#server/session-store.ts';
import { logout as call } from '../calls.ts';

/** Works without a living session too: signing out must never fail (spec 1 §4). */
export const logout = handlePublic(call, async ({ request, services }) => {
  const cookie = sessionCookieName(services.config.portalUrl);
  const token = request.cookie(cookie);
  if (token) await deleteSession(services.database, hashToken(token));
  return new Reply(204, undefined, {
    headers: { 'clear-site-data': '"cache"' },
    cookies: [
      { name: cookie, value: undefined, httpOnly: true },
      { name: antiForgeryCookie, value: undefined, httpOnly: false },
    ],
  });
});
