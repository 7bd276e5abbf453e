import { recordAct } from '#server/audit.ts';
import { handle } from '#server/handler.ts';
import { endSessions } from '#server/session-store.ts';
import { endOtherSessions as call } from '../calls.ts';

export const endOtherSessions = handle(call, async ({ sql, caller, request, now }) => {
  const ended = caller.session ? await endSessions(sql, caller.id, { except: caller.session.tokenHash }) : 0;
  await recordAct(sql, {
    by: { caller, request, now },
    companyId: caller.companies.length === 1 ? caller.companies[0] : null,
    act: 'endOtherSessions',
    detail: { ended },
  });
  return { ended };
});
