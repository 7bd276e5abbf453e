import { Problem } from '#shared/problem.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import { handle } from '#server/handler.ts';
import { resetFactors } from '#features/second-factor/server/reset-factors.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import { lockUserToChange } from './lock-users.ts';

/** For a user who has lost their device and their codes (docs/domain.md#second-factors). */
export const resetSecondFactor = handle(
  endpoints.resetSecondFactor,
  schemas.resetSecondFactor,
  async (ctx) => {
    const { sql, caller, resource, request, now } = ctx;
    const { record } = await lockUserToChange(sql, caller, resource.userId ?? '');
    const { userId, companyId, organisationId } = record;
    const before = await resetFactors(sql, { userId, by: caller.name, now });
    if (!before) throw new Problem(409, 'NO_SECOND_FACTOR', 'user_has_no_second_factor');
    await auditAction(sql, {
      by: { caller, request, now },
      companyId,
      organisationId,
      act: endpoints.resetSecondFactor.name,
      objectKind: 'user',
      objectId: userId,
      before,
    });
    return undefined;
  },
);
