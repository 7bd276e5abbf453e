import { Problem } from '#shared/problem.ts';
import { handle } from '#server/handler.ts';
import { saveProvisioning as endpoint } from '../endpoints.ts';
import { saveProvisioning as schemas } from '../schemas.ts';
import { readScimCompany, writeScimCompany } from './db/scim-company.ts';
import { dropInvitations } from './db/scim-user.ts';
import { viewProvisioning } from './get-provisioning.ts';
import { auditSettings, companyToChange } from './settings-company.ts';

export const saveProvisioning = handle(endpoint, schemas, async (ctx) => {
  const { sql, services, body } = ctx;
  const company = await companyToChange(ctx);
  const { sendInvitations } = await readScimCompany(sql, company.companyId);
  if (!(await writeScimCompany(sql, company.companyId, body)))
    throw new Problem(409, 'PROVISIONING_CHANGED', 'version_conflict');
  // Users who wait now would get an invitation after it was turned off.
  if (!body.sendInvitations) await dropInvitations(sql, company.companyId);
  await auditSettings(ctx, company, {
    act: endpoint.name,
    objectKind: 'provisioning',
    objectId: String(company.companyId),
    before: { sendInvitations },
    after: { sendInvitations: body.sendInvitations },
  });
  return viewProvisioning(sql, services, company);
});
