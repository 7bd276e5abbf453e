import { handle } from '#server/handler.ts';
import { getNotificationSecret as endpoint } from '../endpoints.ts';
import { secretStanding, toSecretStatusView } from './outbox/secret-store.ts';
import { notificationSecret } from './outbox/sign-notification.ts';

export const getNotificationSecret = handle(endpoint, async ({ sql, services, resource, now }) => {
  const companyId = resource.companyId ?? 0;
  const installationId = resource.installationId ?? 0;
  const standing = await secretStanding(sql, companyId, installationId);
  return {
    secret: notificationSecret(services.keys, installationId, standing.version),
    algorithm: 'HMAC-SHA256' as const,
    previousValidUntil: toSecretStatusView(standing, now).previousValidUntil,
  };
});
