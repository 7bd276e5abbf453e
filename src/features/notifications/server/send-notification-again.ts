import { problems } from '#contract/problem.ts';
import { recordAct } from '#server/audit.ts';
import { handle } from '#server/handler.ts';
import { sendNotificationAgain as call } from '../calls.ts';
import { notificationsOf, requeue } from './outbox/notification-store.ts';

/** One that still waits or is under way is left as it is: it will be sent anyhow. */
export const sendNotificationAgain = handle(call, async ({ sql, subject, path, caller, request, now }) => {
  const companyId = subject.companyId ?? 0;
  const txnId = subject.transactionId ?? 0;
  const known = await notificationsOf(sql, companyId, txnId);
  const before = known.find(({ id }) => id === path.notificationId);
  if (!before) throw problems.notFound();
  if (!(await requeue(sql, companyId, txnId, before.id, now))) return known;
  await recordAct(sql, {
    by: { caller, request, now },
    companyId,
    organisationId: subject.installationId,
    act: call.name,
    objectKind: 'transaction',
    objectId: String(txnId),
    detail: { notification: before.id, state: before.state, attempts: before.attempts },
  });
  return notificationsOf(sql, companyId, txnId);
});
