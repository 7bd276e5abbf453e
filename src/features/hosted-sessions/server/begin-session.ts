import { Problem } from '#contract/problem.ts';
import { Reply, handlePublic } from '#server/handler.ts';
import { beginSession as call } from '../calls.ts';
import { htmlLanguage } from '../page-languages.ts';
import { ownOrigins } from './session/open-session.ts';
import { pageDocument } from './session/page-html.ts';
import { pageHeaders } from './session/page-headers.ts';
import { pageSession } from './session/page-session.ts';
import { pageViewOf } from './session/page-view.ts';
import { frameAncestors } from './session/web-origins.ts';

/** The page itself, in the session's language and skin; for an unknown session too, which the page then says. */
export const beginSession = handlePublic(call, async (ask) => {
  const { services, now } = ask;
  const session = await pageSession(ask).catch((error: unknown) => {
    if (error instanceof Problem && error.status === 404) return undefined;
    throw error;
  });
  if (!session) return new Reply(404, pageDocument('en', '1'), { headers: pageHeaders("'none'") });
  const { language, skin } = pageViewOf(session, now, services.config);
  const origins = [...session.webOrigins, ...ownOrigins(session.madeBy, services.config)];
  return new Reply(200, pageDocument(htmlLanguage(language), skin), {
    headers: pageHeaders(frameAncestors(origins)),
  });
});
