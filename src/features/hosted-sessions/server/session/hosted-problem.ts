/** Failures of hosted sessions in their own catalogue (domain §1.2, last rows). */
const messages = {
  'exception.sessionState.noSession': 'There is no such session',
  'exception.sessionState.processing': 'The payment is being processed',
  'exception.config.noReturnUrl': 'session.returnUrl.url is missing',
  'exception.config.url.not.valid':
    'An address is not valid, or its host is not registered for the installation',
  'exception.skin.request': 'session.skin is not the id of a skin',
  'exception.skin.lookup': 'There is no such skin',
  'exception.invalid.email': 'customer.details.emailAddress is not valid',
  'exception.payout.noValidCards': 'features.paymentMethods leaves no way to pay',
} as const;
export type HostedCode = keyof typeof messages;

export interface HostedFailure {
  status: 'FAILED';
  reasonCode: string;
  reasonMessage: string;
}

export const hostedFailure = (reasonCode: HostedCode): HostedFailure => ({
  status: 'FAILED',
  reasonCode,
  reasonMessage: messages[reasonCode],
});
