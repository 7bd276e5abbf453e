import { adviseMerchant } from '#shared/payments/declines.ts';
import type { HostedSession } from '../db/hosted-session.ts';

/** The outcome of the latest attempt, with what the merchant can do about a failure (docs/domain.md#decline-advice). */
export function describeOutcome(session: HostedSession, reasonCode: string) {
  const { statusCode, scheme, adviceCode, attemptedAt } = session;
  const advice = adviseMerchant({ reasonCode, statusCode, scheme, adviceCode }, attemptedAt ?? undefined);
  return {
    reasonCode,
    ...(statusCode !== null && { statusCode }),
    ...(scheme !== null && { scheme }),
    ...(adviceCode !== null && { adviceCode }),
    ...(advice && { advice }),
  };
}
