import { continueAuthentication } from '#features/payments/payments/server/suspended/continue-authentication.ts';
import type { PaymentServices } from '#features/payments/payments/server/payment-context.ts';
import { Reply, handlePublic } from '#server/handler.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import { isAtIssuer } from '../session-status.ts';
import { findSessionById } from './hosted-session-table.ts';
import { pagePath } from './session/open-session.ts';
import { countRefusedStep, loadSession } from './session/page-session.ts';
import { buildPayerContext } from './session/pay-session.ts';

/** Redirects to the issuer's challenge, or back to the page, which shows the payment's status. */
export const finishFingerprint = handlePublic<typeof endpoints.finishFingerprint, PaymentServices>(
  endpoints.finishFingerprint,
  schemas.finishFingerprint,
  async (ctx) => {
    const session = await loadSession(ctx);
    const { body, path, request, services, now } = ctx;
    if (session.txnId !== null && isAtIssuer(session) && session.authentication?.fingerprint) {
      const reply = await continueAuthentication(buildPayerContext(session, ctx), session.txnId, body).catch(
        (err: unknown) => {
          services.log.error({ err, requestId: request.id }, 'a hosted payment failed after its fingerprint');
          return undefined;
        },
      );
      await countRefusedStep(services, reply, request.ip, now);
    }
    const after = await findSessionById(services.database, session.sessionId);
    const isChallenged = after !== undefined && isAtIssuer(after) && after.authentication?.challenge;
    const location = pagePath(path, isChallenged ? 'challenge' : 'returned');
    return new Reply(303, undefined, { headers: { location } });
  },
);
