import { randomUUID } from 'node:crypto';
import { parseLocale } from '#shared/locales.ts';
import type { Sql } from '#database/connection.ts';
import { addMs, dayMs } from '#server/clock.ts';
import type { CookieChange, RequestInfo } from '#server/handler.ts';
import { queueMail } from '#server/mail/queue-mail.ts';
import { hashToken, newSessionToken } from '#server/auth/session-store.ts';
import { deviceName } from '#shared/device-name.ts';
import type { UserRow } from '#server/auth/app-user.ts';

const yearSeconds = 365 * 24 * 3600;

function deviceCookieName(portalUrl: string): string {
  return portalUrl.startsWith('https:') ? '__Host-device' : 'device';
}

/**
 * Records that this user used this browser. A long-lived cookie identifies the browser and grants nothing.
 * Returns the cookie to set, and whether the browser was new to the user.
 */
export async function rememberDevice(
  sql: Sql,
  device: { userId: string; request: RequestInfo; portalUrl: string; now: Date },
): Promise<{ cookie: CookieChange; isNew: boolean }> {
  const name = deviceCookieName(device.portalUrl);
  const deviceToken = device.request.cookie(name);
  const token =
    deviceToken !== undefined && /^[\w-]{43}$/.test(deviceToken) ? deviceToken : newSessionToken();
  const rows = await sql<{ isNew: boolean }[]>`
    insert into known_device (user_id, device_hash, first_seen_at, last_seen_at)
    values (${device.userId}, ${hashToken(token)}, ${device.now}, ${device.now})
    on conflict (user_id, device_hash) do update set last_seen_at = excluded.last_seen_at
    returning xmax = 0 as is_new`;
  return {
    cookie: { name, value: token, httpOnly: true, maxAgeSeconds: yearSeconds },
    isNew: rows[0]?.isNew ?? true,
  };
}

/** Emails the user about a sign-in from a new browser. */
export async function mailNewDevice(
  sql: Sql,
  user: UserRow,
  signIn: { request: RequestInfo; now: Date },
): Promise<void> {
  await queueMail(sql, {
    key: `newDevice:${randomUUID()}`,
    template: 'newDevice',
    to: user.userName,
    locale: parseLocale(user.locale),
    values: {
      name: user.givenName,
      at: signIn.now.toISOString(),
      ip: signIn.request.ip,
      device: deviceName(signIn.request.userAgent),
    },
    now: signIn.now,
  });
}

/** Deletes browsers unused for a year, the lifetime of the cookie. */
export async function deleteOldDevices(sql: Sql, now: Date): Promise<void> {
  await sql`delete from known_device where last_seen_at < ${addMs(now, -365 * dayMs)}`;
}
