import { resumePayment } from '#features/payments/server/pipeline/authentication/resume-payment.ts';
import { Reply, handlePublic } from '#server/handler.ts';
import { finishChallenge as endpoint } from '../endpoints.ts';
import { countFailure, pageSession } from './session/page-session.ts';
import { payerContext } from './session/pay-session.ts';

/** Whatever came back, the payer sees the page again: it shows how the payment stands. */
export const finishChallenge = handlePublic(endpoint, async (ctx) => {
  const { body, path, request, services, now } = ctx;
  const session = await pageSession(ctx);
  const response =
    body.cres !== undefined
      ? { cres: body.cres }
      : body.PaRes !== undefined
        ? { pares: body.PaRes }
        : undefined;
  if (session.txnId !== null && session.transactionStatus === 'SUSPENDED_THREE_D_SECURE') {
    // A fault of ours is no page for a payer: what became of the payment shows on their own.
    const reply = await resumePayment(payerContext(session, ctx), session.txnId, response).catch(
      (err: unknown) => {
        services.log.error({ err, requestId: request.id }, 'resume of a hosted payment failed');
        return undefined;
      },
    );
    if (reply && reply.status >= 400) await countFailure(services, request.ip, now);
  }
  return new Reply(303, undefined, {
    headers: { location: `/hosted/${path.pageKey}/begin/${path.sessionId}` },
  });
});
