import { problems } from '#shared/problem.ts';
import { handle } from '#server/handler.ts';
import { revokeScimToken as endpoint } from '../endpoints.ts';
import { revokeScimToken as schemas } from '../schemas.ts';
import { revokeToken } from './db/scim-token.ts';
import { viewProvisioning } from './get-provisioning.ts';
import { auditSettings, companyToChange } from './settings-company.ts';

export const revokeScimToken = handle(endpoint, schemas, async (ctx) => {
  const { sql, services, path } = ctx;
  const company = await companyToChange(ctx);
  const token = await revokeToken(sql, company.companyId, path.scimTokenId);
  if (!token) throw problems.notFound();
  if (!token.isRevoked) {
    await auditSettings(ctx, company, {
      act: endpoint.name,
      objectKind: 'scimToken',
      objectId: path.scimTokenId,
      before: { name: token.name },
    });
  }
  return viewProvisioning(sql, services, company);
});
