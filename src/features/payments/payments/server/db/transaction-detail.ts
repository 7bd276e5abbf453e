import type { TransactionStatus } from '#shared/payments/transaction-kind.ts';
import type { RiskStop } from '#features/fraud/risk-controls/schemas.ts';
import { type RequestedExemption, isLiabilityShifted } from '#shared/payments/authentication.ts';
import type {
  AuthenticationFields,
  ChallengeForm,
  FingerprintForm,
} from '#integrations/processors/three-d-secure.ts';
import type { RouteReason } from '#integrations/processors/processors.ts';
import type { SaleDetails } from '../../request/parse-sale.ts';
import type { Address, Callbacks } from '../../request/parse-payment.ts';

/** Column txn.detail: what is only read with the whole transaction. */
export interface TransactionDetail extends SaleDetails {
  billingAddress?: Address;
  threeDSecure?: StoredAuthentication;
  /** From strong customer authentication. */
  exemption?: RequestedExemption;
  customFields?: { name: string; value: string }[];
  financialServices?: Record<string, string | undefined>;
  nickname?: string;
  /** Only of imported rows; no request sets it. */
  paymentMethodSource?: { source: string; sourceId?: string | null };
  locale?: string;
  merchantInitiated?: boolean;
  /** The schedule that this transaction starts once it is paid. */
  scheduleId?: string;
  /** The merchant's own request. */
  deferred?: boolean;
  /** A rule has deferred the transaction: what follows after so many days (docs/domain.md#deferral). */
  deferral?: Deferral;
  /** Of a release by the clock: its original is EXPIRED, not VOIDED. */
  expiresOriginal?: boolean;
  /** Of a deferred payout: the merchant accepts a card that has never paid. */
  paysNewCards?: boolean;
  /** The smart link that this transaction pays. */
  linkId?: string;
  /** The risk control that stopped it. */
  riskStop?: RiskStop;
  callbacks?: Callbacks;
  /** Where the payer of a payment that the merchant has suspended continues. */
  redirect?: { url: string; frame: 'CONTAINER' | 'TOP' };
  /** The transaction registers its card for the customer. */
  registersCard?: true;
  /** The hosted session in which it was paid. */
  sessionId?: string;
  /** Why it went to its connection. */
  routing?: StoredRouting;
}

/** The rule that chose a connection, or why none did (docs/processors.md#routes). */
export type StoredRouting = Pick<RouteReason, 'routeId' | 'why'>;

export interface Deferral {
  finalAction: 'capture' | 'decline';
  days: number;
}

/** The result of 3-D Secure, and the forms that the browser posted to the issuer. */
export interface StoredAuthentication extends AuthenticationFields {
  scheme?: string;
  /** While the issuer has to identify the browser. */
  fingerprint?: FingerprintForm;
  challenge?: ChallengeForm;
  /** The processor authenticates in `send` and has the payment: `challenge` has an address and no fields. */
  isInSend?: true;
  /** The 3-D Secure server's own data between the steps, sealed (authentication-state.ts). */
  state?: string;
}

/** The authentication columns that reports search. */
export function authenticationColumns(fields: StoredAuthentication | undefined) {
  return {
    threeDSecureStatus: fields?.status ?? null,
    threeDSecureVersion: fields?.version ?? null,
    threeDSecureEnrolment: fields?.enrolmentStatus ?? null,
    threeDSecureEci: fields?.eci ?? null,
    threeDSecureFrictionless: fields?.frictionless ?? null,
  };
}

const schemes: Readonly<Record<string, readonly [first: string, second: string]>> = {
  VISA: ['VERIFIED_BY_VISA', 'VISA_SECURE'],
  MASTERCARD: ['MASTERCARD_SECURECODE', 'MASTERCARD_IDENTITY_CHECK'],
  AMEX: ['AMEX_SAFEKEY', 'AMEX_SAFEKEY'],
};

/** The name of the scheme's programme for a protocol version (docs/domain.md#3-d-secure). */
export function authenticationScheme(scheme: string, { version }: AuthenticationFields): string | undefined {
  return schemes[scheme]?.[version.startsWith('1.') ? 0 : 1];
}

interface AuthenticatedRow {
  txnStatus: TransactionStatus;
  cardScheme: string | null;
  /** Of the authorisation where its processor gave one, else of the authentication. */
  threeDSecureEci: string | null;
}

/** `threeDSecure` of the merchant API; of a waiting payment with the form for the issuer (docs/domain.md#3-d-secure). */
export function authenticationView(
  stored: StoredAuthentication,
  { txnStatus: status, cardScheme, threeDSecureEci }: AuthenticatedRow,
) {
  const { challenge, fingerprint: _form, state: _state, isInSend: _way, ...rest } = stored;
  const { version, enrolmentStatus, ...fields } = rest;
  const awaitsChallenge = status === 'SUSPENDED_THREE_D_SECURE' && challenge !== undefined;
  const outcome =
    fields.status === 'NOT_ATTEMPTED' || fields.status === 'NOT_ENROLLED' ? null : fields.status;
  return {
    ...fields,
    version: version.startsWith('1.') ? 1 : 2,
    protocolVersion: version,
    enrolmentStatus,
    enrolmentIndicator: indicators[enrolmentStatus],
    authenticationStatus: outcome,
    liabilityShift: isLiabilityShifted(threeDSecureEci, cardScheme),
    authenticationIndicator: outcome === 'AUTHENTICATED' ? 'Y' : outcome === 'FAILED' ? 'N' : null,
    ...(awaitsChallenge
      ? { acsUrl: challenge.acsUrl, ...challenge.fields, redirectUrl: redirectUrl(challenge) }
      : {}),
  };
}

const indicators = { ENROLLED: 'Y', NOT_ENROLLED: 'N', UNKNOWN: 'U' } as const;

/** For a merchant's page that cannot post a form: the same request as a query. */
function redirectUrl({ acsUrl, fields }: NonNullable<StoredAuthentication['challenge']>): string {
  return `${acsUrl}?${new URLSearchParams(fields).toString()}`;
}
