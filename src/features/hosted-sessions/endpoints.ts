import * as z from 'zod/mini';
import { defineEndpoint } from '#shared/define-endpoint.ts';
import { flag, part, text } from '#features/payments/request/wire-parts.ts';
import { pageLanguages } from './page-languages.ts';
import { sessionRequest } from './session-request.ts';
import { skins } from './skins.ts';
import { originsAllowed } from '#shared/web-origin.ts';

const installationId = z.coerce.number().check(z.int(), z.positive(), z.maximum(2_147_483_647));
const sessionId = z.string().check(z.maxLength(100));
const ofInstallation = z.object({ installationId });
const ofSession = z.object({ installationId, sessionId });
const words = z.optional(z.string());

const portal = '/proxy/sync/hf/sessions/{installationId}';
const hosted = '/hosted/rest/sessions';

/** A failure in the merchant API's top-level form (docs/domain.md#responses). */
const failure = { reasonCode: words, reasonMessage: words, field: words, detail: words };
const created = z.object({
  status: z.enum(['SUCCESS', 'FAILED']),
  sessionId: words,
  redirectUrl: words,
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

export const createPaymentSession = defineEndpoint({
  name: 'createPaymentSession',
  summary: 'Opens a hosted page where a payer enters a card and pays',
  route: `POST ${portal}/payments`,
  merchantRoute: `POST ${hosted}/{installationId}/payments`,
  auth: { anyOf: ['P_VIRTUAL_TERMINAL', 'P_NEW_PAYMENT'], resource: { installation: 'installationId' } },
  path: ofInstallation,
  body: sessionRequest,
  response: created,
});

export const createPayoutSession = defineEndpoint({
  name: 'createPayoutSession',
  summary: 'Opens a hosted page where a payee enters the card that money goes to; with `deferred` it waits',
  route: `POST ${hosted}/{installationId}/payouts`,
  auth: { anyOf: ['P_NEW_PAYOUT'], resource: { installation: 'installationId' } },
  path: ofInstallation,
  body: sessionRequest,
  response: created,
});

export const createCardSession = defineEndpoint({
  name: 'createCardSession',
  summary: 'Opens a hosted page where a customer registers a card, moving no money',
  route: `POST ${hosted}/{installationId}/cards`,
  auth: { anyOf: ['P_NEW_PAYMENT'], resource: { installation: 'installationId' } },
  path: ofInstallation,
  body: sessionRequest,
  response: created,
});

export const getSessionStatus = defineEndpoint({
  name: 'getSessionStatus',
  summary: 'How a hosted session and its transaction stand',
  route: `GET ${portal}/{sessionId}/status`,
  merchantRoute: `GET ${hosted}/{installationId}/{sessionId}/status`,
  auth: { anyOf: ['P_VIRTUAL_TERMINAL', 'P_NEW_PAYMENT'], resource: { installation: 'installationId' } },
  path: ofSession,
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
          id: words,
          transactionState: transactionStates,
          /** Of an attempt that failed or that the merchant suspended: our reason code, and the processor's where it answered. */
          outcome: z.optional(z.object({ reasonCode: z.string(), statusCode: words })),
        }),
      }),
    ),
    ...failure,
  }),
});

export const invalidateSession = defineEndpoint({
  name: 'invalidateSession',
  summary: 'Closes a hosted session; again and again, but not while its payment is being processed',
  route: `POST ${portal}/{sessionId}/invalidate`,
  merchantRoute: `POST ${hosted}/{installationId}/{sessionId}/invalidate`,
  auth: { anyOf: ['P_VIRTUAL_TERMINAL', 'P_NEW_PAYMENT'], resource: { installation: 'installationId' } },
  path: ofSession,
  response: z.object({ status: z.enum(['SUCCESS', 'FAILED']), ...failure }),
});

export const pingSessions = defineEndpoint({
  name: 'pingSessions',
  summary: 'Are hosted sessions there, and are the credentials good?',
  route: `GET ${hosted}/ping`,
  auth: { access: 'signed-in' },
  response: z.object({ status: z.literal('SUCCESS') }),
});

/** The page's own calls: whoever knows both halves of its address is the payer. */
const ofPage = z.object({ pageKey: z.string().check(z.maxLength(100)), sessionId });
const page = '/hosted/{pageKey}';
const html = z.string();

/** Everything the page shows; made anew on every call, since another window may have gone on. */
export const pageView = z.object({
  /** What the payer can do now. */
  step: z.enum(['FORM', 'PROCESSING', 'CHALLENGE', 'REVIEW', 'RESULT', 'CLOSED']),
  kind: z.enum(['payments', 'payouts', 'cards']),
  transactionState: transactionStates,
  merchantName: z.string(),
  language: z.enum(pageLanguages),
  skin: z.enum(skins),
  currency: z.string(),
  digits: z.number(),
  /** Decimal text; null when the payer enters it. */
  amount: z.nullable(z.string()),
  /** Decimal text; what the merchant lets the payer choose at least and at most. */
  minAmount: z.nullable(z.string()),
  maxAmount: z.nullable(z.string()),
  description: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  /** Is a security code wanted, and a billing address? */
  asks: z.object({ cv2: z.boolean(), address: z.boolean() }),
  holderName: z.string(),
  /** Alpha-2 codes to choose from, when an address is asked for. */
  countries: z.array(z.string()),
  country: z.string(),
  /** Why the last attempt or this submission did not go through; the page has words for it. */
  problem: z.nullable(
    z.enum([
      'pan',
      'brand',
      'expiry',
      'cv2',
      'amount',
      'address',
      'declined',
      'declined_last',
      'authentication',
      'unavailable',
      'refused',
      'busy',
      'resting',
    ]),
  ),
  /** Why nothing can be paid on this page, at the step CLOSED. */
  closed: z.nullable(z.enum(['paid', 'restarted', 'expired', 'link_expired', 'link_over', 'cancelled'])),
  attemptsLeft: z.number(),
  /** Of the last attempt. */
  transactionId: z.nullable(z.string()),
  maskedCard: z.nullable(z.string()),
  showResult: z.boolean(),
  /** Where the payer goes when it is over, and when they leave; without a result the page goes there by itself. */
  returnUrl: z.string(),
  cancelUrl: z.string(),
  /** False on a smart link without a page of the merchant's: it would lead back to the link itself. */
  leadsToMerchant: z.boolean(),
  /** A page of the merchant's where the payer continues, at the step REVIEW. */
  redirect: z.nullable(z.object({ url: z.string(), frame: z.enum(['CONTAINER', 'TOP']) })),
  /** Where the smart link opens a new payment page, while it can be paid. */
  againUrl: z.nullable(z.string()),
  /** Sites that may show this page in a frame. */
  parents: z.array(z.string()),
});
export type PageView = z.output<typeof pageView>;

export const beginSession = defineEndpoint({
  name: 'beginSession',
  summary: 'The payment page',
  route: `GET ${page}/begin/{sessionId}`,
  auth: { access: 'public' },
  path: ofPage,
  response: html,
});

export const viewSession = defineEndpoint({
  name: 'viewSession',
  summary: 'What the payment page shows now',
  route: `GET ${page}/session/{sessionId}`,
  auth: { access: 'public' },
  path: ofPage,
  response: pageView,
});

export const submitSession = defineEndpoint({
  name: 'submitSession',
  summary: 'The payer submits a card: the only place where the hosted page sends one',
  route: `POST ${page}/session/{sessionId}/submit`,
  auth: { access: 'public' },
  path: ofPage,
  body: z.object({
    /** Made by the page for one press of the button: repeated, it means the same attempt. */
    submission: z.string().check(z.regex(/^[\w-]{16,64}$/)),
    card: z.object({ pan: text(40), expiryDate: text(10), cv2: text(10), cardHolderName: text() }),
    amount: text(30),
    address: part({
      line1: text(),
      line2: text(),
      city: text(),
      region: text(),
      postcode: text(60),
      countryCode: text(3),
    }),
    /** The payer agrees that the merchant keeps the card. */
    register: flag(),
  }),
  response: pageView,
});

export const leaveSession = defineEndpoint({
  name: 'leaveSession',
  summary: 'The payer gives up; not while the payment is being processed',
  route: `POST ${page}/session/{sessionId}/leave`,
  auth: { access: 'public' },
  path: ofPage,
  response: pageView,
});

export const startChallenge = defineEndpoint({
  name: 'startChallenge',
  summary: 'Sends the payer’s browser on to the page of the card’s issuer',
  route: `GET ${page}/challenge/{sessionId}`,
  auth: { access: 'public' },
  path: ofPage,
  response: html,
});

export const finishChallenge = defineEndpoint({
  name: 'finishChallenge',
  summary: 'The issuer’s page sends the payer’s browser back, and the payment goes on',
  route: `POST ${page}/authenticated/{sessionId}`,
  auth: { access: 'public' },
  path: ofPage,
  body: z.object({ cres: text(20_000), PaRes: text(20_000) }),
  response: z.undefined(),
});

const origins = z.array(z.string().check(z.maxLength(255))).check(z.maxLength(originsAllowed));
const ofSites = '/proxy/sync/cm/installation/{installationId}/weborigins' as const;

export const getWebOrigins = defineEndpoint({
  name: 'getWebOrigins',
  summary: 'Sites of a merchant that may frame payment pages and get payers back',
  route: `GET ${ofSites}`,
  auth: {
    anyOf: ['P_VIEW_RISK_CONTROLS', 'P_EDIT_RISK_CONTROLS'],
    resource: { installation: 'installationId' },
  },
  path: ofInstallation,
  response: z.object({ webOrigins: z.array(z.string()) }),
});

export const saveWebOrigins = defineEndpoint({
  name: 'saveWebOrigins',
  summary: 'Sets those sites: https, or http on localhost; instead of the ones that were read',
  route: `PUT ${ofSites}`,
  auth: { anyOf: ['P_EDIT_RISK_CONTROLS'], resource: { installation: 'installationId' } },
  path: ofInstallation,
  /** `before` as it was read: what somebody else has changed meanwhile is not lost. */
  body: z.strictObject({ webOrigins: origins, before: origins }),
  response: z.object({ webOrigins: z.array(z.string()) }),
});
