import { createHash, randomUUID } from 'node:crypto';
import type { JSONValue, Sql } from '#database/connection.ts';
import { formatMinor } from '#shared/money.ts';
import { type CardBehaviour, type StoredEnrolment, cardBehaviour } from './sandbox-cards.ts';
import type {
  AuthenticationFields,
  AuthenticationRequest,
  AuthenticationResult,
  Challenge,
  CompletionResult,
  ContinuationResult,
  EndedChallenge,
  EndedFingerprint,
  Proceed,
  ThreeDSecure,
} from '../three-d-secure.ts';
import {
  challengeRequest,
  readResponse,
  type SandboxChallenge,
  completeChallenge,
  endSilence,
  findChallenge,
  saveChallenge,
} from './sandbox-challenge.ts';

/** Below this many major units an enrolled card is authenticated without a challenge. */
const frictionlessBelow = 30;

interface SandboxThreeDSecureOptions {
  /** The address of the sandbox's access-control server, for browsers. */
  acsUrl: string;
  /** The sandbox's own connection; fingerprints and challenges live in its schema (prepareSandbox). */
  sql: Sql;
  findEnrolment(credential: string): Promise<StoredEnrolment>;
}

/** With the issuer's pages, which a real 3-D Secure server has elsewhere. */
export interface SandboxThreeDSecure extends ThreeDSecure {
  accessControl: {
    /** Where the method page of an issuer reports the fingerprint of this transaction of the server's. */
    findFingerprintUrl(serverTransaction: string): Promise<string | undefined>;
    challenge(id: string): Promise<SandboxChallenge | undefined>;
    complete(id: string, password: string | 'give-up'): Promise<SandboxChallenge | undefined>;
  };
}

/** Sandbox 3-D Secure, 2.2.0 and 1.0.2: behaviour by test card and amount (docs/domain.md#sandbox). */
export function sandboxThreeDSecure(options: SandboxThreeDSecureOptions): SandboxThreeDSecure {
  const { sql } = options;
  return {
    async begin({ source, ...request }) {
      const behaviour =
        'pan' in source
          ? cardBehaviour(source.pan)
          : { ...(await options.findEnrolment(source.credential)), version: 2 as const };
      const isIdentified =
        behaviour.hasMethod && request.channel === 'ECOM' && programmes.has(request.scheme);
      return isIdentified
        ? openFingerprint(behaviour, request, options)
        : decide(behaviour, request, options);
    },
    continue: (ended) => continueAuthentication(ended, options),
    complete: (ended) => completeAuthentication(sql, ended),
    accessControl: {
      findFingerprintUrl: async (serverTransaction) => {
        const [row] = await sql<{ notificationUrl: string | null }[]>`
          select notification_url from sandbox.fingerprint where server_transaction = ${serverTransaction}`;
        return row?.notificationUrl ?? undefined;
      },
      challenge: (id) => findChallenge(sql, id),
      complete: (id, password) => completeChallenge(sql, id, password),
    },
  };
}

type CardlessRequest = Omit<AuthenticationRequest, 'source'>;
type Behaviour = Pick<CardBehaviour, 'enrolled' | 'version'> & Pick<StoredEnrolment, 'trigger'>;

async function decide(
  behaviour: Behaviour,
  request: CardlessRequest,
  options: SandboxThreeDSecureOptions,
  isIdentified = true,
): Promise<Proceed | Challenge> {
  const { needsChallenge, fields } = sandboxVerdict(behaviour, request, isIdentified);
  return needsChallenge ? openChallenge(behaviour, fields, request, options) : { kind: 'proceed', fields };
}

/** The issuer identifies the browser before it decides. */
async function openFingerprint(
  behaviour: Behaviour,
  request: CardlessRequest,
  { acsUrl, sql }: SandboxThreeDSecureOptions,
): Promise<AuthenticationResult> {
  const state = randomUUID();
  // Random: the id gives access to the address of the payer's page.
  const serverTransactionId = randomUUID();
  const ids = { ...transactionIds(2, request.reference), serverTransactionId };
  const stored = { behaviour, request } as unknown as JSONValue;
  await sql`
    insert into sandbox.fingerprint (state, reference, server_transaction, notification_url, request)
    values (${state}, ${request.reference}, ${serverTransactionId}, ${request.fingerprintUrl ?? null},
            ${sql.json(stored)})`;
  return {
    kind: 'fingerprint',
    state,
    fields: { ...protocol(2), ...ids, enrolmentStatus: 'ENROLLED', status: 'NOT_ATTEMPTED' },
    form: {
      methodUrl: `${acsUrl}/method`,
      fields: methodData(serverTransactionId, request.fingerprintUrl ?? ''),
    },
  };
}

/** As EMVCo specifies the form of a method page. */
const methodData = (threeDSServerTransID: string, threeDSMethodNotificationURL: string) => ({
  threeDSMethodData: Buffer.from(
    JSON.stringify({ threeDSServerTransID, threeDSMethodNotificationURL }),
  ).toString('base64url'),
});

interface StoredFingerprint {
  request: { behaviour: Behaviour; request: CardlessRequest };
  serverTransaction: string;
  result: Proceed | Challenge | null;
}

/** An issuer that has not identified the browser challenges. The first answer is stored and repeated. */
async function continueAuthentication(
  { reference, state, completed }: EndedFingerprint,
  options: SandboxThreeDSecureOptions,
): Promise<ContinuationResult> {
  const { sql } = options;
  const find = async () => {
    const [row] = await sql<StoredFingerprint[]>`
      select request, server_transaction, result from sandbox.fingerprint
      where state = ${state} and reference = ${reference}`;
    return row;
  };
  const stored = await find();
  if (!stored) return { kind: 'invalid' };
  if (stored.result) return stored.result;
  const { behaviour, request } = stored.request;
  const decided = await decide(behaviour, request, options, completed === 'Y');
  const fields = { ...decided.fields, serverTransactionId: stored.serverTransaction };
  const result = { ...decided, fields };
  await sql`
    update sandbox.fingerprint set result = ${sql.json(result as unknown as JSONValue)}
    where state = ${state} and result is null`;
  return (await find())?.result ?? result;
}

/** Schemes that have a programme (docs/domain.md#3-d-secure); the others cannot be authenticated. */
const programmes = new Set(['VISA', 'MASTERCARD', 'AMEX']);
const unsupported: AuthenticationFields = {
  version: '2.2.0',
  versionsAttempted: [{ version: 2, availability: 'SCHEME_NOT_SUPPORTED' }],
  enrolmentStatus: 'UNKNOWN',
  status: 'UNAVAILABLE',
};

/** As of a server that cannot be reached. */
const unreachable: AuthenticationFields = {
  ...unsupported,
  versionsAttempted: [{ version: 2, availability: 'ERROR' }],
};

/** What the issuer decides without a challenge, by the card. */
function triggeredFields(
  { trigger }: Behaviour,
  { reference, scheme }: Pick<AuthenticationRequest, 'reference' | 'scheme'>,
): AuthenticationFields | undefined {
  if (trigger === 'SERVER_DOWN') return unreachable;
  const fields = { ...protocol(2), ...transactionIds(2, reference), enrolmentStatus: 'ENROLLED' } as const;
  if (trigger === 'REJECTED')
    return { ...fields, eci: notShifted(scheme), status: 'REJECTED', frictionless: true };
  if (trigger !== 'ATTEMPTED') return undefined;
  const eci = scheme === 'MASTERCARD' ? '01' : '06';
  return { ...fields, ...proof(reference, scheme), eci, status: 'ATTEMPTED', frictionless: true };
}

/** The sandbox's immediate result; the same for one reference, so that a repeated call agrees. */
export function sandboxVerdict(
  behaviour: Behaviour,
  request: Pick<
    AuthenticationRequest,
    'reference' | 'scheme' | 'amountMinor' | 'currency' | 'channel' | 'challenge' | 'exemption'
  >,
  isIdentified = true,
): { needsChallenge: boolean; fields: AuthenticationFields } {
  const { enrolled, version } = behaviour;
  const { reference, scheme } = request;
  if (!programmes.has(scheme)) return { needsChallenge: false, fields: unsupported };
  const triggered = triggeredFields(behaviour, request);
  if (triggered) return { needsChallenge: false, fields: triggered };
  const protocolFacts = protocol(version);
  if (enrolled === 'N') {
    const fields = { ...protocolFacts, enrolmentStatus: 'NOT_ENROLLED', status: 'NOT_ENROLLED' } as const;
    return { needsChallenge: false, fields };
  }
  const major = formatMinor(request.amountMinor, request.currency);
  // Amounts ending in .33 always challenge (docs/domain.md#sandbox), the others only ECOM payments.
  const isWanted = request.challenge === 'CHALLENGE_REQUESTED' || request.challenge === 'CHALLENGE_MANDATED';
  const isExempt = request.exemption !== undefined && !isWanted;
  const isHigh = majorUnits(major) >= frictionlessBelow && !isExempt;
  const isUsual = enrolled === 'Y' && request.channel === 'ECOM' && (isHigh || isWanted || !isIdentified);
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
  if (isExempt) {
    const fields = {
      ...protocolFacts,
      ...ids,
      enrolmentStatus: 'ENROLLED',
      status: 'NOT_ATTEMPTED',
    } as const;
    return { needsChallenge: false, fields: { ...fields, eci: notShifted(scheme), frictionless: true } };
  }
  const fields = { ...protocolFacts, ...ids, enrolmentStatus: 'ENROLLED', status: 'AUTHENTICATED' } as const;
  return { needsChallenge: false, fields: { ...fields, ...proof(reference, scheme), frictionless: true } };
}

async function openChallenge(
  { version, trigger }: Behaviour,
  fields: AuthenticationFields,
  request: CardlessRequest,
  { acsUrl, sql }: SandboxThreeDSecureOptions,
): Promise<Challenge> {
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
    isSilent: trigger === 'SILENT_AFTER_CHALLENGE',
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
  if (await endSilence(sql, message.challenge)) return { kind: 'no-response' };
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
