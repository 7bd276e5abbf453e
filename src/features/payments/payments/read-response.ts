import { type AdvisedDecline, explainDecline } from '#shared/payments/declines.ts';

/** The server's message for a failure, wherever the response has it. */
export function readReasonMessage(response: unknown): string | undefined {
  const body = part(response);
  const found = [part(body.outcome).reasonMessage, body.reasonMessage, body.message];
  return found.find((reference): reference is string => typeof reference === 'string' && reference !== '');
}

/** Why a request was declined: the issuer's code is in the transaction that failed. */
export function readDecline(response: unknown): AdvisedDecline {
  const body = part(response);
  const outcome = part(body.outcome);
  const { statusCode } = part(part(body.processing).authResponse);
  const { cardScheme } = part(part(body.paymentMethod).card);
  const reason = explainDecline({
    reasonCode: textOf(outcome.reasonCode) ?? '',
    statusCode: textOf(statusCode),
    scheme: textOf(cardScheme),
  });
  return { reason, adviceCode: textOf(outcome.adviceCode) };
}

/** The text of a value of an unknown response. */
export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The fields of a value of an unknown response. */
export const part = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value != null ? (value as Record<string, unknown>) : {};
