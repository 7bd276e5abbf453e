import { problems } from '#contract/problem.ts';
import { handle } from '#server/handler.ts';
import { getUser as call } from '../calls.ts';
import { grantsOf } from './store/grants.ts';
import { scimUserOf, userRecord } from './store/user-records.ts';

/** Domain users see domain users, the others the others (spec 3 §6). */
export const getUser = handle(call, async ({ sql, caller, subject, now }) => {
  if (subject.domainUser !== caller.domainUser) throw problems.forbidden();
  const record = await userRecord(sql, subject.userId ?? '');
  return scimUserOf(record, await grantsOf(sql, record.userId), now);
});
