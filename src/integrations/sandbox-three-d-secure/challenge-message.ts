import type { ChallengeResponse } from '../three-d-secure.ts';

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
