import { handle } from '#server/handler.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import { viewDelivery } from './view-delivery.ts';
import { findWebhook } from './webhook-access.ts';

export const getWebhookDelivery = handle(
  endpoints.getWebhookDelivery,
  schemas.getWebhookDelivery,
  async (ctx) => viewDelivery(ctx, await findWebhook(ctx)),
);
