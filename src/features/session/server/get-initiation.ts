import { antiForgeryCookie, newAntiForgeryValue } from '#server/auth/anti-forgery.ts';
import { sessionBinding } from '#server/auth/authenticate.ts';
import { Reply, handlePublic } from '#server/handler.ts';
import { getInitiation as endpoint } from '../endpoints.ts';

export const getInitiation = handlePublic(endpoint, async ({ request, services }) => {
  const { config, keys } = services;
  // A signed-in page that lost its cookie gets one for its session.
  const value = newAntiForgeryValue(keys.antiForgery, sessionBinding(request, services));
  return new Reply(
    200,
    { projectVersion: config.version, demo: config.demo !== 'none' },
    { cookies: [{ name: antiForgeryCookie, value, httpOnly: false }] },
  );
});
