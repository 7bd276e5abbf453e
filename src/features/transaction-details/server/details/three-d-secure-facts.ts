import type { TransactionRecord } from '#features/payments/server/pipeline/store/payment-store.ts';
import type { TransactionDetails } from '../../endpoints.ts';

type Names = Extract<keyof TransactionDetails, `threeDSecure${string}` | 'versionsAttempted'>;

const schemes: Readonly<Record<string, string>> = {
  VISA: 'VISA_SECURE',
  MASTERCARD: 'MASTERCARD_IDENTITY_CHECK',
  AMEX: 'AMEX_SAFEKEY',
};

/** What 3-D Secure said; all null where it was not asked. */
export function threeDSecureFacts(row: TransactionRecord): Pick<TransactionDetails, Names> {
  const status = row.threeDSecureStatus;
  const enrolment = row.threeDSecureEnrolment;
  const eci = row.threeDSecureEci;
  const protocol = row.threeDSecureVersion;
  const scheme = row.cardScheme;
  const wasAsked = status !== null || enrolment !== null;
  const authentication = row.detail.strongCustomerAuthentication;
  return {
    threeDSecureStatus: status,
    threeDSecureProtocolVersion: protocol,
    threeDSecureVersion: protocol?.split('.')[0] ?? null,
    threeDSecureAuthorisation: row.detail.threeDSecure?.dsTransactionId ?? null,
    threeDSecureEnrolmentStatus: enrolment,
    threeDSecureECI: eci,
    threeDSecureScheme: wasAsked ? (row.detail.threeDSecure?.scheme ?? schemes[scheme ?? ''] ?? null) : null,
    threeDSecureChallengeRequest: (authentication?.challengeRequested as string | undefined) ?? null,
    threeDSecureFrictionless: (row.threeDSecureFrictionless as boolean | null) ?? null,
    threeDSecureLiabilityShift: liabilityShift(eci, scheme),
    threeDSecureCardHolderInfo: null,
    versionsAttempted:
      protocol === null || !wasAsked
        ? []
        : (row.detail.threeDSecure?.versionsAttempted?.slice() ?? [
            { version: Number(protocol.split('.')[0]), availability: threeDSecureAvailability(enrolment) },
          ]),
  };
}

/** By the electronic commerce indicator, which Mastercard numbers its own way (docs/domain.md#3-d-secure). */
export function liabilityShift(eci: string | null, scheme: string | null): boolean | null {
  if (eci === null) return null;
  return (scheme === 'MASTERCARD' ? ['01', '02'] : ['05', '06']).includes(eci);
}

function threeDSecureAvailability(enrolment: string | null): string {
  if (enrolment === 'NOT_ENROLLED') return 'ISSUER_NO_V2';
  return enrolment === 'ENROLLED' ? 'AVAILABLE' : 'ERROR';
}
