import * as z from 'zod/mini';
import type { Wallet } from './wallets.ts';

/** Adyen takes 10,000 characters, and Apple's token in base64. */
export const maxWalletToken = 7000;

const base64 = z.string().check(z.regex(/^[A-Za-z0-9+/_=-]{1,7000}$/));

/** `payment.token` of Apple Pay. What is encrypted in `data` only the processor can read. */
const appleToken = z.strictObject({
  paymentData: z.strictObject({
    version: z.enum(['EC_v1', 'RSA_v1']),
    data: base64,
    signature: base64,
    header: z.record(z.string(), z.string()),
  }),
  paymentMethod: z.optional(
    z.object({
      displayName: z.optional(z.string()),
      network: z.optional(z.string()),
      type: z.optional(z.string()),
    }),
  ),
  transactionIdentifier: z.optional(z.string()),
});

/** `tokenizationData.token` of Google Pay: encrypted for the processor, or for Stripe its own token. */
const googleToken = z.union([
  z.strictObject({
    protocolVersion: z.enum(['ECv1', 'ECv2']),
    signature: z.string(),
    signedMessage: z.string(),
    intermediateSigningKey: z.optional(z.unknown()),
  }),
  z.object({ object: z.literal('token'), id: z.string().check(z.regex(/^tok_\w{1,100}$/)) }),
]);

type AppleToken = z.output<typeof appleToken>;
type GoogleToken = z.output<typeof googleToken>;

const read =
  <T>(schema: z.ZodMiniType<T>) =>
  (text: string): T | undefined => {
    try {
      const parsed = z.safeParse(schema, JSON.parse(text));
      return parsed.success ? parsed.data : undefined;
    } catch {
      return undefined;
    }
  };

export const readAppleToken = read<AppleToken>(appleToken);
export const readGoogleToken = read<GoogleToken>(googleToken);

/** Whether it is a token of the wallet, as far as it can be read without its key. */
export const isWalletToken = (wallet: Wallet, token: string): boolean =>
  token.length <= maxWalletToken &&
  (wallet === 'APPLE-PAY' ? readAppleToken(token) : readGoogleToken(token)) !== undefined;
