import { handle } from '#server/handler.ts';
import { getNotificationSecret as call } from '../calls.ts';
import { notificationSecret } from './outbox/sign-notification.ts';

export const getNotificationSecret = handle(call, async ({ services, subject }) => ({
  secret: notificationSecret(services.keys, subject.installationId ?? 0),
  algorithm: 'HMAC-SHA256' as const,
}));
