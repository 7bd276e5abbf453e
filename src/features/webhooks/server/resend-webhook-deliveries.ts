import { Reply, handle } from '#server/handler.ts';
import { problems } from '#shared/problem.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import { auditWebhook } from './audit-webhook.ts';
import { requeueRange } from './db/webhook-delivery.ts';
import { findWebhookToChange } from './webhook-access.ts';

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
