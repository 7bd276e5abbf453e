// Data for an authentication by 3-D Secure, from a merchant and its customer's browser (docs/domain.md#3-d-secure).

/** The browser of the card holder, in the limits of EMV 3-D Secure (parse-browser.ts). */
export interface BrowserData {
  acceptHeader: string;
  userAgent: string;
  ip?: string;
  /** A language tag. */
  language: string;
  javaScriptEnabled: boolean;
  javaEnabled: boolean;
  /** In bits. Only JavaScript can read this and the fields below. */
  colorDepth?: number;
  /** In pixels. */
  screenHeight?: number;
  screenWidth?: number;
  /** In minutes, as JavaScript has it: positive to the west of Greenwich. */
  timeZoneOffset?: number;
}

/** Depths of colour that the protocol has, in bits. */
export const colourDepths: readonly number[] = [1, 4, 8, 15, 16, 24, 32, 48];

/** The merchant's preference. The issuer decides. */
export type ChallengePreference =
  | 'NO_PREFERENCE'
  | 'NO_CHALLENGE_REQUESTED'
  | 'CHALLENGE_REQUESTED'
  | 'CHALLENGE_MANDATED';

/** Reasons for which the merchant requests no challenge. The merchant then bears the risk. */
export const exemptions = ['LOW_VALUE', 'RISK_ANALYSIS', 'CORPORATE', 'TRUSTED'] as const;
export type Exemption = (typeof exemptions)[number];

export interface RequestedExemption {
  type: Exemption;
  requestedBy: 'MERCHANT';
}

/**
 * Whether the card's issuer bears the risk of fraud, from the electronic commerce indicator, which Mastercard numbers differently
 * (docs/domain.md#3-d-secure). Null without an indicator.
 */
export function isLiabilityShifted(eci: string | null, scheme: string | null): boolean | null {
  if (eci === null) return null;
  return (scheme === 'MASTERCARD' ? ['01', '02'] : ['05', '06']).includes(eci);
}
