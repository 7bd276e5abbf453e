import type { InstallationContent } from './schemas.ts';

/** The settings that a new installation begins with. Name, currencies and category code have no default. */
export const newInstallation = {
  channel: 'WEB',
  threeDSecure: 'PARTIAL',
  recurring: true,
  instalments: false,
  fraudGuardThreshold: null,
  webOrigins: [],
  skin: '1',
  payerAddress: 'POSTCODE',
  applePayMerchantId: null,
  applePayCountry: null,
  googlePayMerchantId: null,
  googlePayCountry: null,
  googlePayName: null,
  logo: null,
  sendReceipts: false,
  receiptName: null,
  receiptReplyTo: null,
} satisfies Partial<InstallationContent>;
