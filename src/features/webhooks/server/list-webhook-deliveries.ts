import { handle } from '#server/handler.ts';
import { readCursorPage } from '#server/http/list-cursor.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import { type StoredDelivery, deliveriesAfter } from './db/webhook-delivery.ts';
import { isEventId, toListedDelivery } from './view-delivery.ts';
import { findWebhook } from './webhook-access.ts';

export const listWebhookDeliveries = handle(
  endpoints.listWebhookDeliveries,
  schemas.listWebhookDeliveries,
  async (ctx) => {
    const { sql, query } = ctx;
    const { webhook } = await findWebhook(ctx);
    const { rows, nextCursor } = await readCursorPage<StoredDelivery>({
      query,
      isId: isEventId,
      load: (after, limit) => deliveriesAfter(sql, webhook, query, after, limit),
      positionOf: ({ place, deliveryId }) => ({ at: place, id: deliveryId }),
    });
    return { items: rows.map(toListedDelivery), nextCursor };
  },
);
