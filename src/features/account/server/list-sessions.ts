import { deviceName } from '#features/session/device-name.ts';
import { handle } from '#server/handler.ts';
import { type LivingSession, livingSessions } from '#server/auth/session-store.ts';
import { listSessions as endpoint } from '../endpoints.ts';

export const listSessions = handle(endpoint, async ({ sql, caller, services, now }) => {
  const rows = await livingSessions(sql, caller.id, now, services.config);
  const isCurrent = (row: LivingSession) => caller.session?.tokenHash.equals(row.tokenHash) ?? false;
  // The one that asks stands first; sorting keeps the order of the rest.
  const sorted = rows.toSorted((a, b) => Number(isCurrent(b)) - Number(isCurrent(a)));
  return sorted.map((row) => ({
    sessionId: row.sessionId,
    device: deviceName(row.userAgent),
    ip: row.ip,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt.toISOString(),
    isCurrent: isCurrent(row),
  }));
});
