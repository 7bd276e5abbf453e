import { maskCardNumbers } from '#shared/card-number.ts';
import { Problem } from '#shared/problem.ts';
import { respondOnce } from '#features/payments/payments/server/run-once.ts';
import { buildPaymentContext, sendReply } from '#features/payments/payments/server/payment-context.ts';
import { scheduleIdPattern } from '#features/payments/schedules/schedule-definition.ts';
import type { ScheduleView } from '#features/payments/schedules/schemas.ts';
import type { ScheduleAction } from '#features/payments/schedules/schedule-status.ts';
import { changeScheduleAsUser } from '#features/payments/schedules/server/change-schedule-as-user.ts';
import { listSchedules, toWireRow } from '#features/payments/schedules/server/db/schedule-list.ts';
import { type HandlerContext, handle } from '#server/handler.ts';
import { readCursorPage } from '#server/http/list-cursor.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';

export const listInstallationSchedules = handle(
  endpoints.listInstallationSchedules,
  schemas.listInstallationSchedules,
  async ({ sql, caller, resource, query }) => {
    const { status, customerMerchantRef: reference, createdFrom: start, createdTo: end } = query;
    const { installationId, merchantId } = resource;
    const scope = { tenantIds: [...caller.tenantIds], merchants: [merchantId], installationId };
    const search = {
      searchFields: { status: status && [status], creationDate: { start, end } },
      // References are stored with card numbers masked, so they are looked up that way.
      metaDataFields: { customerMerchantRef: reference && maskCardNumbers(reference) },
    };
    const { rows, nextCursor } = await readCursorPage({
      query,
      isId: (text) => scheduleIdPattern.test(text),
      load: (after, limit) =>
        listSchedules(sql, scope, search, {
          limit,
          after: after && { cursor: after.at, scheduleId: after.id },
        }),
      readPosition: ({ cursor, scheduleId }) => ({ at: cursor ?? '', id: scheduleId }),
    });
    return { items: rows.map((row) => toWireRow(row) as unknown as schemas.ListedSchedule), nextCursor };
  },
);

export const suspendInstallationSchedule = handle(
  endpoints.suspendInstallationSchedule,
  schemas.suspendInstallationSchedule,
  (ctx) => changeOnce(ctx, endpoints.suspendInstallationSchedule.name, 'suspend'),
);

export const resumeInstallationSchedule = handle(
  endpoints.resumeInstallationSchedule,
  schemas.resumeInstallationSchedule,
  (ctx) => changeOnce(ctx, endpoints.resumeInstallationSchedule.name, 'resume'),
);

export const cancelInstallationSchedule = handle(
  endpoints.cancelInstallationSchedule,
  schemas.cancelInstallationSchedule,
  (ctx) => changeOnce(ctx, endpoints.cancelInstallationSchedule.name, 'cancel'),
);

type ChangeContext = HandlerContext<typeof endpoints.suspendInstallationSchedule>;

/** The portal's change, once for an idempotency key. Throws 409 V100 when the status forbids it. */
async function changeOnce(ctx: ChangeContext, name: string, action: ScheduleAction) {
  const change = async () => ({
    status: 200,
    body: await changeScheduleAsUser(ctx, action).catch((error: unknown) => {
      if (!(error instanceof Problem) || error.status !== 409) throw error;
      throw new Problem(409, 'V100', error.message);
    }),
  });
  return sendReply(await respondOnce<ScheduleView>(ctx.sql, buildPaymentContext(ctx, name), change));
}
