import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import { viewProvisioning } from './get-provisioning.ts';
import type { Services } from '#server/services.ts';
import { Reply, handle } from '#server/handler.ts';
import { loadGroupsOfUsers, type GroupRecord, findGroup, listMappings } from './db/scim-group.ts';
import { type ScimUserRecord, dropInvitations, findScimUser } from './db/scim-user.ts';
import { listGroups, loadMembers } from './list-groups.ts';
import { addGroup, changeGroup, readGroupBody, removeGroup } from './save-group.ts';
import { readGroupPatch } from './patch-group.ts';
import { patchUser } from './patch-user.ts';
import { readPatch } from './read-patch.ts';
import { refusals } from './refuse.ts';
import { resourceTypes, schemaDocuments, serviceProviderConfig } from './resource/documents.ts';
import { groupResource } from './resource/group-resource.ts';
import { listResponse } from './resource/list-response.ts';
import { type ListQuery, includes, project, readProjection } from './resource/read-query.ts';
import { groupLocation, userLocation, userResource, versionTag } from './resource/user-resource.ts';
import { readUserBody } from './resource/user-values.ts';
import { type ScimContext, emptyReply, handleScim, isUnchanged, scimReply } from './scim-context.ts';
import { listUsers } from './list-users.ts';
import { addUser, changeUser, removeUser } from './save-user.ts';
import { Problem, problems } from '#shared/problem.ts';
import { ensureScimCompany, lockScimCompany, readScimCompany, writeScimCompany } from './db/scim-company.ts';
import {
  auditSettings,
  loadCompanyOfManager,
  loadCompanyToChange,
  settingsCompany,
} from './settings-company.ts';
import {
  countTokens,
  insertToken,
  maxTokens,
  revokeToken,
  findTokenOfRequest,
  exemptToken,
} from './db/scim-token.ts';
import { hashSecret, newScimToken, newScimTokenId } from '#server/auth/api-secret.ts';
import { readRequestKey, requestKeyReused } from '#features/access/api-keys/server/request-key.ts';

export const getScimConfig = handleScim(endpoints.getScimConfig, schemas.getScimConfig, async ({ baseUrl }) =>
  scimReply(serviceProviderConfig(baseUrl)),
);

export const listScimResourceTypes = handleScim(
  endpoints.listScimResourceTypes,
  schemas.listScimResourceTypes,
  async ({ baseUrl }) => listDocuments(resourceTypes(baseUrl)),
);

export const getScimResourceType = handleScim(
  endpoints.getScimResourceType,
  schemas.getScimResourceType,
  async ({ baseUrl, path }) => oneDocument(resourceTypes(baseUrl), path.id),
);

export const listScimSchemas = handleScim(
  endpoints.listScimSchemas,
  schemas.listScimSchemas,
  async ({ baseUrl }) => listDocuments(schemaDocuments(baseUrl)),
);

export const getScimSchema = handleScim(
  endpoints.getScimSchema,
  schemas.getScimSchema,
  async ({ baseUrl, path }) => oneDocument(schemaDocuments(baseUrl), path.id),
);

const listDocuments = (resources: readonly object[]) =>
  scimReply(listResponse({ total: resources.length, startIndex: 1, resources }));

function oneDocument(documents: readonly ({ id: string } & Record<string, unknown>)[], id: string) {
  const document = documents.find((candidate) => candidate.id.toLowerCase() === id.toLowerCase());
  if (!document) throw refusals.notFound();
  return scimReply(document);
}

export const listScimUsers = handleScim(endpoints.listScimUsers, schemas.listScimUsers, async (ctx) =>
  scimReply(await listUsers(ctx.sql, ctx, ctx.query)),
);

export const createScimUser = handleScim(endpoints.createScimUser, schemas.createScimUser, async (ctx) =>
  userReply(ctx, await addUser(ctx, readUserBody(ctx.body, true)), 201),
);

export const getScimUser = handleScim(endpoints.getScimUser, schemas.getScimUser, async (ctx) => {
  const record = await findScimUser(ctx.sql, ctx.companyId, readId(ctx));
  if (!record) throw refusals.notFound();
  const tag = versionTag(record.version);
  return isUnchanged(ctx, tag) ? emptyReply(304, { etag: tag }) : userReply(ctx, record);
});

export const replaceScimUser = handleScim(endpoints.replaceScimUser, schemas.replaceScimUser, async (ctx) =>
  userReply(ctx, await changeUser(ctx, readId(ctx), ({ active }) => readUserBody(ctx.body, active))),
);

export const patchScimUser = handleScim(endpoints.patchScimUser, schemas.patchScimUser, async (ctx) => {
  const id = readId(ctx);
  const operations = readPatch(ctx.body);
  return userReply(ctx, await changeUser(ctx, id, (before) => patchUser(before, operations, id)));
});

export const deleteScimUser = handleScim(endpoints.deleteScimUser, schemas.deleteScimUser, async (ctx) => {
  await removeUser(ctx, readId(ctx));
  return emptyReply(204);
});

export const listScimGroups = handleScim(endpoints.listScimGroups, schemas.listScimGroups, async (ctx) =>
  scimReply(await listGroups(ctx.sql, ctx, ctx.query)),
);

export const createScimGroup = handleScim(endpoints.createScimGroup, schemas.createScimGroup, async (ctx) =>
  groupReply(ctx, await addGroup(ctx, readGroupBody(ctx.body)), 201),
);

export const getScimGroup = handleScim(endpoints.getScimGroup, schemas.getScimGroup, async (ctx) => {
  const record = await findGroup(ctx.sql, ctx.companyId, readId(ctx));
  if (!record) throw refusals.notFound();
  const tag = versionTag(record.version);
  return isUnchanged(ctx, tag) ? emptyReply(304, { etag: tag }) : groupReply(ctx, record);
});

export const replaceScimGroup = handleScim(
  endpoints.replaceScimGroup,
  schemas.replaceScimGroup,
  async (ctx) => groupReply(ctx, await changeGroup(ctx, readId(ctx), readGroupBody(ctx.body))),
);

export const patchScimGroup = handleScim(endpoints.patchScimGroup, schemas.patchScimGroup, async (ctx) => {
  const id = readId(ctx);
  return groupReply(ctx, await changeGroup(ctx, id, readGroupPatch(readPatch(ctx.body), id)));
});

export const deleteScimGroup = handleScim(endpoints.deleteScimGroup, schemas.deleteScimGroup, async (ctx) => {
  await removeGroup(ctx, readId(ctx));
  return emptyReply(204);
});

const readId = ({ path }: { path: { id: string } }): string => path.id.toLowerCase();

type ResourceContext = Pick<ScimContext, 'sql' | 'companyId' | 'baseUrl'> & { query: ListQuery };

async function userReply(ctx: ResourceContext, record: ScimUserRecord, status = 200) {
  const { sql, companyId, baseUrl } = ctx;
  const projection = readProjection(ctx.query);
  const groups = includes(projection, 'groups')
    ? await loadGroupsOfUsers(sql, companyId, [record.userId])
    : undefined;
  const resource = userResource(record, groups?.get(record.userId) ?? [], baseUrl);
  const headers = { etag: versionTag(record.version), location: userLocation(baseUrl, record.userId) };
  return scimReply(project(resource, projection), { status, headers });
}

async function groupReply(ctx: ResourceContext, record: GroupRecord, status = 200) {
  const { sql, companyId, baseUrl } = ctx;
  const projection = readProjection(ctx.query);
  const members = await loadMembers(sql, companyId, [record], projection);
  const resource = groupResource(record, members.get(record.groupId) ?? [], baseUrl);
  const headers = { etag: versionTag(record.version), location: groupLocation(baseUrl, record.groupId) };
  return scimReply(project(resource, projection), { status, headers });
}

export const saveProvisioning = handle(endpoints.saveProvisioning, schemas.saveProvisioning, async (ctx) => {
  const { sql, services, body } = ctx;
  const company = await loadCompanyToChange(ctx);
  const { sendInvitations } = await readScimCompany(sql, company.companyId);
  if (!(await writeScimCompany(sql, company.companyId, body)))
    throw problems.versionConflict('PROVISIONING_CHANGED');
  // Users who wait now would get an invitation after it was turned off.
  if (!body.sendInvitations) await dropInvitations(sql, company.companyId);
  await auditSettings(ctx, company, {
    act: endpoints.saveProvisioning.name,
    objectKind: 'provisioning',
    objectId: String(company.companyId),
    before: { sendInvitations },
    after: { sendInvitations: body.sendInvitations },
  });
  return viewProvisioning(sql, services, company);
});

export const listGroupMappings = handle(
  endpoints.listGroupMappings,
  schemas.listGroupMappings,
  async (ctx) => {
    const { companyId } = await settingsCompany(ctx);
    const { offset = 0, pageSize = 25 } = ctx.query;
    return listMappings(ctx.sql, companyId, { offset, pageSize });
  },
);

export const revokeScimToken = handle(endpoints.revokeScimToken, schemas.revokeScimToken, async (ctx) => {
  const { sql, services, path } = ctx;
  const company = await loadCompanyToChange(ctx);
  const token = await revokeToken(sql, company.companyId, path.scimTokenId);
  if (!token) throw problems.notFound();
  if (!token.isRevoked) {
    await auditSettings(ctx, company, {
      act: endpoints.revokeScimToken.name,
      objectKind: 'scimToken',
      objectId: path.scimTokenId,
      before: { name: token.name },
    });
  }
  return viewProvisioning(sql, services, company);
});

/** Needs the rights to manage users of the company: the token has no more than its maker. */
export const createScimToken = handle<typeof endpoints.createScimToken, Services>(
  endpoints.createScimToken,
  schemas.createScimToken,
  async (ctx) => {
    const { sql, caller, services, body, now } = ctx;
    const company = await loadCompanyOfManager(ctx);
    const { companyId } = company;
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
      // One person alone must not give roles with it.
      needsApproval: await services.approvalGate.holds(sql, companyId, 'grantRole'),
      request,
    };
    if (!(await insertToken(sql, companyId, row))) {
      const existing = request && (await findTokenOfRequest(sql, caller.id, request));
      if (!existing?.isSame) throw requestKeyReused();
      return { tokenId: existing.tokenId, token: null };
    }
    await auditSettings(ctx, company, {
      act: endpoints.createScimToken.name,
      objectKind: 'scimToken',
      objectId: tokenId,
      after: { name: body.name, suffix, expiresAt: body.expiresAt },
    });
    return new Reply(201, { tokenId, token });
  },
);

// Longer handlers, and those that an approval runs, are in separate files.
export { getProvisioning } from './get-provisioning.ts';
export { mapScimGroup } from './map-scim-group.ts';

export const exemptScimToken = handle(endpoints.exemptScimToken, schemas.exemptScimToken, async (ctx) => {
  const { sql, services, path } = ctx;
  const company = await loadCompanyOfManager(ctx);
  const token = await exemptToken(sql, company.companyId, path.scimTokenId);
  if (!token) throw problems.notFound();
  if (token.needsApproval) {
    const { companyId: organisationId } = company;
    await ctx.requireApproval(sql, { organisationId, objectId: path.scimTokenId, objectName: token.name });
    await auditSettings(ctx, company, {
      act: endpoints.exemptScimToken.name,
      objectKind: 'scimToken',
      objectId: path.scimTokenId,
      before: { name: token.name, needsApproval: true },
      after: { name: token.name, needsApproval: false },
    });
  }
  return viewProvisioning(sql, services, company);
});
