import { problems } from '#shared/problem.ts';
import { handle } from '#server/handler.ts';
import { getUser as endpoint } from '../endpoints.ts';
import { loadGrants } from './store/grants.ts';
import { toScimUser, userRecord } from './store/user-records.ts';

/** Domain users see domain users, the others the others (docs/domain.md#users). */
export const getUser = handle(endpoint, async ({ sql, caller, resource, now }) => {
  if (resource.domainUser !== caller.domainUser) throw problems.forbidden();
  const record = await userRecord(sql, resource.userId ?? '');
  return toScimUser(record, await loadGrants(sql, record.userId), now);
});
