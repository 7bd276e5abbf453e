import { Reply, handlePublic } from '#server/handler.ts';
import { startChallenge as endpoint } from '../endpoints.ts';
import { productOrigins } from './session/open-session.ts';
import { forwardDocument } from './session/page-html.ts';
import { pageHeaders } from './session/page-headers.ts';
import { pageSession } from './session/page-session.ts';
import { frameAncestors } from './session/web-origins.ts';

/** A document of its own, since its form may go to the issuer and the payment page's may not. */
export const startChallenge = handlePublic(endpoint, async (ctx) => {
  const { path, services } = ctx;
  const session = await pageSession(ctx);
  const challenge = session.authentication?.challenge;
  if (session.transactionStatus !== 'SUSPENDED_THREE_D_SECURE' || !challenge) {
    const location = `/hosted/${path.pageKey}/begin/${path.sessionId}`;
    return new Reply(303, '', { headers: { location } });
  }
  const { acsUrl, fields } = challenge;
  const origins = [...session.webOrigins, ...productOrigins(session.madeBy, services.config)];
  const headers = pageHeaders(frameAncestors(origins), new URL(acsUrl).origin);
  return new Reply(200, forwardDocument(acsUrl, fields), { headers });
});
