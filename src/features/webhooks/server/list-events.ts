import { handle } from '#server/handler.ts';
import { readCursorPage } from '#server/http/list-cursor.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import type { WebhookEvent } from '../schemas.ts';
import { eventsAfter } from './db/webhook-event.ts';
import { eventContents } from './event-contents.ts';
import { isEventId } from './view-delivery.ts';

/** For merchants' systems that poll, or that have missed a delivery. */
export const listEvents = handle(
  endpoints.listEvents,
  schemas.listEvents,
  async ({ sql, resource, query, services }) => {
    const { companyId, installationId = 0 } = resource;
    const place = { companyId: companyId ?? 0, installationId };
    const { rows, nextCursor } = await readCursorPage({
      query,
      isId: isEventId,
      load: (after, limit) => eventsAfter(sql, place, query, after, limit),
      positionOf: ({ place: at, eventId }) => ({ at, id: eventId }),
    });
    const items = rows.map(({ body }) => eventContents(body, services.config) as WebhookEvent);
    return { items, nextCursor };
  },
);
