import { problems } from '#shared/problem.ts';
import { actorOf } from '#server/audit/actor.ts';
import { handle } from '#server/handler.ts';
import { saveSecurityPolicy as endpoint } from '../endpoints.ts';
import { saveSecurityPolicy as schemas } from '../schemas.ts';
import { governingOrganisation } from './db/security-policy.ts';
import { viewPolicy } from './get-security-policy.ts';
import { changePolicyBy } from './manage-policy.ts';

export const saveSecurityPolicy = handle(endpoint, schemas, async (ctx) => {
  const { sql, caller, path, body } = ctx;
  const governing = await governingOrganisation(sql, path.orgId);
  // The guard has authorised this organisation. A policy is that of the whole company.
  if (governing?.organisationId !== path.orgId) throw problems.forbidden();
  await changePolicyBy(sql, actorOf(ctx), governing, body);
  return viewPolicy(sql, caller, path.orgId);
});
