import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import * as db from './db/webhook-endpoint.ts';
import { readRequestKey, requestKeyReused } from '#features/access/api-keys/server/request-key.ts';
import { Problem, problems } from '#shared/problem.ts';
import { addMs, secondMs } from '#server/clock.ts';
import { type HandlerContext, Reply, handle } from '#server/handler.ts';
import {
  auditWebhook,
  newEndpointId,
  normaliseWebhook,
  requireRoom,
  webhookContent,
} from './manage-webhook.ts';
import {
  type StoredDelivery,
  listDeliveriesAfter,
  loadAttempts,
  loadDelivery,
  queueTest,
  requeue,
  requeueRange,
  requeueTransaction,
  listEndpointsOfTransaction,
  listEventsAfter,
} from './db/webhook-delivery.ts';
import {
  type FoundWebhook,
  findWebhook,
  findWebhookToChange,
  listManagedInstallations,
  mayManage,
  shortUrl,
  toWebhook,
  listVisibleInstallations,
} from './webhook-access.ts';
import { listEndpointInstallations, loadEndpoint } from './db/webhook-endpoint.ts';
import { webhookSecret } from './webhook-secret.ts';
import { readCursorPage } from '#server/http/list-cursor.ts';
import type { Delivery, ListedDelivery, WebhookEvent } from '../schemas.ts';
import { eventContents } from './event-contents.ts';
import { eventBody, recordEvent } from './record-event.ts';
import { sampleData } from './sample-events.ts';
import { notificationBody } from '#features/outbound/notifications/notification-body.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { Caller } from '#server/auth/caller.ts';
import type { CoreServices } from '#server/core-services.ts';

export const listWebhooks = handle(
  endpoints.listWebhooks,
  schemas.listWebhooks,
  async ({ sql, caller, resource, query }) => {
    const { text = '', offset = 0, pageSize = 25 } = query;
    const below = await listVisibleInstallations(sql, caller, resource.path);
    const visible = below.map(({ installationId }) => installationId);
    const { rows, total } = await db.listEndpoints(sql, {
      tenantIds: caller.tenantIds,
      visible,
      text: text.trim(),
      offset,
      pageSize,
    });
    const items = rows.map((row) => ({ ...row, failingSince: row.failingSince?.toISOString() ?? null }));
    return { items, total };
  },
);

export const getWebhookChoices = handle(
  endpoints.getWebhookChoices,
  schemas.getWebhookChoices,
  async ({ sql, caller, resource }) => {
    const below = await listVisibleInstallations(sql, caller, resource.path);
    return below
      .filter((row) => mayManage(caller, [row]))
      .map(({ installationId, name, merchantName }) => ({ installationId, name, merchantName }));
  },
);

export const getWebhook = handle(endpoints.getWebhook, schemas.getWebhook, async (ctx) =>
  toWebhook(ctx, await findWebhook(ctx)),
);

export const createWebhook = handle(endpoints.createWebhook, schemas.createWebhook, async (ctx) => {
  const { sql, caller, services, body, resource, request: info, now } = ctx;
  const content = normaliseWebhook(body, services.config.insecureCallbacks);
  const { path } = resource;
  const [first] = await listManagedInstallations(sql, caller, path, content.installationIds);
  if (!first) throw problems.invalid('body.installationIds');
  const { companyId } = first;
  const request = readRequestKey(info, body);
  const endpointId = newEndpointId();
  const keyGeneration = services.keys.notification.generation;
  const row = { companyId, endpointId, userId: caller.id, content, keyGeneration, request, now };
  if (!(await db.insertEndpoint(sql, row))) {
    const existing = request && (await db.findByRequest(sql, caller.id, request));
    if (!existing) throw requestKeyReused();
    const { secretVersion: version } = existing;
    const secret = webhookSecret(services.keys, existing.endpointId, { ...existing, version });
    return { endpointId: existing.endpointId, secret, version: existing.version };
  }
  await requireRoom(sql, companyId);
  await auditWebhook(ctx, endpoints.createWebhook, { companyId, endpointId }, { after: content });
  const secret = webhookSecret(services.keys, endpointId, { version: 0, keyGeneration });
  return new Reply(201, { endpointId, secret, version: 1 });
});

export const changeWebhook = handle(endpoints.changeWebhook, schemas.changeWebhook, async (ctx) => {
  const { sql, caller, services, resource, body } = ctx;
  const { version, eventVersion, ...input } = body;
  const content = normaliseWebhook(input, services.config.insecureCallbacks);
  const found = await findWebhookToChange(ctx);
  const { path } = resource;
  const granted = await listManagedInstallations(sql, caller, path, content.installationIds);
  if (granted.some(({ companyId }) => companyId !== found.webhook.companyId)) throw problems.forbidden();
  requireVersion(found, version);
  await db.updateEndpoint(sql, found.webhook, content, eventVersion);
  await auditWebhook(ctx, endpoints.changeWebhook, found.webhook, {
    before: { ...toContent(found), eventVersion: found.webhook.eventVersion },
    after: { ...content, eventVersion: eventVersion ?? found.webhook.eventVersion },
  });
  return toWebhook(ctx, await findWebhook(ctx));
});

export const deleteWebhook = handle(endpoints.deleteWebhook, schemas.deleteWebhook, async (ctx) => {
  const found = await findWebhookToChange(ctx);
  await db.markDeleted(ctx.sql, found.webhook);
  await auditWebhook(ctx, endpoints.deleteWebhook, found.webhook, { before: toContent(found) });
  return undefined;
});

export const pauseWebhook = handle(endpoints.pauseWebhook, schemas.pauseWebhook, (ctx) =>
  changeState(ctx, endpoints.pauseWebhook, true),
);

export const resumeWebhook = handle(endpoints.resumeWebhook, schemas.resumeWebhook, (ctx) =>
  changeState(ctx, endpoints.resumeWebhook, false),
);

async function changeState(
  ctx: HandlerContext<typeof endpoints.pauseWebhook>,
  endpoint: { name: string },
  isPaused: boolean,
) {
  const found = await findWebhookToChange(ctx);
  if ((found.webhook.state === 'paused') === isPaused) return toWebhook(ctx, found);
  await db.setPaused(ctx.sql, found.webhook, isPaused, ctx.now);
  await auditWebhook(ctx, endpoint, found.webhook, {});
  return toWebhook(ctx, await findWebhook(ctx));
}

export const rotateWebhookSecret = handle(
  endpoints.rotateWebhookSecret,
  schemas.rotateWebhookSecret,
  async (ctx) => {
    const { sql, services, body, now } = ctx;
    const found = await findWebhookToChange(ctx);
    requireVersion(found, body.version);
    const keyGeneration = services.keys.notification.generation;
    const previousUntil = addMs(now, body.overlapSeconds * secondMs);
    await db.rotateSecret(sql, found.webhook, { previousUntil, keyGeneration });
    const { endpointId, secretVersion, version } = found.webhook;
    const { overlapSeconds } = body;
    await auditWebhook(ctx, endpoints.rotateWebhookSecret, found.webhook, { after: { overlapSeconds } });
    const secret = webhookSecret(services.keys, endpointId, { version: secretVersion + 1, keyGeneration });
    return { endpointId, secret, version: version + 1 };
  },
);

/** A paused webhook gets no test: its user resumes it first. */
export const testWebhook = handle(endpoints.testWebhook, schemas.testWebhook, async (ctx) => {
  const { webhook, installations } = await findWebhookToChange(ctx);
  if (webhook.state === 'paused') throw new Problem(409, 'WEBHOOK_PAUSED', 'webhook_paused');
  const { type } = ctx.body;
  const [first] = installations;
  const sample = type && first ? { type, installationId: first.installationId } : undefined;
  const deliveryId = await queueTest(ctx.sql, webhook, sample, ctx.now);
  await auditWebhook(ctx, endpoints.testWebhook, webhook, {
    after: { deliveryId, ...(type ? { type } : {}) },
  });
  return new Reply(202, { deliveryId });
});

function requireVersion({ webhook }: FoundWebhook, version: number): void {
  if (webhook.version !== version) throw problems.versionConflict('WEBHOOK_CHANGED');
}

const toContent = ({ webhook, installations }: FoundWebhook) => webhookContent(webhook, installations);

export const listWebhookDeliveries = handle(
  endpoints.listWebhookDeliveries,
  schemas.listWebhookDeliveries,
  async (ctx) => {
    const { sql, query } = ctx;
    const { webhook } = await findWebhook(ctx);
    const { rows, nextCursor } = await readCursorPage<StoredDelivery>({
      query,
      isId: isEventId,
      load: (after, limit) => listDeliveriesAfter(sql, webhook, query, after, limit),
      readPosition: ({ place, deliveryId }) => ({ at: place, id: deliveryId }),
    });
    return { items: rows.map(toListedDelivery), nextCursor };
  },
);

export const getWebhookDelivery = handle(
  endpoints.getWebhookDelivery,
  schemas.getWebhookDelivery,
  async (ctx) => viewDelivery(ctx, await findWebhook(ctx)),
);

/** Leaves a delivery that waits for an attempt unchanged. */
export const resendWebhookDelivery = handle(
  endpoints.resendWebhookDelivery,
  schemas.resendWebhookDelivery,
  async (ctx) => {
    const { sql, path, now } = ctx;
    const found = await findWebhookToChange(ctx);
    if (isEventId(path.deliveryId) && (await requeue(sql, found.webhook, path.deliveryId, now)))
      await auditWebhook(ctx, endpoints.resendWebhookDelivery, found.webhook, { after: { ...path } });
    return viewDelivery(ctx, found);
  },
);

/** The most deliveries that one request queues again. */
const resendLimit = 1000;

export const resendWebhookDeliveries = handle(
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

/** Throws 409 NO_EVENTS without a delivery, and 403 when the caller manages none of its webhooks. */
export const resendTransactionEvents = handle(
  endpoints.resendTransactionEvents,
  schemas.resendTransactionEvents,
  async (ctx) => {
    const { sql, caller, now } = ctx;
    const { companyId, installationId, transactionId, paths } = ctx.resource;
    const ids = await listEndpointsOfTransaction(sql, companyId, transactionId);
    if (ids.length === 0) throw new Problem(409, 'NO_EVENTS', 'no_events');
    const resource = { path: paths[1], organisationId: installationId, companyId };
    let managed = 0;
    let count = 0;
    for (const id of ids) {
      const webhook = await loadEndpoint(sql, [companyId], id, true);
      if (!webhook || !mayManage(caller, await listEndpointInstallations(sql, webhook))) continue;
      managed += 1;
      const queued = await requeueTransaction(sql, webhook, transactionId, now);
      count += queued;
      const after = { transactionId: String(transactionId), count: queued };
      if (queued > 0)
        await auditWebhook({ ...ctx, resource }, endpoints.resendTransactionEvents, webhook, { after });
    }
    if (managed === 0) throw problems.forbidden();
    return new Reply(202, { count });
  },
);

/** For merchants' systems that poll, or that have missed a delivery. */
export const listEvents = handle(
  endpoints.listEvents,
  schemas.listEvents,
  async ({ sql, resource, query, services }) => {
    const { companyId } = resource;
    const place = { companyId, installationId: resource.installationId };
    const { rows, nextCursor } = await readCursorPage({
      query,
      isId: isEventId,
      load: (after, limit) => listEventsAfter(sql, place, query, after, limit),
      readPosition: ({ place: at, eventId }) => ({ at, id: eventId }),
    });
    const items = rows.map(({ body }) => eventContents(body, services.config) as WebhookEvent);
    return { items, nextCursor };
  },
);

/** A key that works may read events, so the event is always recorded. */
export const triggerEvent = handle(
  endpoints.triggerEvent,
  schemas.triggerEvent,
  async ({ sql, caller, resource, body: { type }, services, now }) => {
    if (caller.mode !== 'TEST') throw problems.testKeyNeeded();
    const { companyId, installationId } = resource;
    const data = sampleData(type, installationId, now);
    const event = { companyId, installationId, type, objectId: null, isTest: true, data, now };
    const eventId = await recordEvent(sql, event);
    const contents = eventContents(JSON.stringify(eventBody(eventId, event)), services.config);
    return new Reply(201, { event: contents as WebhookEvent });
  },
);

export { listenToEvents } from './listen-to-events.ts';

const isEventId = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);

const toListedDelivery = ({
  place: _place,
  createdAt,
  nextAttemptAt,
  ...row
}: StoredDelivery): ListedDelivery => ({
  ...row,
  createdAt: createdAt.toISOString(),
  nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
});

interface Context {
  sql: TenantSql;
  caller: Caller;
  path: { deliveryId: string };
  services: CoreServices;
}

/** Requests and responses contain data of payers: they are for users who manage the webhook. */
async function viewDelivery(
  { sql, caller, path, services }: Context,
  { webhook, installations }: FoundWebhook,
): Promise<Delivery> {
  const stored = isEventId(path.deliveryId) ? await loadDelivery(sql, webhook, path.deliveryId) : undefined;
  if (!stored) throw problems.notFound();
  const { body, ...row } = stored;
  const isManager = mayManage(caller, installations);
  const history = (await loadAttempts(sql, webhook, path.deliveryId)).map((attempt) => ({
    attempt: attempt.attempt,
    at: attempt.at.toISOString(),
    durationMs: attempt.durationMs,
    result: attempt.result,
    requestHeaders: isManager ? attempt.requestHeaders : null,
    responseHeaders: isManager ? attempt.responseHeaders : null,
    responseBody: isManager ? attempt.responseBody : null,
  }));
  return {
    ...toListedDelivery(row),
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
