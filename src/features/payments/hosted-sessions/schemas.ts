import * as z from 'zod/mini';
import { databaseId as installationId } from '#shared/whole-number.ts';
import { flag, optionalObject, text } from '#features/payments/payments/request/request-schemas.ts';
import { declineAdvice } from '#features/payments/payments/schemas.ts';
import { pageLanguages } from '#shared/page-languages.ts';
import { sessionRequest } from './session-request.ts';
import { maxWalletToken } from '#shared/payments/wallet-token.ts';
import { cursorPage } from '#shared/cursor-page.ts';
import { payerAddresses } from './payer-address.ts';
import { skins } from './skins.ts';
import { originsAllowed } from '#shared/web-origin.ts';

const sessionId = z.string().check(z.maxLength(100));

const installationPath = z.object({ installationId });

const sessionPath = z.object({ installationId, sessionId });

const optionalText = z.optional(z.string());

/** A failure in the merchant API's format (docs/domain.md#responses). */
const failure = {
  reasonCode: optionalText,
  reasonMessage: optionalText,
  field: optionalText,
  detail: optionalText,
};

const created = z.object({
  status: z.enum(['SUCCESS', 'FAILED']),
  sessionId: optionalText,
  redirectUrl: optionalText,
  ...failure,
});

const sessionStates = z.enum(['CREATED', 'STARTED', 'TERMINATED', 'EXPIRED', 'INVALIDATED']);

const transactionStates = z.enum([
  'NOT_SUBMITTED',
  'PROCESSING',
  'PENDING',
  'SUCCESS',
  'FAILED',
  'EXPIRED',
  'CANCELLED',
  'VOIDED',
]);

export const createPaymentSession = {
  path: installationPath,
  body: sessionRequest,
  response: created,
};

export const createPayoutSession = {
  path: installationPath,
  body: sessionRequest,
  response: created,
};

export const createCardSession = {
  path: installationPath,
  body: sessionRequest,
  response: created,
};

export const getSessionStatus = {
  path: sessionPath,
  response: z.object({
    status: z.enum(['SUCCESS', 'FAILED']),
    hostedSessionStatus: z.optional(
      z.object({
        sessionId: z.string(),
        context: z.string(),
        stale: z.boolean(),
        /** Milliseconds since 1970. */
        lastInteraction: z.number(),
        sessionState: sessionStates,
        transactionState: z.object({
          id: optionalText,
          transactionState: transactionStates,
          /** A rule has deferred the payment, and it waits for its decision: reserved, not captured. */
          heldForReview: z.optional(z.boolean()),
          /** The outcome of a failed or suspended attempt (docs/domain.md#decline-advice). */
          outcome: z.optional(
            z.object({
              reasonCode: z.string(),
              /** The processor's code, if it responded. */
              statusCode: optionalText,
              scheme: optionalText,
              adviceCode: optionalText,
              advice: z.optional(declineAdvice),
            }),
          ),
        }),
      }),
    ),
    ...failure,
  }),
};

export const invalidateSession = {
  path: sessionPath,
  response: z.object({ status: z.enum(['SUCCESS', 'FAILED']), ...failure }),
};

export const pingSessions = { response: z.undefined() };

/** The page's own requests. Knowing both parts of its URL authorises the payer. */
export const listHostedSkins = {
  path: installationPath,
  response: z.object({
    status: z.literal('SUCCESS'),
    code: z.literal('S100'),
    message: z.string(),
    skins: z.array(z.object({ id: z.int(), name: z.string(), organisation: z.string() })),
  }),
};

export const listSkins = {
  path: installationPath,
  response: cursorPage(z.object({ id: z.enum(skins), name: z.string(), isDefault: z.boolean() })),
};

const pagePath = z.object({ pageKey: z.string().check(z.maxLength(100)), sessionId });

const html = z.string();

/** Everything the page shows. Computed for every request, since another window may have changed the session. */
const pageView = z.object({
  /** The payer's current step. */
  step: z.enum(['FORM', 'PROCESSING', 'CHALLENGE', 'REVIEW', 'RESULT', 'CLOSED']),
  kind: z.enum(['payments', 'payouts', 'cards']),
  transactionState: transactionStates,
  merchantName: z.string(),
  /** The sandbox is connected: no money moves. */
  isTest: z.boolean(),
  /** In the frame of the portal's terminal, which shows merchant and amount and has the cancel button. */
  isTerminal: z.boolean(),
  /** The installation's logo; null: the merchant's initials. */
  logoUrl: z.nullable(z.string()),
  language: z.enum(pageLanguages),
  skin: z.enum(skins),
  currency: z.string(),
  digits: z.number(),
  /** Decimal text; null when the payer enters it. */
  amount: z.nullable(z.string()),
  /** Decimal text; the merchant's bounds for an amount that the payer chooses. */
  minAmount: z.nullable(z.string()),
  maxAmount: z.nullable(z.string()),
  description: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  /** Whether the form has a security code and a billing address. */
  asks: z.object({ cv2: z.boolean(), address: z.enum(['NONE', ...payerAddresses]), saving: z.boolean() }),
  /** Of the merchant's customer; `expiry` is MMYY. An expired one can only be removed. */
  savedCards: z.array(
    z.object({
      id: z.string(),
      brand: z.string(),
      lastFour: z.string(),
      expiry: z.string(),
      hasExpired: z.boolean(),
    }),
  ),
  /** Whether the form offers Apple Pay, in browsers that have it, for a merchant of this country. Alpha-2. */
  applePay: z.nullable(z.object({ country: z.string() })),
  /** Whether the form offers Google Pay, which is a document of its own. Not in a frame. */
  googlePay: z.boolean(),
  holderName: z.string(),
  /** Alpha-2 codes for the billing address. */
  countries: z.array(z.string()),
  /** Of the merchant's customer or of the session's locale; empty when neither names one. */
  country: z.string(),
  /** Whether the card's issuer may change the country that the form suggests. */
  isCountryKnown: z.boolean(),
  /** Why the last attempt or this submission failed. */
  problem: z.nullable(
    z.enum([
      'pan',
      'brand',
      'expiry',
      'cv2',
      'amount',
      'address',
      'postcode',
      'declined',
      'declined_last',
      'check_card',
      'authentication',
      'not_approved',
      'unavailable',
      'unconfirmed',
      'start_again',
      'contact',
      'refused',
      'busy',
      'resting',
    ]),
  ),
  /** At the step RESULT: the money is only reserved, or a payout not sent, and whether the merchant checks it first. */
  held: z.nullable(z.enum(['REVIEW', 'RESERVED'])),
  /** The receipt that the payer may have emailed; `to`: the customer's address, masked, or null when the payer enters one. */
  receipt: z.nullable(z.object({ to: z.nullable(z.string()) })),
  /** Why nothing can be paid on this page, at the step CLOSED. */
  closed: z.nullable(z.enum(['paid', 'restarted', 'expired', 'link_expired', 'link_over', 'cancelled'])),
  attemptsLeft: z.number(),
  /** At the step FORM: when the page closes unless the payer goes on, and whether going on keeps it open. */
  closing: z.nullable(z.object({ seconds: z.number(), canStay: z.boolean() })),
  /** The last attempt. */
  transactionId: z.nullable(z.string()),
  maskedCard: z.nullable(z.string()),
  /** The name of the wallet of the last attempt. */
  wallet: z.nullable(z.string()),
  /** The merchant's own text, after a payment with a link. */
  thankYou: z.nullable(z.string()),
  /** When the payer submitted it. */
  attemptedAt: z.nullable(z.string()),
  showResult: z.boolean(),
  /** Where the payer continues at the end, and after cancelling. Without a result page, the redirect is automatic. */
  returnUrl: z.string(),
  cancelUrl: z.string(),
  /** False on a smart link without a return URL of the merchant's, which would lead back to the link. */
  leadsToMerchant: z.boolean(),
  /** A page of the merchant's where the payer continues, at the step REVIEW. */
  redirect: z.nullable(z.object({ url: z.string(), frame: z.enum(['CONTAINER', 'TOP']) })),
  /** The smart link's URL while it can be paid again. */
  againUrl: z.nullable(z.string()),
  /** How long the link refuses cards after several declines; 0: it does not. */
  pausedSeconds: z.number(),
  /** Sites that may show this page in a frame. */
  parents: z.array(z.string()),
});

export type PageView = z.output<typeof pageView>;

export const beginSession = {
  path: pagePath,
  response: html,
};

export const viewSession = {
  path: pagePath,
  response: pageView,
};

export const viewLogo = {
  path: pagePath,
  /** The bytes of an image. */
  response: z.custom<Uint8Array>((body) => body instanceof Uint8Array),
};

const savedCardId = z.string().check(z.maxLength(60));

export const submitSession = {
  path: pagePath,
  body: z.object({
    /** The page's key for one press of the button: a repeated key means the same attempt. */
    submission: z.string().check(z.regex(/^[\w-]{16,64}$/)),
    card: z.optional(
      z.object({ pan: text(40), expiryDate: text(10), cv2: text(10), cardHolderName: text() }),
    ),
    /** A saved card, in place of `card`. */
    saved: z.optional(z.object({ id: savedCardId, cv2: text(10) })),
    /** The token of Apple Pay, in place of `card`. */
    applePay: z.optional(z.object({ token: z.string().check(z.minLength(1), z.maxLength(maxWalletToken)) })),
    /** The token of Google Pay, in place of `card`. */
    googlePay: z.optional(z.object({ token: z.string().check(z.minLength(1), z.maxLength(maxWalletToken)) })),
    amount: text(30),
    address: optionalObject({
      line1: text(),
      line2: text(),
      city: text(),
      region: text(),
      postcode: text(60),
      countryCode: text(3),
    }),
    /** The payer agrees that the merchant stores the card. */
    register: flag(),
    /** Of `threeDSecure.browser`, the values that only a script can read. Impossible ones are left out (payer-browser.ts). */
    browser: z.optional(z.record(z.string(), z.unknown())),
  }),
  response: pageView,
};

export const startApplePay = {
  path: pagePath,
  body: z.strictObject({}),
  /** JSON, which the page passes on to Apple. */
  response: z.object({ session: z.string() }),
};

export const startGooglePay = {
  path: pagePath,
  response: html,
};

export const findCardCountry = {
  path: pagePath,
  /** The first digits of the card, never the number. */
  body: z.strictObject({ digits: z.string().check(z.regex(/^\d{6}$/)) }),
  /** Alpha-2; null for an issuer that the gateway does not know. */
  response: z.object({ country: z.nullable(z.string()) }),
};

export const sendPageReceipt = {
  path: pagePath,
  /** `email` is ignored when the merchant has sent the customer's address. `language` is that of the page. */
  body: z.strictObject({
    email: z.optional(z.string().check(z.maxLength(254))),
    language: z.optional(z.enum(pageLanguages)),
  }),
  response: z.object({ sentTo: z.string() }),
};

export const removeSavedCard = {
  path: pagePath,
  body: z.strictObject({ id: savedCardId }),
  response: pageView,
};

export const leaveSession = {
  path: pagePath,
  response: pageView,
};

export const startChallenge = {
  path: pagePath,
  response: html,
};

export const startFingerprint = {
  path: pagePath,
  response: html,
};

/** The issuer's page sends this form, and may add members of its own. */
export const receiveFingerprint = {
  path: pagePath,
  body: z.looseObject({}),
  response: html,
};

export const finishFingerprint = {
  path: pagePath,
  body: z.strictObject({ state: z.string().check(z.maxLength(20_000)), completed: z.enum(['Y', 'N']) }),
  response: z.undefined(),
};

/** The issuer's page sends this form, and may add members of its own: `MD`, `threeDSSessionData`. */
export const finishChallenge = {
  path: pagePath,
  body: z.looseObject({ cres: text(20_000), PaRes: text(20_000) }),
  response: z.undefined(),
};

export const returnFromProcessor = {
  path: pagePath,
  response: z.undefined(),
};

export const returnFromChallenge = {
  path: pagePath,
  response: html,
};

const origins = z.array(z.string().check(z.maxLength(255))).check(z.maxLength(originsAllowed));

export const getWebOrigins = {
  path: installationPath,
  response: z.object({ webOrigins: z.array(z.string()) }),
};

export const saveWebOrigins = {
  path: installationPath,
  /** `before`: the sites as they were read, so that a concurrent change is not overwritten. */
  body: z.strictObject({ webOrigins: origins, before: origins }),
  response: z.object({ webOrigins: z.array(z.string()) }),
};
