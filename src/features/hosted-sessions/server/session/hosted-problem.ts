import type { ErrorDetail, FieldError } from '#shared/problem.ts';

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

export interface HostedFailure {
  status: 'FAILED';
  reasonCode: string;
  reasonMessage: string;
  field?: string;
  detail?: ErrorDetail;
}

/** A failure with its field, if a field caused it. */
export const hostedFailure = (reasonCode: HostedCode, fieldError?: FieldError): HostedFailure => ({
  status: 'FAILED',
  reasonCode,
  reasonMessage: fieldError ? `${messages[reasonCode]}: ${fieldError.field}` : messages[reasonCode],
  ...fieldError,
});
