import type { Sql } from '#database/connection.ts';
import type { ChallengeResponse } from '../three-d-secure.ts';

/** A challenge of the sandbox's access-control server. */
export interface SandboxChallenge {
  challenge: string;
  reference: string;
  version: 1 | 2;
  lastFour: string;
  /** As shown to the card holder. */
  amount: string;
  merchantName: string;
  notificationUrl: string | null;
  /** Sites to which a TermUrl of the posted form can lead; none for our own pages. */
  merchantOrigins: readonly string[];
  /** The 3-D Secure server does not respond to the next question about it. */
  isSilent: boolean;
  tries: number;
  /** Authenticated or not; null while the challenge is open. */
  outcome: 'Y' | 'N' | null;
}

const triesAllowed = 3;

export async function saveChallenge(
  sql: Sql,
  newChallenge: Omit<SandboxChallenge, 'tries' | 'outcome'>,
): Promise<void> {
  await sql`
    insert into sandbox.challenge (challenge, reference, version, last_four, amount, merchant_name, notification_url,
      merchant_origins, is_silent)
    values (${newChallenge.challenge}, ${newChallenge.reference}, ${newChallenge.version}, ${newChallenge.lastFour}, ${newChallenge.amount},
            ${newChallenge.merchantName}, ${newChallenge.notificationUrl}, ${[...newChallenge.merchantOrigins]}, ${newChallenge.isSilent})
    on conflict (challenge) do nothing`;
}

export async function findChallenge(sql: Sql, challenge: string): Promise<SandboxChallenge | undefined> {
  const [row] = await sql<SandboxChallenge[]>`
    select challenge, reference, version, last_four, amount, merchant_name,
           notification_url, merchant_origins, is_silent, tries, outcome
    from sandbox.challenge where challenge = ${challenge}`;
  return row;
}

/** True once for a challenge of the card whose server is silent at first. */
export async function endSilence(sql: Sql, challenge: string): Promise<boolean> {
  const silent = await sql`
    update sandbox.challenge set is_silent = false where challenge = ${challenge} and is_silent returning 1`;
  return silent.length > 0;
}

/**
 * The password is Test_{last four digits} (docs/domain.md#sandbox); the third wrong one, and giving up, ends in
 * failure.
 */
export async function completeChallenge(
  sql: Sql,
  challenge: string,
  password: string | 'give-up',
): Promise<SandboxChallenge | undefined> {
  await sql`
    update sandbox.challenge set tries = tries + 1,
      outcome = case when ${password} = 'Test_' || last_four then 'Y'
                     when ${password} = 'give-up' or tries + 1 >= ${triesAllowed} then 'N' end
    where challenge = ${challenge} and outcome is null`;
  return findChallenge(sql, challenge);
}

/**
 * Messages through the browser: base64url of JSON, in version 2 as EMVCo specifies, in version 1 the sandbox's own
 * form.
 */
export function challengeRequest(
  version: 1 | 2,
  challenge: string,
  /** The reference and response address of a merchant that redirects its customer itself. */
  merchant?: { reference: string; notificationUrl?: string },
): Record<string, string> {
  return version === 2
    ? {
        creq: encode({
          messageType: 'CReq',
          messageVersion: '2.2.0',
          acsTransID: challenge,
          challengeWindowSize: '05',
        }),
        ...(merchant && { threeDSSessionData: Buffer.from(merchant.reference).toString('base64url') }),
      }
    : {
        PaReq: encode({ PAReq: challenge }),
        MD: merchant?.reference ?? challenge,
        ...(merchant?.notificationUrl === undefined ? {} : { TermUrl: merchant.notificationUrl }),
      };
}

/** The challenge that a posted request names, or undefined for anything else. */
export function readChallengeId(form: Readonly<Record<string, unknown>>): string | undefined {
  const { creq, PaReq } = form;
  if (typeof creq === 'string') return readTextField(decode(creq).acsTransID);
  return typeof PaReq === 'string' ? readTextField(decode(PaReq).PAReq) : undefined;
}

/** The transaction that a posted form names to the method page. */
export function readServerTransaction({
  threeDSMethodData,
}: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof threeDSMethodData !== 'string') return undefined;
  return readTextField(decode(threeDSMethodData).threeDSServerTransID);
}

/** The response of the issuer's page, through the browser. */
export function challengeResponse(
  version: 1 | 2,
  challenge: string,
  outcome: 'Y' | 'N',
): Record<string, string> {
  const message = { acsTransID: challenge, transStatus: outcome };
  return version === 2
    ? {
        cres: encode({
          messageType: 'CRes',
          messageVersion: '2.2.0',
          challengeCompletionInd: 'Y',
          ...message,
        }),
      }
    : { PaRes: encode({ PARes: challenge, status: outcome }) };
}

/** The challenge that a response names, and its result. */
export function readResponse(response: ChallengeResponse): {
  version: 1 | 2;
  challenge: string;
  outcome: string;
} {
  if ('cres' in response) {
    const { acsTransID, transStatus } = decode(response.cres);
    return { version: 2, challenge: readTextField(acsTransID), outcome: readTextField(transStatus) };
  }
  const { PARes, status } = decode(response.pares);
  return { version: 1, challenge: readTextField(PARes), outcome: readTextField(status) };
}

const encode = (message: object): string => Buffer.from(JSON.stringify(message)).toString('base64url');

function decode(text: string): Record<string, unknown> {
  try {
    const message: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    return typeof message === 'object' && message !== null ? (message as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

const readTextField = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 100) : '');
