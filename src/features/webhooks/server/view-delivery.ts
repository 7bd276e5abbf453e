import { notificationBody } from '#features/notifications/notification-body.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { Caller } from '#server/auth/caller.ts';
import type { CoreServices } from '#server/core-services.ts';
import { problems } from '#shared/problem.ts';
import type { Delivery, ListedDelivery } from '../schemas.ts';
import { type StoredDelivery, loadAttempts, loadDelivery } from './db/webhook-delivery.ts';
import { eventContents } from './event-contents.ts';
import { type FoundWebhook, mayManage, shortUrl } from './webhook-access.ts';

export const isEventId = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);

export const toListedDelivery = ({
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
export async function viewDelivery(
  { sql, caller, path, services }: Context,
  { webhook, installations }: FoundWebhook,
): Promise<Delivery> {
  const stored = isEventId(path.deliveryId) ? await loadDelivery(sql, webhook, path.deliveryId) : undefined;
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
