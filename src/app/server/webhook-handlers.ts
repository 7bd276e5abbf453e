import type { Handler } from '#server/handler.ts';
import {
  getWebhookDelivery,
  listEvents,
  listWebhookDeliveries,
  resendWebhookDeliveries,
  resendWebhookDelivery,
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
