import { resolveChallenge } from '#features/payments/payments/server/suspended/resolve-challenge.ts';
import type { PaymentServices } from '#features/payments/payments/server/payment-context.ts';
import { Reply, handlePublic } from '#server/handler.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import { isAtProcessorChallenge } from '../session-status.ts';
import { pagePath } from './session/open-session.ts';
import { loadSession } from './session/page-session.ts';
import { buildPayerContext } from './session/pay-session.ts';

/** After a challenge of the processor's own: looks the payment up and redirects to the page. The query of the address is not read. */
export const returnFromProcessor = handlePublic<typeof endpoints.returnFromProcessor, PaymentServices>(
  endpoints.returnFromProcessor,
  schemas.returnFromProcessor,
  async (ctx) => {
    const session = await loadSession(ctx);
    const { path, request, services } = ctx;
    if (session.txnId !== null && isAtProcessorChallenge(session))
      await resolveChallenge(buildPayerContext(session, ctx), session.txnId).catch((err: unknown) =>
        services.log.error({ err, requestId: request.id }, 'look-up of a hosted payment failed'),
      );
    return new Reply(303, undefined, {
      headers: { location: pagePath(path, 'returned') },
    });
  },
);
