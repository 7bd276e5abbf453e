import { endpointsOf } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

const defineEndpoint = endpointsOf<typeof schemas>();

const portal = '/proxy/sync/hf/sessions/{installationId}';

const hosted = '/hosted/rest/sessions';

export const createPaymentSession = defineEndpoint({
  name: 'createPaymentSession',
  summary: 'Opens a hosted page where a payer enters a card and pays',
  route: `POST ${portal}/payments`,
  merchantRoute: `POST ${hosted}/{installationId}/payments`,
  auth: { anyOf: ['P_VIRTUAL_TERMINAL', 'P_NEW_PAYMENT'], resource: { installation: 'installationId' } },
});

export const createPayoutSession = defineEndpoint({
  name: 'createPayoutSession',
  summary: 'Opens a hosted page where a payee enters the card to pay; `deferred` announces the payout',
  route: `POST ${hosted}/{installationId}/payouts`,
  approval: 'payout',
  auth: { anyOf: ['P_NEW_PAYOUT'], resource: { installation: 'installationId' } },
});

export const createCardSession = defineEndpoint({
  name: 'createCardSession',
  summary: 'Opens a hosted page where a customer registers a card, moving no money',
  route: `POST ${hosted}/{installationId}/cards`,
  auth: { anyOf: ['P_NEW_PAYMENT'], resource: { installation: 'installationId' } },
});

export const getSessionStatus = defineEndpoint({
  name: 'getSessionStatus',
  summary: 'The status of a hosted session and its transaction',
  route: `GET ${portal}/{sessionId}/status`,
  merchantRoute: `GET ${hosted}/{installationId}/{sessionId}/status`,
  auth: { anyOf: ['P_VIRTUAL_TERMINAL', 'P_NEW_PAYMENT'], resource: { installation: 'installationId' } },
});

export const invalidateSession = defineEndpoint({
  name: 'invalidateSession',
  summary: 'Closes a hosted session; repeatable, but not while its payment is being processed',
  route: `POST ${portal}/{sessionId}/invalidate`,
  merchantRoute: `POST ${hosted}/{installationId}/{sessionId}/invalidate`,
  auth: { anyOf: ['P_VIRTUAL_TERMINAL', 'P_NEW_PAYMENT'], resource: { installation: 'installationId' } },
});

export const pingSessions = defineEndpoint({
  name: 'pingSessions',
  summary: 'Checks that hosted sessions are available and the credentials are valid',
  route: `GET ${hosted}/ping`,
  auth: { access: 'signed-in' },
});

export const listSkins = defineEndpoint({
  name: 'listSkins',
  summary: 'The skins of the payment page, for `session.skin`',
  route: 'GET /acceptor/rest/skins/{installationId}',
  auth: { anyOf: ['P_NEW_PAYMENT'], resource: { installation: 'installationId' } },
});

export const listHostedSkins = defineEndpoint({
  name: 'listHostedSkins',
  summary: 'The skins of the payment page with numbers as ids, at the address of earlier clients',
  route: 'GET /hosted/rest/skins/{installationId}/list',
  auth: { anyOf: ['P_NEW_PAYMENT'], resource: { installation: 'installationId' } },
});

const page = '/hosted/{pageKey}';

export const beginSession = defineEndpoint({
  name: 'beginSession',
  summary: 'The payment page',
  route: `GET ${page}/begin/{sessionId}`,
  auth: { access: 'public' },
});

export const viewSession = defineEndpoint({
  name: 'viewSession',
  summary: 'The current content of the payment page',
  route: `GET ${page}/session/{sessionId}`,
  auth: { access: 'public' },
});

export const viewLogo = defineEndpoint({
  name: 'viewLogo',
  summary: 'The logo of the payment page',
  route: `GET ${page}/logo/{sessionId}`,
  auth: { access: 'public' },
});

export const submitSession = defineEndpoint({
  name: 'submitSession',
  summary: 'Submits the payer’s card: the only request of the hosted page with card data',
  route: `POST ${page}/session/{sessionId}/submit`,
  auth: { access: 'public' },
});

export const startApplePay = defineEndpoint({
  name: 'startApplePay',
  summary: 'Opens a session at Apple, which the payer’s browser asks for before it shows Apple Pay',
  route: `POST ${page}/session/{sessionId}/apple-pay`,
  auth: { access: 'public' },
});

export const startGooglePay = defineEndpoint({
  name: 'startGooglePay',
  summary: 'The document of Google Pay, which has no card form: Google’s script runs in it and nowhere else',
  route: `GET ${page}/google-pay/{sessionId}`,
  auth: { access: 'public' },
});

export const findCardCountry = defineEndpoint({
  name: 'findCardCountry',
  summary: 'The country of a card’s issuer, which the payment page suggests for the billing address',
  route: `POST ${page}/session/{sessionId}/card-country`,
  auth: { access: 'public' },
});

export const sendPageReceipt = defineEndpoint({
  name: 'sendPageReceipt',
  summary:
    'Emails the receipt to the payer of a paid session: to the customer’s address, or to the one the payer enters first',
  route: `POST ${page}/session/{sessionId}/receipt`,
  auth: { access: 'public' },
});

export const removeSavedCard = defineEndpoint({
  name: 'removeSavedCard',
  summary: 'Removes a saved card for its owner, who names it by the page’s own id',
  route: `POST ${page}/session/{sessionId}/remove-card`,
  auth: { access: 'public' },
});

export const leaveSession = defineEndpoint({
  name: 'leaveSession',
  summary: 'Cancels the hosted session for the payer; not while the payment is being processed',
  route: `POST ${page}/session/{sessionId}/leave`,
  auth: { access: 'public' },
});

export const startChallenge = defineEndpoint({
  name: 'startChallenge',
  summary: 'Sends the payer’s browser to the issuer’s 3-D Secure page',
  route: `GET ${page}/challenge/{sessionId}`,
  auth: { access: 'public' },
});

export const startFingerprint = defineEndpoint({
  name: 'startFingerprint',
  summary: 'Lets the issuer identify the payer’s browser in a hidden frame, for at most ten seconds',
  route: `GET ${page}/fingerprint/{sessionId}`,
  auth: { access: 'public' },
});

export const receiveFingerprint = defineEndpoint({
  name: 'receiveFingerprint',
  summary: 'The end of the issuer’s page in the hidden frame, which reports to the document around it',
  route: `POST ${page}/method/{sessionId}`,
  auth: { access: 'public' },
});

export const finishFingerprint = defineEndpoint({
  name: 'finishFingerprint',
  summary: 'Continues the payment after the fingerprint, and leads the payer’s browser on',
  route: `POST ${page}/identified/{sessionId}`,
  auth: { access: 'public' },
});

export const finishChallenge = defineEndpoint({
  name: 'finishChallenge',
  summary: 'Receives the payer’s browser from the issuer’s page, and continues the payment',
  route: `POST ${page}/authenticated/{sessionId}`,
  auth: { access: 'public' },
});

export const returnFromProcessor = defineEndpoint({
  name: 'returnFromProcessor',
  summary:
    'Receives the payer’s browser from a processor that authenticates itself, and looks the payment up',
  route: `GET ${page}/confirmed/{sessionId}`,
  auth: { access: 'public' },
});

export const returnFromChallenge = defineEndpoint({
  name: 'returnFromChallenge',
  summary:
    'Leads the payer’s browser from the issuer’s pages back to the payment page, past them in its history',
  route: `GET ${page}/returned/{sessionId}`,
  auth: { access: 'public' },
});

const webOriginsUrl = '/proxy/sync/cm/installation/{installationId}/weborigins' as const;

export const getWebOrigins = defineEndpoint({
  name: 'getWebOrigins',
  summary: 'Sites of a merchant that may embed payment pages and receive payers back',
  route: `GET ${webOriginsUrl}`,
  auth: {
    anyOf: ['P_VIEW_RISK_CONTROLS', 'P_EDIT_RISK_CONTROLS'],
    resource: { installation: 'installationId' },
  },
});

export const saveWebOrigins = defineEndpoint({
  name: 'saveWebOrigins',
  summary: 'Replaces the sites of a merchant: https, or http on localhost',
  route: `PUT ${webOriginsUrl}`,
  auth: { anyOf: ['P_EDIT_RISK_CONTROLS'], resource: { installation: 'installationId' } },
});
