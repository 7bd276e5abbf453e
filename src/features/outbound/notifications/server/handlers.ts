import { problems } from '#shared/problem.ts';
import { handle } from '#server/handler.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import { addMs, hourMs } from '#server/clock.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import { loadNotifications, requeue } from './notification-table.ts';
import { loadSecretStatus, toSecretStatusView, rotateSecret } from './notification-secret-table.ts';
import { notificationSecret } from './sign-notification.ts';

export const listNotifications = handle(
  endpoints.listNotifications,
  schemas.listNotifications,
  ({ sql, resource }) => loadNotifications(sql, resource.companyId, resource.transactionId),
);

/** Leaves a queued or running notification unchanged. */
export const sendNotificationAgain = handle(
  endpoints.sendNotificationAgain,
  schemas.sendNotificationAgain,
  async ({ sql, resource, path, caller, request, now }) => {
    const { companyId } = resource;
    const txnId = resource.transactionId;
    const notifications = await loadNotifications(sql, companyId, txnId);
    const before = notifications.find(({ id }) => id === path.notificationId);
    if (!before) throw problems.notFound();
    if (!(await requeue(sql, companyId, txnId, before.id, now))) return notifications;
    await auditAction(sql, {
      by: { caller, request, now },
      companyId,
      organisationId: resource.installationId,
      act: endpoints.sendNotificationAgain.name,
      objectKind: 'transaction',
      objectId: String(txnId),
      detail: { notification: before.id, state: before.state, attempts: before.attempts },
    });
    return loadNotifications(sql, companyId, txnId);
  },
);

export const getNotificationSecret = handle(
  endpoints.getNotificationSecret,
  schemas.getNotificationSecret,
  async ({ sql, services, resource, now }) => {
    const { companyId, installationId } = resource;
    const status = await loadSecretStatus(sql, companyId, installationId);
    return {
      secret: notificationSecret(services.keys, installationId, status),
      algorithm: 'HMAC-SHA256' as const,
      previousValidUntil: toSecretStatusView(status, now).previousValidUntil,
    };
  },
);

export const getSecretStatus = handle(
  endpoints.getSecretStatus,
  schemas.getSecretStatus,
  async ({ sql, resource, now }) =>
    toSecretStatusView(await loadSecretStatus(sql, resource.companyId, resource.installationId), now),
);

export const rotateNotificationSecret = handle(
  endpoints.rotateNotificationSecret,
  schemas.rotateNotificationSecret,
  async ({ sql, resource, body, caller, request, services, now }) => {
    const secretOwner = {
      companyId: resource.companyId,
      installationId: resource.installationId,
      keyGeneration: services.keys.notification.generation,
    };
    const { version, previousForHours } = body;
    const rotated = await rotateSecret(sql, secretOwner, version, addMs(now, previousForHours * hourMs), now);
    if (!rotated) throw problems.versionConflict('NOTIFICATION_SECRET_CHANGED');
    await auditAction(sql, {
      by: { caller, request, now },
      companyId: secretOwner.companyId,
      organisationId: secretOwner.installationId,
      act: endpoints.rotateNotificationSecret.name,
      objectKind: 'installation',
      objectId: String(secretOwner.installationId),
      before: { version },
      after: { version: rotated.version, previousForHours },
    });
    return toSecretStatusView(rotated, now);
  },
);
