import { endpointsOf } from '#shared/define-endpoint.ts';
import type * as schemas from './schemas.ts';

const defineEndpoint = endpointsOf<typeof schemas>();

const webhooks = '/proxy/sync/webhooks/{orgId}' as const;
const webhook = `${webhooks}/{endpointId}` as const;
const deliveries = `${webhook}/deliveries` as const;

const viewing = {
  anyOf: ['P_VIEW_INSTALLATION', 'P_MANAGE_WEBHOOKS'],
  resource: { organisation: 'orgId' },
} as const;
const managing = { anyOf: ['P_MANAGE_WEBHOOKS'], resource: { organisation: 'orgId' } } as const;

export const listWebhooks = defineEndpoint({
  name: 'listWebhooks',
  summary: 'Webhooks of installations at and below an organisation, in pages of at most 100',
  route: `GET ${webhooks}`,
  auth: viewing,
});

export const getWebhookChoices = defineEndpoint({
  name: 'getWebhookChoices',
  summary: 'Installations for which the caller may create webhooks',
  route: `GET ${webhooks}/choices`,
  auth: managing,
});

export const getWebhook = defineEndpoint({
  name: 'getWebhook',
  summary: 'A webhook without its secret',
  route: `GET ${webhook}`,
  auth: viewing,
});

export const createWebhook = defineEndpoint({
  name: 'createWebhook',
  summary: 'Creates a webhook. Only this response and a rotation contain the secret',
  route: `POST ${webhooks}`,
  auth: managing,
  stepUp: 'policy',
});

export const changeWebhook = defineEndpoint({
  name: 'changeWebhook',
  summary: 'Replaces address, events, installations and format of a webhook',
  route: `PUT ${webhook}`,
  auth: managing,
  stepUp: 'policy',
});

export const deleteWebhook = defineEndpoint({
  name: 'deleteWebhook',
  summary: 'Deletes a webhook; its queued deliveries are not sent',
  route: `DELETE ${webhook}`,
  auth: managing,
  stepUp: 'policy',
});

export const pauseWebhook = defineEndpoint({
  name: 'pauseWebhook',
  summary: 'Pauses the deliveries of a webhook; repeatable',
  route: `POST ${webhook}/pause`,
  auth: managing,
});

export const resumeWebhook = defineEndpoint({
  name: 'resumeWebhook',
  summary: 'Resumes the deliveries of a paused webhook; repeatable',
  route: `POST ${webhook}/resume`,
  auth: managing,
});

export const rotateWebhookSecret = defineEndpoint({
  name: 'rotateWebhookSecret',
  summary: 'Creates a new secret. The previous one stops signing at once or after an overlap',
  route: `POST ${webhook}/rotate`,
  auth: managing,
  stepUp: 'policy',
});

export const testWebhook = defineEndpoint({
  name: 'testWebhook',
  summary: 'Queues a test event, or a sample of any type, for a webhook',
  route: `POST ${webhook}/test`,
  auth: managing,
});

export const listWebhookDeliveries = defineEndpoint({
  name: 'listWebhookDeliveries',
  summary: 'The deliveries of a webhook, newest first, without bodies',
  route: `GET ${deliveries}`,
  rateLimit: 'search',
  auth: viewing,
});

export const getWebhookDelivery = defineEndpoint({
  name: 'getWebhookDelivery',
  summary: 'A delivery with its attempts. Requests and responses only with P_MANAGE_WEBHOOKS',
  route: `GET ${deliveries}/{deliveryId}`,
  auth: viewing,
});

export const resendWebhookDelivery = defineEndpoint({
  name: 'resendWebhookDelivery',
  summary: 'Queues a delivered or failed delivery again',
  route: `POST ${deliveries}/{deliveryId}/resend`,
  auth: managing,
});

export const resendWebhookDeliveries = defineEndpoint({
  name: 'resendWebhookDeliveries',
  summary: 'Queues up to 1,000 deliveries of a range of time again, oldest first',
  route: `POST ${webhook}/resend`,
  auth: managing,
});

export const resendTransactionEvents = defineEndpoint({
  name: 'resendTransactionEvents',
  summary: 'Queues the deliveries of a transaction’s events again, on the webhooks that the caller manages',
  route: 'POST /proxy/sync/webhooks/transactions/{transactionId}/resend',
  auth: { anyOf: ['P_MANAGE_WEBHOOKS'], resource: { transaction: 'transactionId' } },
});

export const listEvents = defineEndpoint({
  name: 'listEvents',
  summary: 'The events of an installation, newest first, in pages of at most 100',
  route: 'GET /acceptor/rest/events/{installationId}',
  rateLimit: 'search',
  auth: {
    anyOf: ['P_VIEW_TRANSACTION_NGPORTAL', 'P_VIEW_TRANSACTIONS_NGPORTAL'],
    resource: { installation: 'installationId' },
  },
});

export const triggerEvent = defineEndpoint({
  name: 'triggerEvent',
  summary: 'Records a sample event, which is delivered like a real one. Only for test keys',
  route: 'POST /acceptor/rest/events/{installationId}/trigger',
  rateLimit: 'search',
  auth: {
    anyOf: ['P_VIEW_TRANSACTION_NGPORTAL', 'P_VIEW_TRANSACTIONS_NGPORTAL'],
    resource: { installation: 'installationId' },
  },
});

export const listenToEvents = defineEndpoint({
  name: 'listenToEvents',
  summary: 'Waits for the next events of an installation, oldest first. Only for test keys',
  route: 'GET /acceptor/rest/events/{installationId}/listen',
  auth: {
    anyOf: ['P_VIEW_TRANSACTION_NGPORTAL', 'P_VIEW_TRANSACTIONS_NGPORTAL'],
    resource: { installation: 'installationId' },
  },
});
