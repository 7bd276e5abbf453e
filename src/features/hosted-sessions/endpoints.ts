import * as z from 'zod/mini';
import { defineEndpoint } from '#shared/define-endpoint.ts';
import { flag, part, text } from '#features/payments/request/wire-parts.ts';
import { pageLanguages } from './page-languages.ts';
import { sessionRequest } from './session-request.ts';
import { skins } from './skins.ts';
import { originsAllowed } from '#shared/web-origin.ts';

const installationId = z.coerce.number().check(z.int(), z.positive(), z.maximum(2_147_483_647));
const sessionId = z.string().check(z.maxLength(100));
const installationPath = z.object({ installationId });
const sessionPath = z.object({ installationId, sessionId });
const optionalText = z.optional(z.string());

const portal = '/proxy/sync/hf/sessions/{installationId}';
const hosted = '/hosted/rest/sessions';

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

export const createPaymentSession = defineEndpoint({
  name: 'createPaymentSession',
  summary: 'Opens a hosted page where a payer enters a card and pays',
  route: `POST ${portal}/payments`,
  merchantRoute: `POST ${hosted}/{installationId}/payments`,
  auth: { anyOf: ['P_VIRTUAL_TERMINAL', 'P_NEW_PAYMENT'], resource: { installation: 'installationId' } },
  path: installationPath,
  body: sessionRequest,
  response: created,
});

export const createPayoutSession = defineEndpoint({
  name: 'createPayoutSession',
  summary: 'Opens a hosted page where a payee enters the card to pay; `deferred` announces the payout',
  route: `POST ${hosted}/{installationId}/payouts`,
  auth: { anyOf: ['P_NEW_PAYOUT'], resource: { installation: 'installationId' } },
  path: installationPath,
  body: sessionRequest,
  response: created,
});

export const createCardSession = defineEndpoint({
  name: 'createCardSession',
  summary: 'Opens a hosted page where a customer registers a card, moving no money',
  route: `POST ${hosted}/{installationId}/cards`,
  auth: { anyOf: ['P_NEW_PAYMENT'], resource: { installation: 'installationId' } },
  path: installationPath,
  body: sessionRequest,
  response: created,
});

export const getSessionStatus = defineEndpoint({
  name: 'getSessionStatus',
  summary: 'The status of a hosted session and its transaction',
  route: `GET ${portal}/{sessionId}/status`,
  merchantRoute: `GET ${hosted}/{installationId}/{sessionId}/status`,
  auth: { anyOf: ['P_VIRTUAL_TERMINAL', 'P_NEW_PAYMENT'], resource: { installation: 'installationId' } },
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
          /** For a failed or suspended attempt: our reason code, and the processor's code if it responded. */
          outcome: z.optional(z.object({ reasonCode: z.string(), statusCode: optionalText })),
        }),
      }),
    ),
    ...failure,
  }),
});

export const invalidateSession = defineEndpoint({
  name: 'invalidateSession',
  summary: 'Closes a hosted session; repeatable, but not while its payment is being processed',
  route: `POST ${portal}/{sessionId}/invalidate`,
  merchantRoute: `POST ${hosted}/{installationId}/{sessionId}/invalidate`,
  auth: { anyOf: ['P_VIRTUAL_TERMINAL', 'P_NEW_PAYMENT'], resource: { installation: 'installationId' } },
  path: sessionPath,
  response: z.object({ status: z.enum(['SUCCESS', 'FAILED']), ...failure }),
});

export const pingSessions = defineEndpoint({
  name: 'pingSessions',
  summary: 'Checks that hosted sessions are available and the credentials are valid',
  route: `GET ${hosted}/ping`,
  auth: { access: 'signed-in' },
  response: z.object({ status: z.literal('SUCCESS') }),
});

/** The page's own requests. Knowing both parts of its URL authorises the payer. */
const pagePath = z.object({ pageKey: z.string().check(z.maxLength(100)), sessionId });
const page = '/hosted/{pageKey}';
const html = z.string();

/** Everything the page shows. Computed for every request, since another window may have changed the session. */
export const pageView = z.object({
  /** The payer's current step. */
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
  /** Decimal text; the merchant's bounds for an amount that the payer chooses. */
  minAmount: z.nullable(z.string()),
  maxAmount: z.nullable(z.string()),
  description: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  /** Whether the form has a security code and a billing address. */
  asks: z.object({ cv2: z.boolean(), address: z.boolean() }),
  holderName: z.string(),
  /** Alpha-2 codes for the billing address. */
  countries: z.array(z.string()),
  country: z.string(),
  /** Why the last attempt or this submission failed. */
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
  /** The last attempt. */
  transactionId: z.nullable(z.string()),
  maskedCard: z.nullable(z.string()),
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
  /** Sites that may show this page in a frame. */
  parents: z.array(z.string()),
});
export type PageView = z.output<typeof pageView>;

export const beginSession = defineEndpoint({
  name: 'beginSession',
  summary: 'The payment page',
  route: `GET ${page}/begin/{sessionId}`,
  auth: { access: 'public' },
  path: pagePath,
  response: html,
});

export const viewSession = defineEndpoint({
  name: 'viewSession',
  summary: 'The current content of the payment page',
  route: `GET ${page}/session/{sessionId}`,
  auth: { access: 'public' },
  path: pagePath,
  response: pageView,
});

export const submitSession = defineEndpoint({
  name: 'submitSession',
  summary: 'The payer submits a card: the only request of the hosted page with card data',
  route: `POST ${page}/session/{sessionId}/submit`,
  auth: { access: 'public' },
  path: pagePath,
  body: z.object({
    /** The page's key for one press of the button: a repeated key means the same attempt. */
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
    /** The payer agrees that the merchant stores the card. */
    register: flag(),
  }),
  response: pageView,
});

export const leaveSession = defineEndpoint({
  name: 'leaveSession',
  summary: 'The payer cancels; not while the payment is being processed',
  route: `POST ${page}/session/{sessionId}/leave`,
  auth: { access: 'public' },
  path: pagePath,
  response: pageView,
});

export const startChallenge = defineEndpoint({
  name: 'startChallenge',
  summary: 'Sends the payer’s browser to the issuer’s 3-D Secure page',
  route: `GET ${page}/challenge/{sessionId}`,
  auth: { access: 'public' },
  path: pagePath,
  response: html,
});

export const finishChallenge = defineEndpoint({
  name: 'finishChallenge',
  summary: 'The issuer’s page sends the payer’s browser back, and the payment continues',
  route: `POST ${page}/authenticated/{sessionId}`,
  auth: { access: 'public' },
  path: pagePath,
  body: z.object({ cres: text(20_000), PaRes: text(20_000) }),
  response: z.undefined(),
});

const origins = z.array(z.string().check(z.maxLength(255))).check(z.maxLength(originsAllowed));
const webOriginsUrl = '/proxy/sync/cm/installation/{installationId}/weborigins' as const;

export const getWebOrigins = defineEndpoint({
  name: 'getWebOrigins',
  summary: 'Sites of a merchant that may embed payment pages and receive payers back',
  route: `GET ${webOriginsUrl}`,
  auth: {
    anyOf: ['P_VIEW_RISK_CONTROLS', 'P_EDIT_RISK_CONTROLS'],
    resource: { installation: 'installationId' },
  },
  path: installationPath,
  response: z.object({ webOrigins: z.array(z.string()) }),
});

export const saveWebOrigins = defineEndpoint({
  name: 'saveWebOrigins',
  summary: 'Replaces those sites: https, or http on localhost',
  route: `PUT ${webOriginsUrl}`,
  auth: { anyOf: ['P_EDIT_RISK_CONTROLS'], resource: { installation: 'installationId' } },
  path: installationPath,
  /** `before`: the sites as they were read, so that a concurrent change is not overwritten. */
  body: z.strictObject({ webOrigins: origins, before: origins }),
  response: z.object({ webOrigins: z.array(z.string()) }),
});
