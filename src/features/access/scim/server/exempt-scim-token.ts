import { problems } from '#shared/problem.ts';
import { handle } from '#server/handler.ts';
import { exemptScimToken as endpoint } from '../endpoints.ts';
import { exemptScimToken as schemas } from '../schemas.ts';
import { exemptToken } from './db/scim-token.ts';
import { viewProvisioning } from './get-provisioning.ts';
import { auditSettings, loadCompanyOfManager } from './settings-company.ts';

export const exemptScimToken = handle(endpoint, schemas, async (ctx) => {
  const { sql, services, path } = ctx;
  const company = await loadCompanyOfManager(ctx);
  const token = await exemptToken(sql, company.companyId, path.scimTokenId);
  if (!token) throw problems.notFound();
  if (token.needsApproval) {
    const { companyId: organisationId } = company;
    await ctx.requireApproval(sql, { organisationId, objectId: path.scimTokenId, objectName: token.name });
    await auditSettings(ctx, company, {
      act: endpoint.name,
      objectKind: 'scimToken',
      objectId: path.scimTokenId,
      before: { name: token.name, needsApproval: true },
      after: { name: token.name, needsApproval: false },
    });
  }
  return viewProvisioning(sql, services, company);
});
