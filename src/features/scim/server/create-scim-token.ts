import { Problem, problems } from '#shared/problem.ts';
import { hasPermissionOn } from '#shared/scoped-permission.ts';
import { hashSecret, newScimToken, newScimTokenId } from '#server/auth/api/api-secret.ts';
import { Reply, handle } from '#server/handler.ts';
import { readRequestKey, requestKeyReused } from '#features/api-keys/server/request-key.ts';
import { lockEditor } from '#features/users/server/lock-users.ts';
import { createScimToken as endpoint } from '../endpoints.ts';
import { createScimToken as schemas } from '../schemas.ts';
import { ensureScimCompany, lockScimCompany } from './db/scim-company.ts';
import { countTokens, insertToken, maxTokens, tokenOfRequest } from './db/scim-token.ts';
import { managingUsers } from './get-provisioning.ts';
import { auditSettings, companyToChange } from './settings-company.ts';

/** Needs the rights to manage users of the company: the token has no more than its maker. */
export const createScimToken = handle(endpoint, schemas, async (ctx) => {
  const { sql, caller, services, body, now } = ctx;
  const company = await companyToChange(ctx);
  const { companyId } = company;
  const held = await lockEditor(sql, caller);
  if (!managingUsers.every((name) => hasPermissionOn(held, name, company.path))) throw problems.forbidden();
  if (body.expiresAt !== null && new Date(body.expiresAt) <= now)
    throw problems.invalid('body.expiresAt', 'too_small');
  await ensureScimCompany(sql, companyId);
  await lockScimCompany(sql, companyId);
  if ((await countTokens(sql, companyId)) >= maxTokens)
    throw new Problem(409, 'SCIM_TOKEN_LIMIT', 'scim_token_limit');
  const request = readRequestKey(ctx.request, body);
  const tokenId = newScimTokenId();
  const token = newScimToken(tokenId);
  const suffix = token.slice(-4);
  const hash = hashSecret(services.keys.scimToken, token);
  const row = {
    tokenId,
    name: body.name,
    hash,
    suffix,
    userId: caller.id,
    expiresAt: body.expiresAt,
    request,
  };
  if (!(await insertToken(sql, companyId, row))) {
    const made = request && (await tokenOfRequest(sql, caller.id, request));
    if (!made?.isSame) throw requestKeyReused();
    return { tokenId: made.tokenId, token: null };
  }
  await auditSettings(ctx, company, {
    act: endpoint.name,
    objectKind: 'scimToken',
    objectId: tokenId,
    after: { name: body.name, suffix, expiresAt: body.expiresAt },
  });
  return new Reply(201, { tokenId, token });
});
