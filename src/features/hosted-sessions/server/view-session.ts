import { inTenant } from '#database/tenant.ts';
import { handlePublic } from '#server/handler.ts';
import { viewSession as call } from '../calls.ts';
import { pageSession } from './session/page-session.ts';
import { pageViewOf } from './session/page-view.ts';
import { touchSession } from './session/session-store.ts';

export const viewSession = handlePublic(call, async (ask) => {
  const { services, now } = ask;
  const session = await pageSession(ask);
  const view = pageViewOf(session, now, services.config);
  if (view.step === 'FORM') {
    await inTenant(services.database, [session.companyId], (sql) =>
      touchSession(sql, session.sessionId, now),
    );
  }
  return view;
});
