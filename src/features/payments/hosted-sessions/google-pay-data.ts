/** What the document of Google Pay brings along for its script (src/app/checkout/google-pay.ts). */
export interface GooglePayData {
  /** Google's script, or the sandbox's substitute for it. */
  script: { src: string; integrity?: string };
  environment: 'TEST' | 'PRODUCTION';
  /** Google's `PaymentDataRequest`. */
  request: { apiVersion: 2; apiVersionMinor: 0; allowedPaymentMethods: readonly object[] } & Readonly<
    Record<string, unknown>
  >;
  /** For Google's button, as Google's script names languages. */
  language: string;
  submitUrl: string;
  viewUrl: string;
  challengeUrl: string;
  /** Where the payer continues: the page with the card form or the result. */
  returnUrl: string;
  texts: Readonly<Record<GooglePayText, string>>;
}

type GooglePayText =
  | 'processing'
  | 'wallet_blocked'
  | 'wallet_unavailable'
  | 'wallet'
  | 'unreachable'
  | 'too_many';
