import { Reply, handleInSteps } from '#server/handler.ts';
import { getSessionStatus as call } from '../calls.ts';
import { standingOf } from '../session-standing.ts';
import { hostedFailure } from './session/hosted-problem.ts';
import { storedSession } from './session/session-store.ts';

export const getSessionStatus = handleInSteps(call, async ({ path, subject, inTenant, services, now }) => {
  const session = await inTenant((sql) => storedSession(sql, path.sessionId));
  if (!session || session.installationId !== subject.installationId)
    return new Reply(404, hostedFailure('exception.sessionState.noSession'));
  const { sessionState, transactionState } = standingOf(session, now);
  return {
    status: 'SUCCESS' as const,
    hostedSessionStatus: {
      sessionId: session.sessionId,
      context: `${services.config.checkoutUrl}/hosted`,
      stale: sessionState === 'EXPIRED',
      lastInteraction: session.lastInteraction.getTime(),
      sessionState,
      transactionState: {
        ...(session.txnId === null ? {} : { id: String(session.txnId) }),
        transactionState,
        ...(transactionState === 'FAILED' && session.reasonCode !== null
          ? { outcome: { reasonCode: session.reasonCode, statusCode: session.statusCode ?? undefined } }
          : {}),
      },
    },
  };
});
