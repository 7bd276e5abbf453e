import type { SimulatedAnswer } from '../http-messages.ts';
import type { AdyenAccount } from './account.ts';
import { cvcResultOf } from './decide-payment.ts';
import { RequestError } from './request-error.ts';
import type { CardFacts, PaymentRequest } from './requests.ts';
import { authorise } from './take-payment.ts';

/** How the issuer authenticates. A test may replace any part. */
export interface IssuerAuthentication {
  flow: 'frictionless' | 'challenge' | 'not enrolled';
  /** The issuer has a method URL, so the browser is identified first. */
  hasMethod: boolean;
  /** The transStatus of a frictionless flow. */
  transStatus: string;
}

/** One authentication. The request is kept without the card's number and CVC. */
interface Authentication {
  request: PaymentRequest;
  card: CardFacts;
  cvcResult: string;
  pspReference: string;
  isNative: boolean;
  isAuthenticationOnly: boolean;
  issuer: IssuerAuthentication;
  step: 'fingerprint' | 'challenge' | 'finished';
  threeDSServerTransID: string;
  acsTransID: string;
  dsTransID: string;
  paymentData: string;
  authorisationToken: string;
  notificationURL: string;
  /** What the cardholder did at the issuer; the browser's word counts for nothing. */
  challengeStatus?: string;
  result?: Record<string, string>;
}

interface DetailsRequest {
  details?: Record<string, string>;
  paymentData?: string;
  authenticationData?: { authenticationOnly?: boolean };
  threeDSAuthenticationOnly?: boolean;
}

const version = '2.2.0';
const refusedUnauthenticated = {
  resultCode: 'Refused',
  refusalReason: '3D Not Authenticated',
  refusalReasonCode: '11',
};

/** Authentications of one account, with a simulated issuer. */
export class ThreeDSecure {
  readonly #account: AdyenAccount;
  readonly #all: Authentication[] = [];
  /** The address of the simulator, where the issuer's pages are. */
  baseUrl = '';
  authenticate: (request: PaymentRequest, card: CardFacts) => Partial<IssuerAuthentication> | undefined =
    () => undefined;

  constructor(account: AdyenAccount) {
    this.#account = account;
  }

  /** Whether a payment is authenticated at Adyen before it is authorised. */
  isWanted({ authenticationData, mpiData, ...request }: PaymentRequest): boolean {
    const native = authenticationData?.threeDSRequestData?.nativeThreeDS === 'preferred';
    const only = authenticationData?.authenticationOnly ?? request.threeDSAuthenticationOnly;
    if (mpiData || request.shopperInteraction === 'ContAuth' || request.shopperInteraction === 'Moto')
      return false;
    return Boolean(only) || authenticationData?.attemptAuthentication === 'always' || native;
  }

  /** POST /payments: identify the browser, challenge, or finish without the cardholder. */
  begin(request: PaymentRequest, card: CardFacts): SimulatedAnswer {
    const { authenticationData, channel, browserInfo, origin, threeDS2RequestData = {} } = request;
    const isOnly = authenticationData?.authenticationOnly ?? request.threeDSAuthenticationOnly ?? false;
    const isNative = isOnly || authenticationData?.threeDSRequestData?.nativeThreeDS === 'preferred';
    if (!browserInfo) throw new RequestError('100', "Required object 'browserInfo' is not provided.");
    if (isNative && channel === 'Web' && !origin) {
      throw new RequestError('130', "Required field 'origin' is not provided.");
    }
    const { number: _number, cvc, ...paymentMethod } = request.paymentMethod ?? {};
    const { notificationURL } = threeDS2RequestData;
    const authentication: Authentication = {
      request: { ...request, paymentMethod },
      card,
      cvcResult: cvcResultOf(card, cvc),
      pspReference: this.#account.newReference(),
      isNative,
      isAuthenticationOnly: isOnly,
      issuer: { ...preferenceOf(request), ...this.authenticate(request, card) },
      step: 'fingerprint',
      threeDSServerTransID: this.#newUuid(),
      acsTransID: this.#newUuid(),
      dsTransID: this.#newUuid(),
      paymentData: `Ab02b4c0!${this.#account.random.text('ABCDEFGHJKLMNPQRSTUVWXYZ23456789', 48)}`,
      authorisationToken: `Ab02b4c0!${this.#account.random.text('ABCDEFGHJKLMNPQRSTUVWXYZ23456789', 48)}`,
      notificationURL:
        typeof notificationURL === 'string' ? notificationURL : `${this.baseUrl}/simulator/notification`,
    };
    this.#all.push(authentication);
    const { issuer } = authentication;
    if (issuer.flow === 'not enrolled') return this.#notRequired(authentication);
    if (!isNative) return this.#redirect(authentication);
    if (issuer.hasMethod) return this.#identify(authentication);
    return this.#afterFingerprint(authentication);
  }

  /** POST /payments/details */
  continue({ details = {}, paymentData, authenticationData, ...rest }: DetailsRequest): SimulatedAnswer {
    const fingerprint = details['threeds2.fingerprint'];
    const challenge = details['threeds2.challengeResult'] ?? details.threeDSResult;
    const { redirectResult } = details;
    const sent = decode(fingerprint ?? challenge ?? '');
    const authentication = this.#all.find(
      (candidate) =>
        (paymentData !== undefined && candidate.paymentData === paymentData) ||
        candidate.authorisationToken === sent.authorisationToken ||
        (redirectResult !== undefined && candidate.authorisationToken === redirectResult),
    );
    if (!authentication) throw new RequestError('14_002', 'The payment data is unknown');
    const isOnly = authenticationData?.authenticationOnly ?? rest.threeDSAuthenticationOnly;
    if (authentication.step === 'finished') {
      if (!authentication.isAuthenticationOnly || isOnly !== false) {
        throw new RequestError('14_002', 'The payment data was used before');
      }
      authentication.isAuthenticationOnly = false;
      return this.#authorise(authentication);
    }
    if (redirectResult !== undefined && !authentication.isNative) return this.#finish(authentication);
    if (fingerprint !== undefined && authentication.step === 'fingerprint') {
      return this.#afterFingerprint(authentication);
    }
    if (challenge !== undefined && authentication.step === 'challenge') return this.#finish(authentication);
    throw new RequestError('14_002', 'The details do not belong to this step');
  }

  /** What the cardholder does at the issuer: Y, N, U or a cancelled challenge. Returns where the browser goes. */
  decideChallenge(acsTransID: string, status: string): { notificationURL: string; cres: string } | undefined {
    const authentication = this.#all.find((candidate) => candidate.acsTransID === acsTransID);
    if (!authentication) return undefined;
    // The issuer decides once.
    authentication.challengeStatus ??= status;
    const { threeDSServerTransID, challengeStatus, notificationURL } = authentication;
    const cres = encode({
      messageType: 'CRes',
      messageVersion: version,
      threeDSServerTransID,
      acsTransID,
      transStatus: challengeStatus === 'Y' ? 'Y' : 'N',
    });
    return { notificationURL, cres };
  }

  /** Where the browser goes after the issuer's page of a redirect. */
  returnUrlOf(acsTransID: string): string | undefined {
    const authentication = this.#all.find((candidate) => candidate.acsTransID === acsTransID);
    if (!authentication || authentication.isNative) return undefined;
    const url = new URL(authentication.request.returnUrl ?? '');
    url.searchParams.set('redirectResult', authentication.authorisationToken);
    return url.href;
  }

  /** The latest authentication of a payment's reference. */
  acsTransactionOf(reference: string): string | undefined {
    return this.#all.findLast(({ request }) => request.reference === reference)?.acsTransID;
  }

  #identify(authentication: Authentication): SimulatedAnswer {
    const { threeDSServerTransID } = authentication;
    const methodUrl = `${this.baseUrl}/simulator/method`;
    const token = encode({
      threeDSMethodNotificationURL: `${this.baseUrl}/simulator/notification`,
      threeDSMethodURL: methodUrl,
      threeDSMethodUrl: methodUrl,
      threeDSServerTransID,
    });
    return answerWithAction(authentication, 'IdentifyShopper', 'fingerprint', token);
  }

  #afterFingerprint(authentication: Authentication): SimulatedAnswer {
    const { issuer, acsTransID, threeDSServerTransID, notificationURL } = authentication;
    if (issuer.flow === 'frictionless') return this.#finish(authentication);
    authentication.step = 'challenge';
    const token = encode({
      acsReferenceNumber: 'SIMULATED-ACS',
      acsTransID,
      acsURL: `${this.baseUrl}/simulator/acs`,
      messageVersion: version,
      threeDSNotificationURL: notificationURL,
      threeDSServerTransID,
    });
    return answerWithAction(authentication, 'ChallengeShopper', 'challenge', token);
  }

  #redirect(authentication: Authentication): SimulatedAnswer {
    authentication.step = 'challenge';
    const { acsTransID, pspReference } = authentication;
    const url = `${this.baseUrl}/simulator/redirect?transaction=${acsTransID}`;
    const action = { type: 'redirect', method: 'GET', paymentMethodType: 'scheme', url };
    return { status: 200, body: { pspReference, resultCode: 'RedirectShopper', action } };
  }

  #notRequired(authentication: Authentication): SimulatedAnswer {
    authentication.step = 'finished';
    if (!authentication.isAuthenticationOnly) return this.#authorise(authentication);
    const { pspReference, paymentData, request } = authentication;
    return {
      status: 200,
      body: {
        pspReference,
        merchantReference: request.reference,
        resultCode: 'AuthenticationNotRequired',
        threeDSPaymentData: paymentData,
      },
    };
  }

  #finish(authentication: Authentication): SimulatedAnswer {
    const { issuer, card, request, pspReference, paymentData } = authentication;
    authentication.step = 'finished';
    const status = issuer.flow === 'challenge' ? (authentication.challengeStatus ?? 'N') : issuer.transStatus;
    const isCancelled = status === 'cancel';
    const transStatus = isCancelled ? 'N' : status;
    const hasValue = transStatus === 'Y' || transStatus === 'A';
    authentication.result = Object.fromEntries(
      Object.entries({
        transStatus,
        eci: eciOf(card.brand, transStatus),
        authenticationValue: hasValue ? this.#newCavv() : undefined,
        dsTransID: authentication.dsTransID,
        threeDSServerTransID: authentication.threeDSServerTransID,
        messageVersion: version,
        challengeCancel: isCancelled ? '01' : undefined,
        transStatusReason: transStatus === 'N' || transStatus === 'R' ? '01' : undefined,
        timestamp: this.#account.now().toISOString().replaceAll(/\D/g, '').slice(0, 14),
      }).filter((entry): entry is [string, string] => entry[1] !== undefined),
    );
    if (!authentication.isAuthenticationOnly) return this.#authorise(authentication);
    return {
      status: 200,
      body: {
        pspReference,
        merchantReference: request.reference,
        resultCode: 'AuthenticationFinished',
        threeDS2Result: authentication.result,
        threeDS2ResponseData: {
          transStatus: issuer.flow === 'challenge' ? 'C' : transStatus,
          messageVersion: version,
        },
        threeDSPaymentData: paymentData,
      },
    };
  }

  #authorise(authentication: Authentication): SimulatedAnswer {
    const { request, card, cvcResult, result, pspReference } = authentication;
    const status = result?.transStatus;
    if (status === 'N' || status === 'R') {
      return {
        status: 200,
        body: { ...refusedUnauthenticated, pspReference, merchantReference: request.reference },
      };
    }
    const proof = result && {
      eci: result.eci,
      version: result.messageVersion,
      isAuthenticated: status === 'Y' || status === 'A',
    };
    return authorise(this.#account, request, card, proof, cvcResult);
  }

  #newUuid(): string {
    const hex = this.#account.random.text('0123456789abcdef', 32);
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
  }

  #newCavv(): string {
    return Buffer.from(this.#account.random.text('0123456789abcdef', 40), 'hex').toString('base64');
  }
}

/** A caller that asks for no challenge gets none; all other cards are challenged. */
function preferenceOf({ threeDS2RequestData = {} }: PaymentRequest): IssuerAuthentication {
  const { challengeIndicator, threeDSRequestorChallengeInd } = threeDS2RequestData;
  const isUnwanted = challengeIndicator === 'requestNoChallenge' || threeDSRequestorChallengeInd === '02';
  return { flow: isUnwanted ? 'frictionless' : 'challenge', hasMethod: true, transStatus: 'Y' };
}

function answerWithAction(
  { paymentData, authorisationToken }: Authentication,
  resultCode: string,
  subtype: string,
  token: string,
): SimulatedAnswer {
  const action = {
    type: 'threeDS2',
    subtype,
    token,
    paymentData,
    authorisationToken,
    paymentMethodType: 'scheme',
  };
  return { status: 200, body: { resultCode, action } };
}

function eciOf(brand: string, transStatus: string): string {
  const [full, attempted, none] =
    brand === 'mc' || brand === 'maestro' ? ['02', '01', '00'] : ['05', '06', '07'];
  return (transStatus === 'Y' ? full : transStatus === 'A' ? attempted : none) ?? '';
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** Nonsense decodes to nothing. */
function decode(text: string): Record<string, string> {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64').toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, string>) : {};
  } catch {
    return {};
  }
}
