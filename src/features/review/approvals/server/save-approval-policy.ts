import { problems } from '#shared/problem.ts';
import { actorOf } from '#server/audit/actor.ts';
import { handle } from '#server/handler.ts';
import { saveApprovalPolicy as endpoint } from '../endpoints.ts';
import { saveApprovalPolicy as schemas } from '../schemas.ts';
import { changePolicyBy } from './manage-policy.ts';
import { viewPolicy } from './view-policy.ts';

/** Apart from handlers.ts: an approval runs it too. */
export const saveApprovalPolicy = handle(endpoint, schemas, async (ctx) => {
  const { sql, caller, path, body, resource, now } = ctx;
  const { orgId } = path;
  // The guard has authorised this organisation. A policy is that of the whole company.
  if (resource.companyId !== orgId) throw problems.forbidden();
  await changePolicyBy(sql, actorOf(ctx), orgId, body);
  return viewPolicy(sql, caller, { orgId, now });
});
