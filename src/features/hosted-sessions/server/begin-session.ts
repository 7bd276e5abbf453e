import { Problem } from '#shared/problem.ts';
import { Reply, handlePublic } from '#server/handler.ts';
import { beginSession as endpoint } from '../endpoints.ts';
import { htmlLanguage } from '../page-languages.ts';
import { productOrigins } from './session/open-session.ts';
import { pageDocument } from './session/page-html.ts';
import { pageHeaders } from './session/page-headers.ts';
import { pageSession } from './session/page-session.ts';
import { buildPageView } from './session/page-view.ts';
import { frameAncestors } from './session/web-origins.ts';

/** The page itself, in the session's language and skin; for an unknown session too, which the page then says. */
export const beginSession = handlePublic(endpoint, async (ctx) => {
  const { services, now } = ctx;
  const session = await pageSession(ctx).catch((error: unknown) => {
    if (error instanceof Problem && error.status === 404) return undefined;
    throw error;
  });
  if (!session) return new Reply(404, pageDocument('en', '1'), { headers: pageHeaders("'none'") });
  const { language, skin } = buildPageView(session, now, services.config);
  const origins = [...session.webOrigins, ...productOrigins(session.madeBy, services.config)];
  return new Reply(200, pageDocument(htmlLanguage(language), skin), {
    headers: pageHeaders(frameAncestors(origins)),
  });
});
