import { Reply, handleWithoutTransaction } from '#server/handler.ts';
import { getSessionStatus as endpoint } from '../endpoints.ts';
import { isUnderReview, sessionStatus } from '../session-status.ts';
import { hostedFailure } from './session/hosted-problem.ts';
import { storedSession } from './session/session-store.ts';

export const getSessionStatus = handleWithoutTransaction(
  endpoint,
  async ({ path, resource, inTenant, services, now }) => {
    const session = await inTenant((sql) => storedSession(sql, path.sessionId));
    if (!session || session.installationId !== resource.installationId)
      return new Reply(404, hostedFailure('exception.sessionState.noSession'));
    const { sessionState, transactionState } = sessionStatus(session, now);
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
          ...((transactionState === 'FAILED' || isUnderReview(session)) && session.reasonCode !== null
            ? { outcome: { reasonCode: session.reasonCode, statusCode: session.statusCode ?? undefined } }
            : {}),
        },
      },
    };
  },
);
