import { readOrigins, originsAllowed } from '#shared/web-origin.ts';
import type { PayerAddress } from '#features/payments/hosted-sessions/payer-address.ts';
import type { Skin } from '#features/payments/hosted-sessions/skins.ts';
import { type Channel, type ThreeDSecureChoice, channels, isMcc } from './installation.ts';
import { newInstallation } from './new-installation.ts';
import type { InstallationContent, InstallationSettings } from './schemas.ts';

export interface InstallationForm {
  name: string;
  /** The merchant's id; fixed once the installation exists. */
  merchant: string;
  channel: string;
  currencies: string[];
  mcc: string;
  threeDSecure: ThreeDSecureChoice;
  recurring: boolean;
  instalments: boolean;
  /** Empty: no threshold. */
  fraudGuardThreshold: string;
  /** One a line. */
  webOrigins: string;
  skin: Skin;
  payerAddress: PayerAddress;
  /** Empty: payment pages offer no Apple Pay. */
  applePayMerchantId: string;
  applePayCountry: string | null;
  /** Empty: payment pages offer no Google Pay. */
  googlePayMerchantId: string;
  googlePayCountry: string | null;
  googlePayName: string;
  logo: string | null;
  sendReceipts: boolean;
  receiptName: string;
  receiptReplyTo: string;
}

type InstallationError =
  | 'name'
  | 'merchant'
  | 'currencies'
  | 'mcc'
  | 'threshold'
  | 'origin'
  | 'origins'
  | 'email'
  | 'apple_id'
  | 'apple_country'
  | 'google_id'
  | 'google_country'
  | 'name_taken';
export type InstallationErrors = Partial<Record<keyof InstallationForm, InstallationError>>;

/** A new installation, of the only merchant if there is one. */
export const newInstallationForm = (merchants: readonly { id: number }[]): InstallationForm => ({
  ...newInstallation,
  name: '',
  merchant: merchants.length === 1 ? String(merchants[0]?.id) : '',
  currencies: [],
  mcc: '',
  fraudGuardThreshold: '',
  webOrigins: '',
  applePayMerchantId: '',
  googlePayMerchantId: '',
  googlePayName: '',
  receiptName: '',
  receiptReplyTo: '',
});

export const toInstallationForm = (settings: InstallationSettings): InstallationForm => ({
  name: settings.name,
  merchant: String(settings.merchantId),
  channel: settings.channel,
  currencies: settings.currencies,
  mcc: settings.mcc,
  threeDSecure: settings.threeDSecure,
  recurring: settings.recurring,
  instalments: settings.instalments,
  fraudGuardThreshold: settings.fraudGuardThreshold === null ? '' : String(settings.fraudGuardThreshold),
  webOrigins: settings.webOrigins.join('\n'),
  skin: settings.skin,
  payerAddress: settings.payerAddress,
  applePayMerchantId: settings.applePayMerchantId ?? '',
  applePayCountry: settings.applePayCountry,
  googlePayMerchantId: settings.googlePayMerchantId ?? '',
  googlePayCountry: settings.googlePayCountry,
  googlePayName: settings.googlePayName ?? '',
  logo: settings.logo,
  sendReceipts: settings.sendReceipts,
  receiptName: settings.receiptName ?? '',
  receiptReplyTo: settings.receiptReplyTo ?? '',
});

export function installationErrors(form: InstallationForm): InstallationErrors {
  const errors: InstallationErrors = {};
  const origins = readOrigins(form.webOrigins);
  const threshold = form.fraudGuardThreshold.trim();
  const replyTo = form.receiptReplyTo.trim();
  if (form.name.trim() === '') errors.name = 'name';
  if (form.merchant === '') errors.merchant = 'merchant';
  if (form.currencies.length === 0) errors.currencies = 'currencies';
  if (!isMcc(form.mcc.trim())) errors.mcc = 'mcc';
  if (threshold !== '' && !/^([1-9]\d?|100)$/.test(threshold)) errors.fraudGuardThreshold = 'threshold';
  if ('wrong' in origins) errors.webOrigins = 'origin';
  else if (origins.origins.length > originsAllowed) errors.webOrigins = 'origins';
  if (replyTo !== '' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(replyTo)) errors.receiptReplyTo = 'email';
  const appleId = form.applePayMerchantId.trim();
  if (!/^[\w.-]*$/.test(appleId)) errors.applePayMerchantId = 'apple_id';
  if (appleId !== '' && form.applePayCountry === null) errors.applePayCountry = 'apple_country';
  const googleId = form.googlePayMerchantId.trim();
  if (!/^[A-Za-z0-9]*$/.test(googleId)) errors.googlePayMerchantId = 'google_id';
  if (googleId !== '' && form.googlePayCountry === null) errors.googlePayCountry = 'google_country';
  return errors;
}

/** The body of a request, of a form without errors. */
export function toInstallationContent(form: InstallationForm): InstallationContent {
  const origins = readOrigins(form.webOrigins);
  const threshold = form.fraudGuardThreshold.trim();
  const googleId = form.googlePayMerchantId.trim();
  return {
    name: form.name.trim(),
    channel: toChannel(form.channel),
    currencies: form.currencies,
    mcc: form.mcc.trim(),
    threeDSecure: form.threeDSecure,
    recurring: form.recurring,
    instalments: form.instalments,
    fraudGuardThreshold: threshold === '' ? null : Number(threshold),
    webOrigins: 'wrong' in origins ? [] : origins.origins,
    skin: form.skin,
    payerAddress: form.payerAddress,
    applePayMerchantId: form.applePayMerchantId.trim() || null,
    applePayCountry: form.applePayMerchantId.trim() === '' ? null : form.applePayCountry,
    googlePayMerchantId: googleId || null,
    googlePayCountry: googleId === '' ? null : form.googlePayCountry,
    googlePayName: googleId === '' ? null : form.googlePayName.trim() || null,
    logo: form.logo,
    sendReceipts: form.sendReceipts,
    receiptName: form.receiptName.trim() || null,
    receiptReplyTo: form.receiptReplyTo.trim() || null,
  };
}

/** Older installations can have another channel. */
export const toChannel = (text: string): Channel => channels.find((channel) => channel === text) ?? 'OTHER';
