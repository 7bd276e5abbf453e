/** Card brands and wallets as people read them, by scheme or payment product. Their names are the same in every language. */
export const brandNames: Readonly<Record<string, string>> = {
  VISA: 'Visa',
  MC: 'Mastercard',
  MASTERCARD: 'Mastercard',
  AMEX: 'American Express',
  JCB: 'JCB',
  DISCOVER: 'Discover',
  DINERS: 'Diners Club',
  MAESTRO: 'Maestro',
  ELECTRON: 'Visa Electron',
  'APPLE-PAY': 'Apple Pay',
  'GOOGLE-PAY': 'Google Pay',
};
