import { createHash } from 'node:crypto';
import { formatMinor } from '#contract/money.ts';
import type { Enrolment } from './sandbox-cards.ts';
import { cardBehaviour } from './sandbox-cards.ts';
import type {
  AuthenticationFields,
  AuthenticationRequest,
  AuthenticationResult,
  ThreeDSecure,
} from './three-d-secure.ts';

/** Below this many major units an enrolled card is authenticated without a challenge. */
const frictionlessBelow = 30;

export interface SandboxThreeDSecureOptions {
  /** Where the challenge page of the sandbox stands. */
  challengeUrl: string;
  enrolmentOfCredential(credential: string): Promise<Enrolment>;
}

/** Sandbox 3-D Secure 2.2.0: behaviour by test card and amount (domain §4), nothing kept. */
export function sandboxThreeDSecure(options: SandboxThreeDSecureOptions): ThreeDSecure {
  return {
    async authenticate(request) {
      const { source } = request;
      const enrolled =
        'pan' in source
          ? cardBehaviour(source.pan).enrolled
          : await options.enrolmentOfCredential(source.credential);
      return resultFor(enrolled, request, options.challengeUrl);
    },
  };
}

export function resultFor(
  enrolled: Enrolment,
  request: AuthenticationRequest,
  challengeUrl: string,
): AuthenticationResult {
  if (enrolled === 'N') {
    const fields = { enrolmentStatus: 'NOT_ENROLLED', status: 'NOT_ENROLLED', version: '2.2.0' } as const;
    return { kind: 'proceed', fields };
  }
  const major = formatMinor(request.amountMinor, request.currency);
  // Amounts ending .33 always challenge (domain §4).
  const challenged = major.endsWith('.33') || (enrolled === 'Y' && wholeUnits(major) >= frictionlessBelow);
  if (challenged) {
    const fields: AuthenticationFields = {
      ...transactionIds(request.reference),
      enrolmentStatus: 'ENROLLED',
      status: 'NOT_ATTEMPTED',
      version: '2.2.0',
      frictionless: false,
    };
    return { kind: 'challenge', fields, redirectUrl: `${challengeUrl}?reference=${request.reference}` };
  }
  if (enrolled === 'U') {
    const fields = { enrolmentStatus: 'UNKNOWN', status: 'UNAVAILABLE', version: '2.2.0' } as const;
    return { kind: 'proceed', fields: { ...fields, eci: noLiabilityShift(request.scheme) } };
  }
  const fields = { enrolmentStatus: 'ENROLLED', status: 'AUTHENTICATED', version: '2.2.0' } as const;
  const eci = request.scheme === 'MASTERCARD' ? '02' : '05';
  return {
    kind: 'proceed',
    fields: { ...fields, ...transactionIds(request.reference), eci, frictionless: true },
  };
}

const wholeUnits = (major: string): number => Number(major.split('.')[0]);

const noLiabilityShift = (scheme: string): string => (scheme === 'MASTERCARD' ? '00' : '07');

/** Three ids that look like UUIDs and are the same for one reference, so that a repeated call agrees. */
function transactionIds(reference: string) {
  return {
    serverTransactionId: idFrom('server', reference),
    dsTransactionId: idFrom('ds', reference),
    acsTransactionId: idFrom('acs', reference),
  };
}

function idFrom(who: string, reference: string): string {
  const hex = createHash('sha256').update(`${who}:${reference}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}
