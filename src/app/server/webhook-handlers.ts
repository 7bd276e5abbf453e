import type { Handler } from '#server/handler.ts';
import { getWebhookDelivery } from '#features/webhooks/server/get-webhook-delivery.ts';
import {
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
} from '#features/webhooks/server/handlers.ts';
import { listEvents } from '#features/webhooks/server/list-events.ts';
import { listWebhookDeliveries } from '#features/webhooks/server/list-webhook-deliveries.ts';
import { resendWebhookDeliveries } from '#features/webhooks/server/resend-webhook-deliveries.ts';
import { resendWebhookDelivery } from '#features/webhooks/server/resend-webhook-delivery.ts';

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
