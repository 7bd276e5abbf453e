import { auditAction } from '#server/audit/audit-event.ts';
import { handle } from '#server/handler.ts';
import { endSessions } from '#server/auth/session-store.ts';
import { endOtherSessions as endpoint } from '../endpoints.ts';

export const endOtherSessions = handle(endpoint, async ({ sql, caller, request, now }) => {
  const ended = caller.session ? await endSessions(sql, caller.id, { except: caller.session.tokenHash }) : 0;
  await auditAction(sql, {
    by: { caller, request, now },
    companyId: caller.tenantIds.length === 1 ? caller.tenantIds[0] : null,
    act: 'endOtherSessions',
    detail: { ended },
  });
  return { ended };
});
