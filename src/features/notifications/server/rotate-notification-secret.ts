import { Problem } from '#shared/problem.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import { addMs, hourMs } from '#server/clock.ts';
import { handle } from '#server/handler.ts';
import { rotateNotificationSecret as endpoint } from '../endpoints.ts';
import { rotateSecret, toSecretStatusView } from './outbox/secret-store.ts';

export const rotateNotificationSecret = handle(
  endpoint,
  async ({ sql, resource, body, caller, request, now }) => {
    const place = { companyId: resource.companyId ?? 0, installationId: resource.installationId ?? 0 };
    const { version, previousForHours } = body;
    const rotated = await rotateSecret(sql, place, version, addMs(now, previousForHours * hourMs), now);
    if (!rotated) throw new Problem(412, 'NOTIFICATION_SECRET_CHANGED', 'version_conflict');
    await auditAction(sql, {
      by: { caller, request, now },
      companyId: place.companyId,
      organisationId: place.installationId,
      act: endpoint.name,
      objectKind: 'installation',
      objectId: String(place.installationId),
      before: { version },
      after: { version: rotated.version, previousForHours },
    });
    return toSecretStatusView(rotated, now);
  },
);
