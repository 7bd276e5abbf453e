import { readOrigins, originsAllowed } from '#shared/web-origin.ts';
import type { Skin } from '#features/hosted-sessions/skins.ts';
import { type Channel, type ThreeDSecureChoice, channels, isMcc } from './installation.ts';
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
  logo: string | null;
  sendReceipts: boolean;
  receiptName: string;
  receiptReplyTo: string;
}

type InstallationFault =
  | 'name'
  | 'merchant'
  | 'currencies'
  | 'mcc'
  | 'threshold'
  | 'origin'
  | 'origins'
  | 'email'
  | 'name_taken';
export type InstallationFaults = Partial<Record<keyof InstallationForm, InstallationFault>>;

/** A new installation, of the only merchant if there is one. */
export const newInstallationForm = (merchants: readonly { id: number }[]): InstallationForm => ({
  name: '',
  merchant: merchants.length === 1 ? String(merchants[0]?.id) : '',
  channel: 'WEB',
  currencies: [],
  mcc: '',
  threeDSecure: 'PARTIAL',
  recurring: true,
  instalments: false,
  fraudGuardThreshold: '',
  webOrigins: '',
  skin: '1',
  logo: null,
  sendReceipts: false,
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
  logo: settings.logo,
  sendReceipts: settings.sendReceipts,
  receiptName: settings.receiptName ?? '',
  receiptReplyTo: settings.receiptReplyTo ?? '',
});

export function installationFaults(form: InstallationForm): InstallationFaults {
  const faults: InstallationFaults = {};
  const origins = readOrigins(form.webOrigins);
  const threshold = form.fraudGuardThreshold.trim();
  const replyTo = form.receiptReplyTo.trim();
  if (form.name.trim() === '') faults.name = 'name';
  if (form.merchant === '') faults.merchant = 'merchant';
  if (form.currencies.length === 0) faults.currencies = 'currencies';
  if (!isMcc(form.mcc.trim())) faults.mcc = 'mcc';
  if (threshold !== '' && !/^([1-9]\d?|100)$/.test(threshold)) faults.fraudGuardThreshold = 'threshold';
  if ('wrong' in origins) faults.webOrigins = 'origin';
  else if (origins.origins.length > originsAllowed) faults.webOrigins = 'origins';
  if (replyTo !== '' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(replyTo)) faults.receiptReplyTo = 'email';
  return faults;
}

/** The body of a request, of a form without faults. */
export function toInstallationContent(form: InstallationForm): InstallationContent {
  const origins = readOrigins(form.webOrigins);
  const threshold = form.fraudGuardThreshold.trim();
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
    logo: form.logo,
    sendReceipts: form.sendReceipts,
    receiptName: form.receiptName.trim() || null,
    receiptReplyTo: form.receiptReplyTo.trim() || null,
  };
}

/** Older installations can have another channel. */
export const toChannel = (text: string): Channel => channels.find((one) => one === text) ?? 'OTHER';
