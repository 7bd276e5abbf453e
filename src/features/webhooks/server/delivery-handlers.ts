import { notificationBody } from '#features/notifications/notification-body.ts';
import type { CoreServices } from '#server/core-services.ts';
import { type Handler, type HandlerContext, Reply, handle } from '#server/handler.ts';
import { readCursorPage } from '#server/http/list-cursor.ts';
import { problems } from '#shared/problem.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import type { Delivery, ListedDelivery, WebhookEvent } from '../schemas.ts';
import {
  type StoredDelivery,
  deliveriesAfter,
  loadAttempts,
  loadDelivery,
  requeue,
  requeueRange,
} from './db/webhook-delivery.ts';
import { eventsAfter } from './db/webhook-event.ts';
import { eventContents } from './event-contents.ts';
import {
  auditWebhook,
  changeWebhook,
  createWebhook,
  deleteWebhook,
  getWebhook,
  getWebhookChoices,
  listWebhooks,
  pauseWebhook,
  resumeWebhook,
  rotateWebhookSecret,
  testWebhook,
} from './handlers.ts';
import {
  type FoundWebhook,
  findWebhook,
  findWebhookToChange,
  mayManage,
  shortUrl,
} from './webhook-access.ts';

/** The most deliveries that one request queues again. */
const resendLimit = 1000;

const isId = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);

const listWebhookDeliveries = handle(
  endpoints.listWebhookDeliveries,
  schemas.listWebhookDeliveries,
  async (ctx) => {
    const { sql, query } = ctx;
    const { webhook } = await findWebhook(ctx);
    const { rows, nextCursor } = await readCursorPage<StoredDelivery>({
      query,
      isId,
      load: (after, limit) => deliveriesAfter(sql, webhook, query, after, limit),
      positionOf: ({ place, deliveryId }) => ({ at: place, id: deliveryId }),
    });
    return { items: rows.map(toListed), nextCursor };
  },
);

const toListed = ({ place: _place, createdAt, nextAttemptAt, ...row }: StoredDelivery): ListedDelivery => ({
  ...row,
  createdAt: createdAt.toISOString(),
  nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
});

const getWebhookDelivery = handle(endpoints.getWebhookDelivery, schemas.getWebhookDelivery, async (ctx) =>
  viewDelivery(ctx, await findWebhook(ctx)),
);

/** Requests and answers contain data of payers: they are for users who manage the webhook. */
async function viewDelivery(
  { sql, caller, path, services }: HandlerContext<typeof endpoints.getWebhookDelivery>,
  { webhook, installations }: FoundWebhook,
): Promise<Delivery> {
  const stored = await loadDelivery(sql, webhook, path.deliveryId);
  if (!stored) throw problems.notFound();
  const { body, ...row } = stored;
  const isManager = mayManage(caller, installations);
  const history = (await loadAttempts(sql, webhook, path.deliveryId)).map((one) => ({
    attempt: one.attempt,
    at: one.at.toISOString(),
    durationMs: one.durationMs,
    result: one.result,
    requestHeaders: isManager ? one.requestHeaders : null,
    responseHeaders: isManager ? one.responseHeaders : null,
    responseBody: isManager ? one.responseBody : null,
  }));
  return {
    ...toListed(row),
    url: isManager ? webhook.url : shortUrl(webhook.url),
    history,
    requestBody: isManager && body !== null ? sentBody(body, webhook.format, services) : null,
    mayManage: isManager,
  };
}

/** The body as the worker sends it, with the webhook's current format. */
const sentBody = (
  body: string,
  format: FoundWebhook['webhook']['format'],
  { config }: Pick<CoreServices, 'config'>,
) => notificationBody(format, eventContents(body, config), 'event');

/** Leaves a delivery that waits for an attempt unchanged. */
const resendWebhookDelivery = handle(
  endpoints.resendWebhookDelivery,
  schemas.resendWebhookDelivery,
  async (ctx) => {
    const { sql, path, now } = ctx;
    const found = await findWebhookToChange(ctx);
    if (await requeue(sql, found.webhook, path.deliveryId, now))
      await auditWebhook(ctx, endpoints.resendWebhookDelivery, found.webhook, { after: { ...path } });
    return viewDelivery(ctx, found);
  },
);

const resendWebhookDeliveries = handle(
  endpoints.resendWebhookDeliveries,
  schemas.resendWebhookDeliveries,
  async (ctx) => {
    const { sql, body, now } = ctx;
    const { webhook } = await findWebhookToChange(ctx);
    if (new Date(body.from) >= new Date(body.to)) throw problems.invalid('body.to');
    const count = await requeueRange(sql, webhook, { ...body, limit: resendLimit, now });
    await auditWebhook(ctx, endpoints.resendWebhookDeliveries, webhook, { after: { ...body, count } });
    return new Reply(202, { count, hasMore: count === resendLimit });
  },
);

/** For merchants' systems that poll, or that have missed a delivery. */
const listEvents = handle(
  endpoints.listEvents,
  schemas.listEvents,
  async ({ sql, resource, query, services }) => {
    const { companyId, installationId = 0 } = resource;
    const place = { companyId: companyId ?? 0, installationId };
    const { rows, nextCursor } = await readCursorPage({
      query,
      isId,
      load: (after, limit) => eventsAfter(sql, place, query, after, limit),
      positionOf: ({ place: at, eventId }) => ({ at, id: eventId }),
    });
    const items = rows.map(({ body }) => eventContents(body, services.config) as WebhookEvent);
    return { items, nextCursor };
  },
);

/** The handlers of webhooks. */
export const webhookHandlers: readonly Handler[] = [
  listWebhooks,
  getWebhookChoices,
  getWebhook,
  createWebhook,
  changeWebhook,
  deleteWebhook,
  pauseWebhook,
  resumeWebhook,
  rotateWebhookSecret,
  testWebhook,
  listWebhookDeliveries,
  getWebhookDelivery,
  resendWebhookDelivery,
  resendWebhookDeliveries,
  listEvents,
];
