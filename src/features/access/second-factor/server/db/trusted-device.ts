import { randomUUID } from 'node:crypto';
import type { Sql } from '#database/connection.ts';
import { hashToken, newSessionToken } from '#server/auth/session-store.ts';
import { addMs, dayMs } from '#server/clock.ts';
import type { CookieChange, RequestInfo } from '#server/handler.ts';

const cookieName = (portalUrl: string): string =>
  portalUrl.startsWith('https:') ? '__Host-trusted-device' : 'trusted-device';

interface Visit {
  userId: string;
  request: RequestInfo;
  portalUrl: string;
  /** The days of the policy in force now: a stricter one ends older devices too. */
  days: number;
  now: Date;
}

/** Whether the browser is a remembered device of the user. */
export async function isTrusted(
  sql: Sql,
  { userId, request, portalUrl, days, now }: Visit,
): Promise<boolean> {
  const token = request.cookie(cookieName(portalUrl));
  if (!token) return false;
  const used = await sql`
    update trusted_device set last_used_at = ${now}, ip = ${request.ip}
    where user_id = ${userId} and device_hash = ${hashToken(token)} and expires_at > ${now}
      and created_at > ${addMs(now, -days * dayMs)}
    returning 1`;
  return used.length === 1;
}

/** Remembers this browser and returns its cookie. A browser has a new token each time. */
export async function trustDevice(
  sql: Sql,
  { userId, request, portalUrl, days, now }: Visit,
): Promise<CookieChange> {
  const token = newSessionToken();
  await sql`
    insert into trusted_device (device_id, user_id, device_hash, user_agent, ip, created_at, last_used_at, expires_at)
    values (${randomUUID()}, ${userId}, ${hashToken(token)}, ${request.userAgent}, ${request.ip}, ${now}, ${now},
            ${addMs(now, days * dayMs)})`;
  return { name: cookieName(portalUrl), value: token, httpOnly: true, maxAgeSeconds: (days * dayMs) / 1000 };
}

interface TrustedDevice {
  deviceId: string;
  userAgent: string;
  ip: string;
  createdAt: Date;
  lastUsedAt: Date;
  expiresAt: Date;
}

/** The remembered browsers of a user, the last used first. */
export function listDevices(sql: Sql, userId: string, days: number, now: Date): Promise<TrustedDevice[]> {
  return sql<TrustedDevice[]>`
    select device_id, user_agent, ip, created_at, last_used_at,
           least(expires_at, created_at + make_interval(days => ${days})) as expires_at
    from trusted_device
    where user_id = ${userId} and expires_at > ${now} and created_at > ${addMs(now, -days * dayMs)}
    order by last_used_at desc, device_id limit 100`;
}

/** Forgets one browser of a user or all of them; returns how many. */
export async function forgetDevices(sql: Sql, userId: string, deviceId?: string): Promise<number> {
  const chosen = deviceId === undefined ? sql`true` : sql`device_id::text = ${deviceId.toLowerCase()}`;
  const deleted = await sql`delete from trusted_device where user_id = ${userId} and ${chosen}`;
  return deleted.count;
}

/** Deletes expired remembered devices. */
export async function deleteOldTrust(sql: Sql, now: Date): Promise<void> {
  await sql`delete from trusted_device where expires_at <= ${now}`;
}
