import { actorOf } from '#server/audit/actor.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import { handle } from '#server/handler.ts';
import { problems } from '#shared/problem.ts';
import { exemptApiKey as endpoint } from '../endpoints.ts';
import { exemptApiKey as schemas } from '../schemas.ts';
import { setNeedsApproval } from './api-credential-table.ts';
import { mayGrant, findKey, toApiKey } from './stored-key.ts';

export const exemptApiKey = handle(endpoint, schemas, async (ctx) => {
  const { sql, caller, path, resource } = ctx;
  const keyRef = { apiId: path.apiId, path: resource.path };
  const { key, installations } = await findKey(sql, caller, keyRef, true);
  if (!mayGrant(caller, key.permissions, installations)) throw problems.forbidden();
  if (key.needsApproval) {
    const { companyId: organisationId, apiId: objectId, name: objectName } = key;
    await ctx.requireApproval(sql, { organisationId, objectId, objectName });
    await setNeedsApproval(sql, key.apiId, false);
    await writeAuditEvent(sql, {
      ...actorOf(ctx),
      companyId: key.companyId,
      organisationId: key.companyId,
      act: endpoint.name,
      objectKind: 'apiCredential',
      objectId: key.apiId,
      outcome: 'allowed',
      before: { needsApproval: true },
      after: { needsApproval: false },
    });
  }
  return toApiKey(sql, caller, await findKey(sql, caller, keyRef));
});
