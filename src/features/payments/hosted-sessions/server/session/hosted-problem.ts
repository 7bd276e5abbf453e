import type { ErrorDetail } from '#shared/problem.ts';
import type { Refusal } from '#shared/result.ts';
import { type ReasonCode, refusalReason } from '#shared/payments/reason-codes.ts';

/** The sessions' own failure codes (docs/domain.md#session-codes). */
const messages = {
  'exception.sessionState.noSession': 'There is no such session',
  'exception.sessionState.processing': 'The payment is being processed',
  'exception.config.noReturnUrl': 'The return address is missing',
  'exception.config.url.not.valid':
    'The address is not valid, or not on a site of the shop as registered with the installation in the portal',
  'exception.skin.request': 'This is not the id of a skin',
  'exception.skin.lookup': 'There is no such skin',
  'exception.invalid.email': 'The email address is not valid',
  'exception.payout.noValidCards': 'These payment methods leave no way to pay',
} as const;
export type HostedCode = keyof typeof messages;

/** Why a session or a link is refused, in the sessions' own codes or the merchant API's. */
export type HostedRefusal = Refusal<HostedCode | ReasonCode>;

export interface HostedFailure {
  status: 'FAILED';
  reasonCode: string;
  reasonMessage: string;
  field?: string;
  detail?: ErrorDetail;
}

/** The response of a refused session or link, with its field if a field caused it. */
export function hostedFailure({ code, field, detail }: HostedRefusal): HostedFailure {
  if (!isHostedCode(code)) return { status: 'FAILED', ...refusalReason(code, { field, detail }) };
  const reason = { status: 'FAILED', reasonCode: code, reasonMessage: messages[code] } as const;
  return field === undefined
    ? reason
    : { ...reason, reasonMessage: `${messages[code]}: ${field}`, field, detail: detail ?? 'invalid' };
}

const isHostedCode = (code: HostedCode | ReasonCode): code is HostedCode => Object.hasOwn(messages, code);
