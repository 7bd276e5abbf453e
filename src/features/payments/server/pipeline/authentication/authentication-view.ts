import type { TransactionStatus } from '#features/payments/transaction-kind.ts';
import type { AuthenticationFields, ChallengeForm } from '#integrations/three-d-secure.ts';

/** What 3-D Secure said, and what the browser had to post to the issuer. */
export interface StoredAuthentication extends AuthenticationFields {
  scheme?: string;
  challenge?: ChallengeForm;
}

const schemes: Readonly<Record<string, readonly [first: string, second: string]>> = {
  VISA: ['VERIFIED_BY_VISA', 'VISA_SECURE'],
  MASTERCARD: ['MASTERCARD_SECURECODE', 'MASTERCARD_IDENTITY_CHECK'],
  AMEX: ['AMEX_SAFEKEY', 'AMEX_SAFEKEY'],
};

/** The programme's name in the version that was spoken (docs/domain.md#3-d-secure). */
export function authenticationScheme(scheme: string, { version }: AuthenticationFields): string | undefined {
  return schemes[scheme]?.[version.startsWith('1.') ? 0 : 1];
}

/** `threeDSecure` of the merchant API (docs/domain.md#3-d-secure); while it waits, with what to post to the issuer. */
export function authenticationView(kept: StoredAuthentication, status: TransactionStatus) {
  const { challenge, version, enrolmentStatus, ...fields } = kept;
  const waits = status === 'SUSPENDED_THREE_D_SECURE' && challenge !== undefined;
  const outcome =
    fields.status === 'NOT_ATTEMPTED' || fields.status === 'NOT_ENROLLED' ? null : fields.status;
  return {
    ...fields,
    version: version.startsWith('1.') ? 1 : 2,
    protocolVersion: version,
    enrolmentStatus,
    enrolmentIndicator: indicators[enrolmentStatus],
    authenticationStatus: outcome,
    authenticationIndicator: outcome === 'AUTHENTICATED' ? 'Y' : outcome === 'FAILED' ? 'N' : null,
    ...(waits ? { acsUrl: challenge.acsUrl, ...challenge.fields, redirectUrl: redirectUrl(challenge) } : {}),
  };
}

const indicators = { ENROLLED: 'Y', NOT_ENROLLED: 'N', UNKNOWN: 'U' } as const;

/** For a shop that cannot post a form: the same request in the address. */
function redirectUrl({ acsUrl, fields }: NonNullable<StoredAuthentication['challenge']>): string {
  return `${acsUrl}?${new URLSearchParams(fields).toString()}`;
}
