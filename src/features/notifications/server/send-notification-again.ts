import { problems } from '#shared/problem.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import { handle } from '#server/handler.ts';
import { sendNotificationAgain as endpoint } from '../endpoints.ts';
import { loadNotifications, requeue } from './outbox/notification-store.ts';

/** One that still waits or is under way is left as it is: it will be sent anyhow. */
export const sendNotificationAgain = handle(
  endpoint,
  async ({ sql, resource, path, caller, request, now }) => {
    const companyId = resource.companyId ?? 0;
    const txnId = resource.transactionId ?? 0;
    const known = await loadNotifications(sql, companyId, txnId);
    const before = known.find(({ id }) => id === path.notificationId);
    if (!before) throw problems.notFound();
    if (!(await requeue(sql, companyId, txnId, before.id, now))) return known;
    await auditAction(sql, {
      by: { caller, request, now },
      companyId,
      organisationId: resource.installationId,
      act: endpoint.name,
      objectKind: 'transaction',
      objectId: String(txnId),
      detail: { notification: before.id, state: before.state, attempts: before.attempts },
    });
    return loadNotifications(sql, companyId, txnId);
  },
);
