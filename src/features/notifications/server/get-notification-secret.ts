import { handle } from '#server/handler.ts';
import { getNotificationSecret as call } from '../calls.ts';
import { secretStanding, standingView } from './outbox/secret-store.ts';
import { notificationSecret } from './outbox/sign-notification.ts';

export const getNotificationSecret = handle(call, async ({ sql, services, subject, now }) => {
  const companyId = subject.companyId ?? 0;
  const installationId = subject.installationId ?? 0;
  const standing = await secretStanding(sql, companyId, installationId);
  return {
    secret: notificationSecret(services.keys, installationId, standing.version),
    algorithm: 'HMAC-SHA256' as const,
    previousValidUntil: standingView(standing, now).previousValidUntil,
  };
});
