import * as z from 'zod/mini';
import { transactionIdPattern } from '#shared/patterns.ts';
import { databaseId, wholeNumber } from '#shared/whole-number.ts';
import { cursorPage, cursorQuery, queryMoment } from '#shared/cursor-page.ts';
import { deliveryFilters } from './delivery-filters.ts';
import { eventChoices, eventTypes } from './event-types.ts';
import { webhookFormats, isWebhookUrl } from './webhook-rules.ts';

const orgId = databaseId;
const endpointId = z.string().check(z.minLength(1), z.maxLength(60), z.regex(/^[\w-]+$/));
const deliveryId = z.string().check(z.maxLength(36));
const installationId = z.int().check(z.positive(), z.maximum(2_147_483_647));
const time = z.nullable(z.string());
const version = z.int();

/** 'failing': active, and the last attempt failed. */
const webhookStatuses = ['active', 'failing', 'paused'] as const;

const listedWebhook = z.object({
  endpointId: z.string(),
  /** Without the query, which may contain a secret of the merchant's; so everywhere for users who only view. */
  url: z.string(),
  events: z.array(z.enum(eventChoices)),
  status: z.enum(webhookStatuses),
  /** Names of up to three installations that the caller may see. */
  installations: z.array(z.string()),
  installationCount: z.number(),
  failingSince: time,
});
export type ListedWebhook = z.output<typeof listedWebhook>;

export const listWebhooks = {
  path: z.object({ orgId }),
  query: z.object({
    /** A part of the address, without its query. */
    text: z.optional(z.string().check(z.maxLength(100))),
    offset: z.optional(wholeNumber(0, 10_000)),
    pageSize: z.optional(wholeNumber(1, 100)),
  }),
  response: z.object({ items: z.array(listedWebhook), total: z.number() }),
};

const installationChoice = z.object({
  installationId: z.number(),
  name: z.string(),
  merchantName: z.string(),
});
export type WebhookInstallation = z.output<typeof installationChoice>;

export const getWebhookChoices = { path: z.object({ orgId }), response: z.array(installationChoice) };

const webhook = z.object({
  endpointId: z.string(),
  url: z.string(),
  events: z.array(z.enum(eventChoices)),
  format: z.enum(webhookFormats),
  /** 1: receives an authorisation as `payment.succeeded`, as endpoints of before. */
  eventVersion: z.literal([1, 2]),
  status: z.enum(webhookStatuses),
  pausedAt: time,
  pausedBy: z.nullable(z.enum(['failures', 'user'])),
  failingSince: time,
  /** The installations that the caller may see. */
  installations: z.array(installationChoice),
  installationCount: z.number(),
  createdAt: z.string(),
  createdBy: z.nullable(z.string()),
  /** Until then requests carry the previous secret's signature too; null without one. */
  previousValidUntil: time,
  /** The number of attempted deliveries among the latest 500. */
  attempted: z.number(),
  delivered: z.number(),
  version,
  mayManage: z.boolean(),
});
export type Webhook = z.output<typeof webhook>;

export const getWebhook = { path: z.object({ orgId, endpointId }), response: webhook };

const content = {
  // The handler rejects http unless the installation of the product allows it.
  url: z.string().check(
    z.trim(),
    z.refine((text) => isWebhookUrl(text, true)),
  ),
  events: z.array(z.enum(eventChoices)).check(z.minLength(1), z.maxLength(eventChoices.length)),
  installationIds: z.array(installationId).check(z.minLength(1), z.maxLength(1000)),
  format: z.enum(webhookFormats),
};
const contentSchema = z.strictObject(content);
export type WebhookContent = z.output<typeof contentSchema>;

const newSecret = z.object({ endpointId: z.string(), secret: z.string(), version });
export type WebhookSecret = z.output<typeof newSecret>;

export const createWebhook = { path: z.object({ orgId }), body: contentSchema, response: newSecret };

export const changeWebhook = {
  path: z.object({ orgId, endpointId }),
  /** `eventVersion`: from then on authorisations are `payment.authorised`. */
  body: z.strictObject({ ...content, version, eventVersion: z.optional(z.literal(2)) }),
  response: webhook,
};

export const deleteWebhook = { path: z.object({ orgId, endpointId }), response: z.undefined() };

export const pauseWebhook = {
  path: z.object({ orgId, endpointId }),
  body: z.strictObject({}),
  response: webhook,
};

export const resumeWebhook = pauseWebhook;

export const rotateWebhookSecret = {
  path: z.object({ orgId, endpointId }),
  /** `version`: the current one, so that a repeated request rotates once. */
  body: z.strictObject({ version, overlapSeconds: z.int().check(z.nonnegative(), z.maximum(604_800)) }),
  response: newSecret,
};

export const testWebhook = {
  path: z.object({ orgId, endpointId }),
  body: z.strictObject({
    /** A sample of this type; without it the test event, which has no data. */
    type: z.optional(z.enum(eventTypes)),
  }),
  response: z.object({ deliveryId: z.string() }),
};

const deliveryStates = ['queued', 'sending', 'retrying', 'delivered', 'failed'] as const;
const listedDelivery = z.object({
  deliveryId: z.string(),
  type: z.string(),
  installationId: z.nullable(z.number()),
  objectId: z.nullable(z.string()),
  createdAt: z.string(),
  state: z.enum(deliveryStates),
  trigger: z.enum(['auto', 'manual', 'test']),
  attempts: z.number(),
  /** An HTTP status, or timeout, connection, url, scheme, address, paused. */
  lastResult: z.nullable(z.string()),
  durationMs: z.nullable(z.number()),
  nextAttemptAt: time,
});
export type ListedDelivery = z.output<typeof listedDelivery>;

export const listWebhookDeliveries = {
  path: z.object({ orgId, endpointId }),
  query: z.object({
    ...cursorQuery,
    status: z.optional(z.enum(deliveryFilters)),
    from: z.optional(queryMoment),
    to: z.optional(queryMoment),
  }),
  response: cursorPage(listedDelivery),
};

const headers = z.record(z.string(), z.string());
const attempt = z.object({
  attempt: z.number(),
  at: z.string(),
  durationMs: z.number(),
  result: z.string(),
  /** Null for users without P_MANAGE_WEBHOOKS. */
  requestHeaders: z.nullable(headers),
  responseHeaders: z.nullable(headers),
  responseBody: z.nullable(z.string()),
});
export type WebhookAttempt = z.output<typeof attempt>;

const delivery = z.object({
  ...listedDelivery.shape,
  url: z.string(),
  /** The latest 50, newest first. */
  history: z.array(attempt),
  /** The body of the request; null for users without P_MANAGE_WEBHOOKS. */
  requestBody: z.nullable(z.string()),
  mayManage: z.boolean(),
});
export type Delivery = z.output<typeof delivery>;

export const getWebhookDelivery = { path: z.object({ orgId, endpointId, deliveryId }), response: delivery };

export const resendWebhookDelivery = {
  path: z.object({ orgId, endpointId, deliveryId }),
  body: z.strictObject({}),
  response: delivery,
};

export const resendWebhookDeliveries = {
  path: z.object({ orgId, endpointId }),
  body: z.strictObject({
    from: queryMoment,
    to: queryMoment,
    /** 'failed': without a success. 'all': also those that were delivered. */
    status: z.enum(['failed', 'all']),
  }),
  response: z.object({ count: z.number(), hasMore: z.boolean() }),
};

export const resendTransactionEvents = {
  path: z.object({ transactionId: z.string().check(z.regex(transactionIdPattern)) }),
  body: z.strictObject({}),
  /** 0: all of them are queued already. */
  response: z.object({ count: z.number() }),
};

export const webhookEvent = z.object({
  id: z.string(),
  type: z.enum(eventTypes),
  createdAt: z.string(),
  installationId: z.optional(z.number()),
  /** A sample, which a user or a program has requested. Its data are invented. */
  test: z.optional(z.literal(true)),
  sessionId: z.optional(z.string()),
  linkId: z.optional(z.string()),
  scheduleId: z.optional(z.string()),
  data: z.record(z.string(), z.unknown()),
});
export type WebhookEvent = z.output<typeof webhookEvent>;

export const listEvents = {
  path: z.object({
    installationId: databaseId,
  }),
  query: z.object({
    ...cursorQuery,
    type: z.optional(z.enum(eventTypes)),
    createdFrom: z.optional(queryMoment),
    createdTo: z.optional(queryMoment),
  }),
  response: cursorPage(webhookEvent),
};

export const triggerEvent = {
  path: z.object({ installationId: databaseId }),
  body: z.strictObject({ type: z.enum(eventTypes) }),
  response: z.object({ event: webhookEvent }),
};

export const listenToEvents = {
  path: z.object({ installationId: databaseId }),
  query: z.object({
    /** From the response before. Without it the response has the present position and no events. */
    cursor: z.optional(z.string().check(z.maxLength(60))),
    waitSeconds: z.optional(wholeNumber(0, 25)),
  }),
  response: z.object({ items: z.array(webhookEvent), cursor: z.string() }),
};
