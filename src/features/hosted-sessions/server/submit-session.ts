import { handlePublic } from '#server/handler.ts';
import { submitSession as endpoint } from '../endpoints.ts';
import { isOpen } from '../session-status.ts';
import { countFailure, countLinkCard, pageSession, refuseTooManyFailures } from './session/page-session.ts';
import { buildPageView, problemOfRefusal } from './session/page-view.ts';
import { sessionById } from './session/session-store.ts';
import { paySession } from './session/pay-session.ts';

/** Answers the page as it stands after the attempt; a session that is no longer open only shows how it stands. */
export const submitSession = handlePublic(endpoint, async (ctx) => {
  const { body, request, services, now } = ctx;
  const session = await pageSession(ctx);
  if (!isOpen(session, now)) return buildPageView(session, now, services.config);
  await refuseTooManyFailures(services, request.ip, now);
  // A SINGLE link bears so many cards in all, and no more (docs/domain.md#smart-links).
  const takeBack =
    session.linkId && session.link?.usage === 'MULTIPLE'
      ? await countLinkCard(services, session.linkId, request.ip, now)
      : undefined;
  const code = await paySession(session, body, ctx);
  const after = (await sessionById(services.database, session.sessionId)) ?? session;
  const isRefused = code !== undefined && after.txnId === session.txnId;
  if (code !== undefined && !/^[SUL]/.test(code)) await countFailure(services, request.ip, now);
  else await takeBack?.();
  return buildPageView(
    after,
    services.clock.now(),
    services.config,
    isRefused ? problemOfRefusal(code) : null,
  );
});
