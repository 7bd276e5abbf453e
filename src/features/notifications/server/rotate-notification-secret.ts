import { Problem } from '#contract/problem.ts';
import { recordAct } from '#server/audit.ts';
import { after, hourMs } from '#server/clock.ts';
import { handle } from '#server/handler.ts';
import { rotateNotificationSecret as call } from '../calls.ts';
import { rotateSecret, standingView } from './outbox/secret-store.ts';

export const rotateNotificationSecret = handle(call, async ({ sql, subject, body, caller, request, now }) => {
  const place = { companyId: subject.companyId ?? 0, installationId: subject.installationId ?? 0 };
  const { version, previousForHours } = body;
  const rotated = await rotateSecret(sql, place, version, after(now, previousForHours * hourMs), now);
  if (!rotated) throw new Problem(412, 'NOTIFICATION_SECRET_CHANGED', 'version_conflict');
  await recordAct(sql, {
    by: { caller, request, now },
    companyId: place.companyId,
    organisationId: place.installationId,
    act: call.name,
    objectKind: 'installation',
    objectId: String(place.installationId),
    before: { version },
    after: { version: rotated.version, previousForHours },
  });
  return standingView(rotated, now);
});
