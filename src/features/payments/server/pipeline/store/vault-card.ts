/** A card as we may keep it: no number, no CV2 (docs/domain.md#cards). */
export interface VaultCard {
  token: string;
  registered: boolean;
  fingerprint: string;
  masked: string;
  bin: string;
  lastFour: string;
  expiry: string;
  holderName: string | null;
  type: string;
  scheme: string;
  usage: string;
  issuer: string | null;
  issuerCountry: string | null;
  /** The processor's own reference to the card. */
  credential: string | null;
  customerId: number | null;
  nickname: string | null;
  /** As CardNumber has them: undefined says nothing of what is kept, null removes it. */
  validFrom?: string | null | undefined;
  issueNumber?: string | null | undefined;
  makeDefault?: boolean | undefined;
}
