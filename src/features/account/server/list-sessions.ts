import { deviceName } from '#features/session/device-name.ts';
import { handle } from '#server/handler.ts';
import { livingSessions } from '#server/session-store.ts';
import { listSessions as call } from '../calls.ts';

export const listSessions = handle(call, async ({ sql, caller, services, now }) => {
  const rows = await livingSessions(sql, caller.id, now, services.config);
  return rows.map((row) => ({
    sessionId: row.sessionId,
    device: deviceName(row.userAgent),
    ip: row.ip,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt.toISOString(),
    isCurrent: caller.session?.tokenHash.equals(row.tokenHash) ?? false,
  }));
});
