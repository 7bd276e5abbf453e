import { readAppleToken, readGoogleToken } from '#shared/payments/wallet-token.ts';
import type { Wallet, WalletSource } from '#shared/payments/wallets.ts';
import type { WalletCard } from '../adapter.ts';

interface SandboxWalletCard extends WalletCard {
  expiry: string;
  authorises: boolean;
}

/** The cards of the sandbox's wallets (docs/domain.md#sandbox). */
const cards: Readonly<Record<string, SandboxWalletCard>> = {
  visa: { scheme: 'VISA', usage: 'DEBIT', lastFour: '0018', expiry: '1239', authorises: true },
  mastercard: { scheme: 'MASTERCARD', usage: 'CREDIT', lastFour: '0019', expiry: '1239', authorises: true },
  amex: { scheme: 'AMEX', usage: 'CREDIT', lastFour: '0015', expiry: '1239', authorises: true },
  declined: { scheme: 'VISA', usage: 'DEBIT', lastFour: '0166', expiry: '1239', authorises: false },
};

export type SandboxWalletCardName = 'visa' | 'mastercard' | 'amex' | 'declined';

/** A token as the wallet would return it, which the sandbox can read: its message is `sandbox:visa` in the clear. */
export function sandboxWalletToken(wallet: Wallet, card: SandboxWalletCardName = 'visa'): string {
  const message = `sandbox:${card}`;
  const signature = Buffer.from('sandbox').toString('base64');
  if (wallet === 'GOOGLE-PAY')
    return JSON.stringify({ protocolVersion: 'ECv1', signature, signedMessage: message });
  const header = { publicKeyHash: signature, ephemeralPublicKey: signature, transactionId: '00' };
  const data = Buffer.from(message).toString('base64');
  return JSON.stringify({
    paymentData: { version: 'EC_v1', data, signature, header },
    paymentMethod: { displayName: 'Sandbox', network: 'Visa', type: 'debit' },
    transactionIdentifier: '00',
  });
}

/** Undefined for a token of another processor, or a real one. */
export function readSandboxToken({ kind, token }: WalletSource): SandboxWalletCard | undefined {
  const message = kind === 'APPLE-PAY' ? appleMessage(token) : googleMessage(token);
  const name = /^sandbox:([a-z]+)$/.exec(message)?.[1] ?? '';
  return Object.hasOwn(cards, name) ? cards[name] : undefined;
}

const appleMessage = (token: string): string =>
  Buffer.from(readAppleToken(token)?.paymentData.data ?? '', 'base64').toString('utf8');

function googleMessage(token: string): string {
  const read = readGoogleToken(token);
  return read && 'signedMessage' in read ? read.signedMessage : '';
}
