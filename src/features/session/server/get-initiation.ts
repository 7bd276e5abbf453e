import { antiForgeryCookie, newAntiForgeryValue } from '#server/anti-forgery.ts';
import { Reply, handlePublic } from '#server/handler.ts';
import { getInitiation as call } from '../calls.ts';

export const getInitiation = handlePublic(call, async ({ services: { config, keys } }) => {
  const value = newAntiForgeryValue(keys.antiForgery, '');
  return new Reply(
    200,
    { projectVersion: config.version, demo: config.demo !== 'none' },
    { cookies: [{ name: antiForgeryCookie, value, httpOnly: false }] },
  );
});
