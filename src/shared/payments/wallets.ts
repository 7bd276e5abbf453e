/** Wallets whose tokens are passed on to the processor, as reports name them (docs/domain.md#wallets). */
export const wallets = ['APPLE-PAY', 'GOOGLE-PAY'] as const;
export type Wallet = (typeof wallets)[number];

export const isWallet = (value: unknown): value is Wallet => wallets.some((one) => one === value);

/** What a wallet gave the payer's browser: only the processor for which it was made can read it. It is never stored here. */
export interface WalletSource {
  kind: Wallet;
  /** JSON, as the wallet's script returns it: Apple's `payment.token`, Google's `tokenizationData.token`. */
  token: string;
}
