import * as z from 'zod/mini';
import type { Wallet } from '#shared/payments/wallets.ts';

/** Of capabilities: what payment pages need to offer the wallets. */
export const pageWallets = {
  /** The adapter opens sessions at Apple, by `POST /v1/apple-pay-sessions`; missing: payment pages offer no Apple Pay. */
  applePay: z.optional(z.boolean()),
  /**
   * The gateway under which Google encrypts tokens for the processor; missing: payment pages offer no Google Pay. Without
   * `gatewayMerchantId` it is the account of the installation.
   */
  googlePay: z.optional(
    z.strictObject({
      gateway: z.string().check(z.regex(/^[\w.-]{1,60}$/)),
      gatewayMerchantId: z.optional(z.string().check(z.regex(/^[\w.:/-]{1,100}$/))),
    }),
  ),
};

interface PageWallets {
  wallets?: Wallet[] | undefined;
  applePay?: boolean | undefined;
  googlePay?: object | undefined;
}

/** A page never asks for a token that the adapter does not take. */
export const areWalletsTaken = ({ wallets = [], applePay = false, googlePay }: PageWallets): boolean =>
  (!applePay || wallets.includes('APPLE-PAY')) && (googlePay === undefined || wallets.includes('GOOGLE-PAY'));

/** A host name. */
const domain = z.string().check(z.regex(/^[a-z0-9.-]{1,253}$/i));

/** POST /v1/apple-pay-sessions. It moves no money. */
export const appleSessionRequest = z.strictObject({
  merchantId: z.string().check(z.regex(/^[\w.-]{1,100}$/)),
  displayName: z.string().check(z.minLength(1), z.maxLength(64)),
  domain,
  account: z.record(z.string(), z.string()),
});

const isJsonObject = (text: string): boolean => {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
  } catch {
    return false;
  }
};

/** 200. `session`: Apple's answer as JSON text, which the page passes on. */
export const appleSessionReply = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('opened'),
    domain,
    session: z.string().check(z.maxLength(20_000), z.refine(isJsonObject)),
  }),
  z.strictObject({
    kind: z.literal('refused'),
    domain,
    message: z.string().check(z.minLength(1), z.maxLength(200)),
  }),
]);
