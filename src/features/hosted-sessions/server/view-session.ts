import { inTenant } from '#database/tenant.ts';
import { handlePublic } from '#server/handler.ts';
import { viewSession as endpoint } from '../endpoints.ts';
import { pageSession } from './session/page-session.ts';
import { buildPageView } from './session/page-view.ts';
import { touchSession } from './session/session-store.ts';

export const viewSession = handlePublic(endpoint, async (ctx) => {
  const { services, now } = ctx;
  const session = await pageSession(ctx);
  const view = buildPageView(session, now, services.config);
  if (view.step === 'FORM') {
    await inTenant(services.database, [session.companyId], (sql) =>
      touchSession(sql, session.sessionId, now),
    );
  }
  return view;
});
