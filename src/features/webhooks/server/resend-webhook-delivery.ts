import { handle } from '#server/handler.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import { auditWebhook } from './audit-webhook.ts';
import { requeue } from './db/webhook-delivery.ts';
import { isEventId, viewDelivery } from './view-delivery.ts';
import { findWebhookToChange } from './webhook-access.ts';

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
