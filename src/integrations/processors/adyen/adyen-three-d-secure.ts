import * as z from 'zod/mini';
import type { ConnectRequest } from '../adapter.ts';
import type {
  AuthenticationFields,
  AuthenticationRequest,
  AuthenticationResult,
  CompletionResult,
  ContinuationResult,
  EndedChallenge,
  EndedFingerprint,
  ThreeDSecure,
} from '../three-d-secure.ts';
import { readTransStatus } from '../trans-status.ts';
import { callAdyen } from './adyen-client.ts';
import {
  amountOf,
  buildMethod,
  buildPayer,
  merchantAccountOf,
  shopperReferenceOf,
} from './adyen-operations.ts';

const text = z.optional(z.string());

/** The parts of `/payments` and `/payments/details` that an authentication has. */
const authenticationResult = z.object({
  resultCode: text,
  action: z.optional(z.object({ token: text, paymentData: text, authorisationToken: text })),
  threeDS2Result: z.optional(
    z.object({
      transStatus: text,
      eci: text,
      authenticationValue: text,
      dsTransID: text,
      threeDSServerTransID: text,
      messageVersion: text,
    }),
  ),
});
type StepResponse = z.infer<typeof authenticationResult>;

/** A page of the issuer's, to which the browser posts a form. */
const page = z.optional(z.string().check(z.regex(/^https?:\/\//)));

/** The contents of an action's token, for the issuer's pages. */
const tokenContents = z.object({
  threeDSMethodURL: page,
  threeDSServerTransID: text,
  acsTransID: text,
  acsURL: page,
  messageVersion: text,
});

/** Kept between the steps. The reference binds it to its payment. */
const stateContents = z.object({ reference: z.string(), paymentData: text, authorisationToken: text });

/**
 * 3-D Secure by Adyen apart from the payment (`authenticationOnly`), so that the fraud rules are evaluated with its result; the
 * payment then carries the proof. Each step has an idempotency key, so that a repeated one returns the first result.
 */
export function adyenThreeDSecure(request: ConnectRequest, url: string, returnUrl: string): ThreeDSecure {
  const details = (reference: string, step: string, state: z.infer<typeof stateContents>, sent: object) =>
    callAdyen(request, authenticationResult, {
      url: `${url}/payments/details`,
      key: `${reference}-${step}`,
      body: {
        details: sent,
        ...(state.paymentData ? { paymentData: state.paymentData } : {}),
        authenticationData: { authenticationOnly: true },
      },
    });
  return {
    async begin(asked) {
      // Adyen authenticates a browser only; nothing is sent without one.
      if (!asked.browser || asked.channel === 'MOTO')
        return { kind: 'proceed', fields: withoutResult('INSUFFICIENT_DATA') };
      const reply = await callAdyen(request, authenticationResult, {
        url: `${url}/payments`,
        key: `${asked.reference}-A`,
        body: buildAuthentication(asked, returnUrl),
      });
      const step = reply.kind === 'ok' ? readStep(reply.body, asked) : undefined;
      const isError = reply.kind === 'ok' || reply.kind === 'refused';
      return step ?? { kind: 'proceed', fields: withoutResult('ERROR', isError ? 'ERROR' : 'UNAVAILABLE') };
    },
    async continue({ reference, fields, state, completed }: EndedFingerprint): Promise<ContinuationResult> {
      const kept = decode(stateContents, state);
      if (kept?.reference !== reference) return { kind: 'invalid' };
      const fingerprint = encode({ threeDSCompInd: completed, authorisationToken: kept.authorisationToken });
      const reply = await details(reference, 'F', kept, { 'threeds2.fingerprint': fingerprint });
      if (reply.kind === 'refused') return { kind: 'invalid' };
      const step = reply.kind === 'ok' ? readStep(reply.body, { reference }, fields) : undefined;
      return !step || step.kind === 'fingerprint' ? { kind: 'no-response' } : step;
    },
    async complete({ reference, fields, state, response }: EndedChallenge): Promise<CompletionResult> {
      const kept = decode(stateContents, state ?? '');
      const named = 'cres' in response ? decode(challengeResponse, response.cres) : undefined;
      // The browser's response only names its challenge: it must be this one.
      const isOurs = kept?.reference === reference && named?.acsTransID === fields.acsTransactionId;
      if (!isOurs || !named?.acsTransID) return { kind: 'invalid' };
      const transStatus = named.transStatus === 'Y' ? 'Y' : 'N';
      const challengeResult = encode({ transStatus, authorisationToken: kept.authorisationToken });
      const sent = { 'threeds2.challengeResult': challengeResult };
      const reply = await details(reference, `R${transStatus}`, kept, sent);
      if (reply.kind === 'refused') return { kind: 'invalid' };
      const step = reply.kind === 'ok' ? readStep(reply.body, { reference }, fields) : undefined;
      return step?.kind === 'proceed' ? { kind: 'done', fields: step.fields } : { kind: 'no-response' };
    },
  };
}

const challengeResponse = z.object({ acsTransID: text, transStatus: text });

/** The body of `POST /payments` that authenticates only. */
function buildAuthentication(asked: AuthenticationRequest, returnUrl: string): object {
  const { reference, account, source, browser, payer, address, agreement, notificationUrl } = asked;
  const store = account.store ? { store: account.store } : {};
  const card = 'pan' in source ? { card: source } : source;
  const isStored = 'credential' in source;
  const isSubscription = agreement !== undefined && agreement.type !== 'UNSCHEDULED';
  const ownPage = notificationUrl ?? returnUrl;
  return {
    merchantAccount: merchantAccountOf({ account }),
    ...store,
    reference,
    amount: amountOf(asked),
    returnUrl: ownPage,
    channel: 'Web',
    origin: new URL(ownPage).origin,
    paymentMethod: buildMethod({ source: card }),
    shopperInteraction: 'Ecommerce',
    ...(isStored || agreement
      ? {
          shopperReference: shopperReferenceOf({ source: card, payer, reference }),
          recurringProcessingModel: isSubscription ? 'Subscription' : 'CardOnFile',
        }
      : {}),
    ...buildPayer({ payer, address }),
    ...(payer?.ip || !browser?.ip ? {} : { shopperIP: browser.ip }),
    browserInfo: buildBrowser(asked.browser),
    authenticationData: {
      authenticationOnly: true,
      attemptAuthentication: 'always',
      threeDSRequestData: { nativeThreeDS: 'preferred', challengeWindowSize: '05' },
    },
    threeDS2RequestData: {
      threeDSRequestorChallengeInd: challengeIndicator(asked),
      ...(notificationUrl ? { notificationURL: notificationUrl } : {}),
    },
  };
}

const buildBrowser = (browser: AuthenticationRequest['browser']) =>
  browser && {
    acceptHeader: browser.acceptHeader,
    userAgent: browser.userAgent,
    language: browser.language,
    javaEnabled: browser.javaEnabled,
    javaScriptEnabled: browser.javaScriptEnabled,
    // Adyen requires them; without scripts they cannot be read.
    colorDepth: browser.colorDepth ?? 24,
    screenHeight: browser.screenHeight ?? 0,
    screenWidth: browser.screenWidth ?? 0,
    timeZoneOffset: browser.timeZoneOffset ?? 0,
  };

const indicators = {
  NO_PREFERENCE: '01',
  NO_CHALLENGE_REQUESTED: '02',
  CHALLENGE_REQUESTED: '03',
  CHALLENGE_MANDATED: '04',
} as const;
/** The merchant's own analysis, and a merchant that the card holder trusts. */
const exemptionIndicators = { RISK_ANALYSIS: '05', TRUSTED: '08' } as const;

function challengeIndicator({ challenge, exemption }: AuthenticationRequest): string {
  if (challenge === 'CHALLENGE_REQUESTED' || challenge === 'CHALLENGE_MANDATED') return indicators[challenge];
  if (exemption === 'RISK_ANALYSIS' || exemption === 'TRUSTED') return exemptionIndicators[exemption];
  return exemption ? indicators.NO_CHALLENGE_REQUESTED : indicators[challenge ?? 'NO_PREFERENCE'];
}

/** The next step of an authentication; `fields` are those of the steps before. Undefined for a response that is no step. */
function readStep(
  { resultCode, action, threeDS2Result }: StepResponse,
  { reference, fingerprintUrl = '' }: Pick<AuthenticationRequest, 'reference' | 'fingerprintUrl'>,
  fields: AuthenticationFields = identified,
): AuthenticationResult | undefined {
  const { paymentData, authorisationToken } = action ?? {};
  const state = encode({ reference, paymentData, authorisationToken });
  const token = decode(tokenContents, action?.token ?? '');
  const { threeDSServerTransID, acsTransID, messageVersion } = token ?? {};
  const known = { ...fields, ...(threeDSServerTransID ? { serverTransactionId: threeDSServerTransID } : {}) };
  switch (resultCode) {
    case 'IdentifyShopper': {
      if (!token?.threeDSMethodURL || !threeDSServerTransID) return undefined;
      const notification = { threeDSMethodNotificationURL: fingerprintUrl };
      const threeDSMethodData = encode({ threeDSServerTransID, ...notification });
      return {
        kind: 'fingerprint',
        fields: known,
        form: { methodUrl: token.threeDSMethodURL, fields: { threeDSMethodData } },
        state,
      };
    }
    case 'ChallengeShopper': {
      if (!token?.acsURL || !acsTransID) return undefined;
      const creq = encode({
        threeDSServerTransID,
        acsTransID,
        messageVersion,
        messageType: 'CReq',
        challengeWindowSize: '05',
      });
      return {
        kind: 'challenge',
        fields: {
          ...known,
          version: messageVersion ?? known.version,
          acsTransactionId: acsTransID,
          frictionless: false,
        },
        form: { acsUrl: token.acsURL, fields: { creq } },
        state,
      };
    }
    case 'AuthenticationFinished':
      return threeDS2Result && { kind: 'proceed', fields: finishedFields(known, threeDS2Result) };
    case 'AuthenticationNotRequired':
      return {
        kind: 'proceed',
        fields: { ...fields, enrolmentStatus: 'NOT_ENROLLED', status: 'NOT_ENROLLED' },
      };
    default:
      return undefined;
  }
}

function finishedFields(
  fields: AuthenticationFields,
  result: NonNullable<StepResponse['threeDS2Result']>,
): AuthenticationFields {
  const { transStatus, eci, authenticationValue, dsTransID, threeDSServerTransID, messageVersion } = result;
  const status = readTransStatus(transStatus);
  const hasProof = status === 'AUTHENTICATED' || status === 'ATTEMPTED';
  return {
    ...fields,
    status,
    frictionless: fields.frictionless ?? true,
    version: messageVersion ?? fields.version,
    ...(eci && /^\d{2}$/.test(eci) ? { eci } : {}),
    ...(hasProof && authenticationValue ? { avv: authenticationValue } : {}),
    ...(dsTransID ? { dsTransactionId: dsTransID } : {}),
    ...(threeDSServerTransID ? { serverTransactionId: threeDSServerTransID } : {}),
  };
}

const identified: AuthenticationFields = {
  enrolmentStatus: 'ENROLLED',
  status: 'NOT_ATTEMPTED',
  version: '2.2.0',
  versionsAttempted: [{ version: 2, availability: 'AVAILABLE' }],
};

/** Adyen was not called, did not respond (UNAVAILABLE), or refused the request (ERROR). */
const withoutResult = (
  availability: 'INSUFFICIENT_DATA' | 'ERROR',
  status: 'UNAVAILABLE' | 'ERROR' = 'UNAVAILABLE',
): AuthenticationFields => ({
  enrolmentStatus: 'UNKNOWN',
  status,
  version: '2.2.0',
  versionsAttempted: [{ version: 2, availability }],
});

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function decode<T>(schema: z.ZodMiniType<T>, encoded: string): T | undefined {
  try {
    const parsed = schema.safeParse(JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8')));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
