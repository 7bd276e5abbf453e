import { createHash, randomUUID } from 'node:crypto';
import type { Sql } from '#database/connection.ts';
import { formatMinor } from '#shared/money.ts';
import { type Enrolment, cardBehaviour } from './sandbox-cards.ts';
import type {
  AuthenticationFields,
  AuthenticationRequest,
  AuthenticationResult,
  CompletionResult,
  EndedChallenge,
  ThreeDSecure,
} from '../three-d-secure.ts';
import {
  challengeRequest,
  readResponse,
  type SandboxChallenge,
  completeChallenge,
  findChallenge,
  saveChallenge,
} from './sandbox-challenge.ts';

/** Below this many major units an enrolled card is authenticated without a challenge. */
const frictionlessBelow = 30;

interface SandboxThreeDSecureOptions {
  /** The address of the sandbox's access-control server, for browsers. */
  acsUrl: string;
  /** The sandbox's own connection; challenges live in its schema (prepareSandbox). */
  sql: Sql;
  findEnrolment(credential: string): Promise<Enrolment>;
}

/** With the issuer's page, which a real 3-D Secure server has elsewhere. */
export interface SandboxThreeDSecure extends ThreeDSecure {
  accessControl: {
    challenge(id: string): Promise<SandboxChallenge | undefined>;
    complete(id: string, password: string | 'give-up'): Promise<SandboxChallenge | undefined>;
  };
}

/** Sandbox 3-D Secure, 2.2.0 and 1.0.2: behaviour by test card and amount (docs/domain.md#sandbox). */
export function sandboxThreeDSecure(options: SandboxThreeDSecureOptions): SandboxThreeDSecure {
  return {
    async authenticate(request) {
      const { source } = request;
      const behaviour =
        'pan' in source
          ? cardBehaviour(source.pan)
          : { enrolled: await options.findEnrolment(source.credential), version: 2 as const };
      const { needsChallenge, fields } = sandboxVerdict(behaviour, request);
      return needsChallenge
        ? openChallenge(behaviour.version, fields, request, options)
        : { kind: 'proceed', fields };
    },
    complete: (ended) => completeAuthentication(options.sql, ended),
    accessControl: {
      challenge: (id) => findChallenge(options.sql, id),
      complete: (id, password) => completeChallenge(options.sql, id, password),
    },
  };
}

/** Schemes that have a programme (docs/domain.md#3-d-secure); the others cannot be authenticated. */
const programmes = new Set(['VISA', 'MASTERCARD', 'AMEX']);
const unsupported: AuthenticationFields = {
  version: '2.2.0',
  versionsAttempted: [{ version: 2, availability: 'SCHEME_NOT_SUPPORTED' }],
  enrolmentStatus: 'UNKNOWN',
  status: 'UNAVAILABLE',
};

/** The sandbox's immediate result; the same for one reference, so that a repeated call agrees. */
export function sandboxVerdict(
  { enrolled, version }: { enrolled: Enrolment; version: 1 | 2 },
  request: Pick<AuthenticationRequest, 'reference' | 'scheme' | 'amountMinor' | 'currency' | 'isMoto'>,
): { needsChallenge: boolean; fields: AuthenticationFields } {
  const { reference, scheme } = request;
  if (!programmes.has(scheme)) return { needsChallenge: false, fields: unsupported };
  const protocolFacts = protocol(version);
  if (enrolled === 'N') {
    const fields = { ...protocolFacts, enrolmentStatus: 'NOT_ENROLLED', status: 'NOT_ENROLLED' } as const;
    return { needsChallenge: false, fields };
  }
  const major = formatMinor(request.amountMinor, request.currency);
  // Amounts ending in .33 always challenge (docs/domain.md#sandbox), the others only ECOM payments.
  const isUsual = enrolled === 'Y' && majorUnits(major) >= frictionlessBelow && !request.isMoto;
  const isChallenged = major.endsWith('.33') || isUsual;
  const ids = transactionIds(version, reference);
  if (isChallenged) {
    const fields = {
      ...protocolFacts,
      ...ids,
      enrolmentStatus: 'ENROLLED',
      status: 'NOT_ATTEMPTED',
      frictionless: false,
    } as const;
    return { needsChallenge: true, fields };
  }
  if (enrolled === 'U') {
    const fields = { ...protocolFacts, enrolmentStatus: 'UNKNOWN', status: 'UNAVAILABLE' } as const;
    return { needsChallenge: false, fields: { ...fields, eci: notShifted(scheme) } };
  }
  const fields = { ...protocolFacts, ...ids, enrolmentStatus: 'ENROLLED', status: 'AUTHENTICATED' } as const;
  return { needsChallenge: false, fields: { ...fields, ...proof(reference, scheme), frictionless: true } };
}

async function openChallenge(
  version: 1 | 2,
  fields: AuthenticationFields,
  request: AuthenticationRequest,
  { acsUrl, sql }: SandboxThreeDSecureOptions,
): Promise<AuthenticationResult> {
  // Random: the id gives access to the password form.
  const challenge = randomUUID();
  await saveChallenge(sql, {
    challenge,
    reference: request.reference,
    version,
    lastFour: request.lastFour,
    amount: `${formatMinor(request.amountMinor, request.currency)} ${request.currency}`,
    merchantName: request.merchantName,
    notificationUrl: request.notificationUrl ?? null,
    merchantOrigins: request.merchantOrigins ?? [],
  });
  const form = challengeRequest(version, challenge, request.merchantOrigins ? request : undefined);
  return { kind: 'challenge', fields, form: { acsUrl, fields: form } };
}

async function completeAuthentication(
  sql: Sql,
  { reference, scheme, fields, response }: EndedChallenge,
): Promise<CompletionResult> {
  const message = readResponse(response);
  const storedChallenge = await findChallenge(sql, message.challenge);
  const isMatching =
    storedChallenge?.reference === reference &&
    storedChallenge.version === message.version &&
    storedChallenge.outcome === message.outcome;
  if (!isMatching || storedChallenge.outcome === null) return { kind: 'invalid' };
  return storedChallenge.outcome === 'Y'
    ? { kind: 'done', fields: { ...fields, ...proof(reference, scheme), status: 'AUTHENTICATED' } }
    : { kind: 'done', fields: { ...fields, eci: notShifted(scheme), status: 'FAILED' } };
}

function protocol(version: 1 | 2): Pick<AuthenticationFields, 'version' | 'versionsAttempted'> {
  const second = { version: 2, availability: version === 2 ? 'AVAILABLE' : 'ISSUER_NO_V2' } as const;
  return version === 2
    ? { version: '2.2.0', versionsAttempted: [second] }
    : { version: '1.0.2', versionsAttempted: [second, { version: 1, availability: 'AVAILABLE' }] };
}

const majorUnits = (major: string): number => Number(major.split('.')[0]);

const notShifted = (scheme: string): string => (scheme === 'MASTERCARD' ? '00' : '07');

function proof(reference: string, scheme: string): Pick<AuthenticationFields, 'eci' | 'avv'> {
  return {
    eci: scheme === 'MASTERCARD' ? '02' : '05',
    avv: createHash('sha256').update(`avv:${reference}`).digest().subarray(0, 20).toString('base64'),
  };
}

/** Three UUIDs in version 2, one xid in version 1. */
function transactionIds(version: 1 | 2, reference: string): Partial<AuthenticationFields> {
  if (version === 1) {
    return {
      xid: createHash('sha256').update(`xid:${reference}`).digest().subarray(0, 20).toString('base64'),
    };
  }
  return {
    serverTransactionId: idFrom('server', reference),
    dsTransactionId: idFrom('ds', reference),
    acsTransactionId: idFrom('acs', reference),
  };
}

function idFrom(prefix: string, reference: string): string {
  const hex = createHash('sha256').update(`${prefix}:${reference}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}
