import { randomUUID } from 'node:crypto';
import { auditAction } from '#server/audit/audit-event.ts';
import {
  countMembers,
  deleteMembers,
  insertMembers,
  listMemberIds,
  type GroupRecord,
  countGroups,
  deleteGroup,
  findGroup,
  insertGroup,
  updateGroup,
} from './db/scim-group.ts';
import { findProvisionedIds, touchScimUsers } from './db/scim-user.ts';
import { type GroupChange, noChange, readDisplayName, readMembers } from './patch-group.ts';
import { refusals } from './refuse.ts';
import { readText } from './resource/group-values.ts';
import { versionTag } from './resource/user-resource.ts';
import { type ScimContext, lockCompany, lockCreator, requireVersion } from './scim-context.ts';
import { type SyncedGrants, syncGrants } from './sync-grants.ts';

const maxGroups = 1000;
const maxMembers = 20_000;
/** Entries of a list that an audit event keeps; a larger change writes several events. */
const maxListed = 200;

/** The change of a POST or PUT body. Absent members are none. */
export function readGroupBody(body: Record<string, unknown>): GroupChange {
  const valuesByName = new Map(Object.entries(body).map(([name, value]) => [name.toLowerCase(), value]));
  const members = valuesByName.get('members');
  return {
    displayName: readDisplayName(valuesByName.get('displayname')),
    externalId: readText('externalId', valuesByName.get('externalid'), 200),
    isCleared: true,
    added: new Set(members === undefined || members === null ? [] : readMembers(members)),
    removed: new Set(),
  };
}

export async function addGroup(ctx: ScimContext, change: GroupChange): Promise<GroupRecord> {
  const { sql, companyId, now } = ctx;
  await lockCompany(ctx);
  if ((await countGroups(sql, companyId)) >= maxGroups)
    throw refusals.tooMany(`A company has at most ${maxGroups} groups`);
  const groupId = randomUUID();
  const names = { displayName: change.displayName ?? '', externalId: change.externalId ?? null };
  await insertGroup(sql, companyId, groupId, { names, now });
  const group = await loadGroup(ctx, groupId);
  const memberChanges = await changeMembers(ctx, group, change);
  await auditGroup(ctx, 'createScimGroup', group, { after: names, ...memberChanges });
  return loadGroup(ctx, groupId);
}

/** Changes names and members, in the version that If-Match names. Without a difference nothing is written. */
export async function changeGroup(
  ctx: ScimContext,
  groupId: string,
  change: GroupChange,
): Promise<GroupRecord> {
  const { sql, companyId, now } = ctx;
  await lockCompany(ctx);
  const group = await loadGroup(ctx, groupId);
  requireVersion(ctx, versionTag(group.version));
  const before = { displayName: group.displayName, externalId: group.externalId };
  const after = {
    displayName: change.displayName ?? before.displayName,
    externalId: change.externalId === undefined ? before.externalId : change.externalId,
  };
  const memberChanges = await changeMembers(ctx, group, change);
  const isRenamed = JSON.stringify(before) !== JSON.stringify(after);
  if (!isRenamed && memberChanges.added.length === 0 && memberChanges.removed.length === 0) return group;
  await updateGroup(sql, companyId, groupId, { names: after, now });
  await auditGroup(ctx, 'changeScimGroup', group, {
    ...(isRenamed ? { before, after } : {}),
    ...memberChanges,
  });
  return loadGroup(ctx, groupId);
}

/** Deletes a group and takes the roles that only this group gave. */
export async function removeGroup(ctx: ScimContext, groupId: string): Promise<void> {
  const { sql, companyId } = ctx;
  await lockCompany(ctx);
  const group = await loadGroup(ctx, groupId);
  requireVersion(ctx, versionTag(group.version));
  const memberChanges = await changeMembers(ctx, group, { ...noChange(), isCleared: true });
  await deleteGroup(sql, companyId, groupId);
  await auditGroup(ctx, 'deleteScimGroup', group, {
    before: { displayName: group.displayName },
    ...memberChanges,
  });
}

async function loadGroup({ sql, companyId }: ScimContext, groupId: string): Promise<GroupRecord> {
  const group = await findGroup(sql, companyId, groupId);
  if (!group) throw refusals.notFound();
  return group;
}

interface ChangedMembers extends SyncedGrants {
  added: string[];
  removed: string[];
}

/** All statements take lists, so that a group of thousands needs as many as a small one. */
async function changeMembers(
  ctx: ScimContext,
  { groupId }: GroupRecord,
  change: GroupChange,
): Promise<ChangedMembers> {
  const { sql, companyId, now } = ctx;
  const toAdd = [...change.added];
  if (toAdd.length > 0 && (await findProvisionedIds(sql, companyId, toAdd)).length !== toAdd.length)
    throw refusals.unknownMember();
  const toRemove = change.isCleared
    ? (await listMemberIds(sql, companyId, groupId)).filter((id) => !change.added.has(id))
    : [...change.removed];
  const removed = toRemove.length === 0 ? [] : await deleteMembers(sql, companyId, groupId, toRemove);
  const added = toAdd.length === 0 ? [] : await insertMembers(sql, companyId, groupId, toAdd);
  if (added.length > 0 && (await countMembers(sql, companyId, [groupId])) > maxMembers)
    throw refusals.tooMany(`A group has at most ${maxMembers} members`);
  const userIds = [...removed, ...added];
  if (userIds.length > 0) await touchScimUsers(sql, companyId, userIds, now);
  const holder = await lockCreator(ctx, userIds);
  const synced = await syncGrants(sql, { companyId, userIds, holder, now });
  return { added, removed, ...synced };
}

/** The added and removed members, and the roles that they gained and lost. */
async function auditGroup(
  ctx: ScimContext,
  act: string,
  { groupId }: GroupRecord,
  { added, removed, granted, revoked, ...names }: ChangedMembers & { before?: object; after?: object },
): Promise<void> {
  const users = [...added, ...removed];
  const addedIds = new Set(added);
  const assignments = new Set(
    [...granted, ...revoked].map(({ roleId, organisationId }) => `${roleId} ${organisationId}`),
  );
  const usersPerEvent = Math.ceil(maxListed / Math.max(2, assignments.size));
  for (let from = 0; from === 0 || from < users.length; from += usersPerEvent) {
    const batch = users.slice(from, from + usersPerEvent);
    const isPart = new Set(batch);
    const roles = (grants: typeof granted) =>
      grants
        .filter(({ userId }) => isPart.has(userId))
        .map(({ userId, roleId, organisationId }) => `${userId}: ${roleId} @ ${organisationId}`);
    await auditAction(ctx.sql, {
      by: ctx,
      companyId: ctx.companyId,
      act,
      objectKind: 'scimGroup',
      objectId: groupId,
      ...names,
      detail: {
        added: batch.filter((id) => addedIds.has(id)),
        removed: batch.filter((id) => !addedIds.has(id)),
        rolesGiven: roles(granted),
        rolesTaken: roles(revoked),
      },
    });
  }
}
