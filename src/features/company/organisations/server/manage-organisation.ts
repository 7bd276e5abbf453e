import { isLabel } from '#shared/label.ts';
import { isDeepStrictEqual } from 'node:util';
import { pathIds } from '#shared/org-path.ts';
import { Problem, problems } from '#shared/problem.ts';
import { type TenantSql, addTenant } from '#database/tenant.ts';
import type { Actor } from '#server/audit/actor.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import { createStandardLists } from '#features/fraud/fraud-lists/server/standard-lists.ts';
import { raiseAccess } from '#features/access/users/server/db/grants.ts';
import { suspendSchedules } from '#features/payments/schedules/server/act-on-schedule.ts';
import {
  type ChildType,
  childTypesOf,
  cleanName,
  isDeletable,
  isTimeZone,
  maxNameLength,
} from '../tree-rules.ts';
import {
  type StoredOrganisation,
  deleteOrganisationRow,
  insertOrganisation,
  isUnused,
  lockOrganisation,
  lockTree,
  listOwnFeatures,
  readOrganisation,
  replaceFeatures,
  requireFreeName,
  updateActive,
  updateOrganisation,
} from './organisation-table.ts';

/*
 * Changes of organisations, for the portal and for commands of the operator. The caller has parsed them with the schema of the endpoint
 * and authorised them. Each validates, writes and audits in the transaction of `sql`, and throws a Problem to refuse.
 */

interface OrganisationContent {
  name: string;
  /** null: that of the nearest organisation above. */
  timeZone: string | null;
}

/** Creates a company, branch or merchant below `parentId`. A company gets its standard lists. */
export async function createOrganisation(
  sql: TenantSql,
  by: Actor,
  { parentId, type, ...typed }: OrganisationContent & { parentId: number; type: ChildType },
): Promise<StoredOrganisation> {
  const parent = await lockParent(sql, parentId);
  if (!childTypesOf(parent.type).includes(type)) throw problems.invalid('body.type', 'not_allowed');
  const content = validated(typed);
  await requireFreeName(sql, { parentId, name: content.name });
  const created = await insertOrganisation(sql, { parent, type, ...content });
  if (created.companyId === created.id) {
    await addTenant(sql, created.id);
    await createStandardLists(sql, created.id, by.at);
    await raiseAccess(sql, { organisations: pathIds(created.path), path: created.path });
  }
  await audit(sql, by, 'createOrganisation', created, { after: { type, ...content, parentId } });
  return created;
}

/** Renames an organisation or sets its time zone. 409 when its version is no longer `version`. */
export async function changeOrganisation(
  sql: TenantSql,
  by: Actor,
  { id, version, ...typed }: OrganisationContent & { id: number; version: number },
): Promise<void> {
  const before = await lockOrganisation(sql, id);
  const content = validated(typed);
  if (before.version !== version) throw problems.versionConflict('ORGANISATION_CHANGED');
  if (before.name === content.name && before.timeZone === content.timeZone) return;
  await requireFreeName(sql, { parentId: before.parentId, name: content.name, except: id });
  await updateOrganisation(sql, id, content);
  const { name, timeZone } = before;
  await audit(sql, by, 'changeOrganisation', before, { before: { name, timeZone }, after: content });
}

/** Sets the features of the organisation itself. Those from above stay. 409 for another version. */
export async function setFeatures(
  sql: TenantSql,
  by: Actor,
  { id, version, features }: { id: number; version: number; features: readonly string[] },
): Promise<void> {
  const organisation = await lockOrganisation(sql, id);
  if (organisation.version !== version) throw problems.versionConflict('ORGANISATION_CHANGED');
  const before = await listOwnFeatures(sql, id);
  const after = [...new Set(features)].toSorted();
  if (isDeepStrictEqual(before, after)) return;
  await replaceFeatures(sql, id, after);
  await audit(sql, by, 'saveOrganisationFeatures', organisation, {
    before: { features: before },
    after: { features: after },
  });
}

/**
 * Deactivates or reactivates an organisation, also an installation. A deactivated one takes no new payments; suspending the
 * schedules is the caller's next step.
 */
export async function setActive(
  sql: TenantSql,
  by: Actor,
  { id, isActive }: { id: number; isActive: boolean },
): Promise<void> {
  const before = await lockOrganisation(sql, id);
  if (before.active === isActive) return;
  await updateActive(sql, id, isActive);
  const act =
    before.type === 'INSTALLATION'
      ? isActive
        ? 'reactivateInstallation'
        : 'deactivateInstallation'
      : isActive
        ? 'reactivateOrganisation'
        : 'deactivateOrganisation';
  await audit(sql, by, act, before, { before: { active: before.active }, after: { active: isActive } });
}

/** Deletes a branch or merchant. 409 while anything is below it or names it. */
export async function deleteOrganisation(sql: TenantSql, by: Actor, id: number): Promise<void> {
  const { companyId } = await readOrganisation(sql, id);
  if (companyId !== null) await lockTree(sql, companyId);
  const before = await lockOrganisation(sql, id);
  if (!isDeletable(before.type)) throw problems.forbidden();
  if (!(await isUnused(sql, id))) throw new Problem(409, 'ORGANISATION_IN_USE', 'organisation_in_use');
  await deleteOrganisationRow(sql, id);
  const { type, name, timeZone, parentId } = before;
  await audit(sql, by, 'deleteOrganisation', before, { before: { type, name, timeZone, parentId } });
}

/** The parent of a new organisation, with the tree of its company locked. */
export async function lockParent(sql: TenantSql, parentId: number): Promise<StoredOrganisation> {
  const { companyId } = await readOrganisation(sql, parentId);
  if (companyId !== null) await lockTree(sql, companyId);
  return lockOrganisation(sql, parentId);
}

/** A trimmed name and a known time zone. Throws 400. */
function validated({ name: typed, timeZone }: OrganisationContent): OrganisationContent {
  const name = cleanName(typed);
  if (name === '') throw problems.invalid('body.name', 'missing');
  if (!isLabel(name)) throw problems.invalid('body.name');
  if (name.length > maxNameLength) throw problems.invalid('body.name', 'too_long');
  if (timeZone !== null && !isTimeZone(timeZone)) throw problems.invalid('body.timeZone', 'not_allowed');
  return { name, timeZone };
}

/** The event of a change of an organisation or installation. */
export function audit(
  sql: TenantSql,
  by: Actor,
  act: string,
  { id, companyId, type }: Pick<StoredOrganisation, 'id' | 'companyId' | 'type'>,
  change: { before?: object; after?: object },
): Promise<void> {
  return writeAuditEvent(sql, {
    ...by,
    companyId,
    organisationId: id,
    act,
    objectKind: type === 'INSTALLATION' ? 'installation' : 'organisation',
    objectId: String(id),
    outcome: 'allowed',
    ...change,
  });
}

type InTenant = <T>(work: (sql: TenantSql) => Promise<T>) => Promise<T>;

const batch = 25;
const maxPerCall = 1000;

/**
 * Deactivates an organisation or installation, then suspends its schedules in separate transactions. Repeatable:
 * `isMore` when a repeated call suspends more.
 */
export async function deactivate(
  inTenant: InTenant,
  by: Actor,
  { id, path }: { id: number; path: string },
): Promise<{ suspended: number; isMore: boolean }> {
  await inTenant((sql) => setActive(sql, by, { id, isActive: false }));
  let suspended = 0;
  for (let suspendedInBatch = batch; suspendedInBatch === batch && suspended < maxPerCall;) {
    suspendedInBatch = await inTenant((sql) => suspendSchedules(sql, by, { path, limit: batch }));
    suspended += suspendedInBatch;
  }
  return { suspended, isMore: suspended >= maxPerCall };
}
