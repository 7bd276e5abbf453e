import { createHash } from 'node:crypto';
import { covers, pathIds } from '#shared/org-path.ts';
import { problems } from '#shared/problem.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { Actor } from '#server/audit/actor.ts';
import { raiseRuleSetVersion } from '#features/fraud/fraud-rules/server/db/rules.ts';
import { mailAdministrators } from '#features/access/users/server/mail-administrators.ts';
import { raiseAccess } from '#features/access/users/server/db/grants.ts';
import type { MovePreview } from '../schemas.ts';
import { childTypesOf, isMovable } from '../tree-rules.ts';
import {
  type StoredOrganisation,
  lockOrganisation,
  lockTree,
  readOrganisation,
  requireFreeName,
  updatePath,
} from './organisation-table.ts';
import { audit } from './manage-organisation.ts';

interface Move {
  id: number;
  parentId: number;
}

/** Names of people and rules in a preview; the counts are complete. */
const maxNames = 20;

/** The effects of a move on the access of users, on rules and on features. */
export async function previewMove(sql: TenantSql, { id, parentId }: Move): Promise<MovePreview> {
  const organisation = await readOrganisation(sql, id);
  const parent = await readOrganisation(sql, parentId);
  requirePossible(organisation, parent);
  return preview(sql, organisation, parent);
}

/** Moves an organisation inside its company. 409 when the preview with `previewHash` is out of date. */
export async function moveOrganisation(
  sql: TenantSql,
  by: Actor,
  { id, parentId, previewHash }: Move & { previewHash: string },
): Promise<void> {
  const { companyId } = await readOrganisation(sql, id);
  if (companyId === null) throw problems.invalid('body.parentId', 'not_allowed');
  await lockTree(sql, companyId);
  const organisation = await lockOrganisation(sql, id);
  const parent = await lockOrganisation(sql, parentId);
  requirePossible(organisation, parent);
  if ((await preview(sql, organisation, parent)).previewHash !== previewHash)
    throw problems.versionConflict('PREVIEW_CHANGED', 'move_preview_changed');
  await requireFreeName(sql, { parentId, name: organisation.name, except: id });
  const accessChange = { path: organisation.path, organisations: [parentId] };
  await raiseAccess(sql, accessChange);
  await updatePath(sql, organisation, parent);
  await raiseRuleSetVersion(sql, companyId);
  await audit(sql, by, 'moveOrganisation', organisation, {
    before: { parentId: organisation.parentId, path: organisation.path },
    after: { parentId, path: `${parent.path}/${id}` },
  });
  await mailAdministrators(sql, by, companyId, {
    template: 'organisationMoved',
    moved: organisation.name,
    parent: parent.name,
  });
}

/** Throws 400 for a parent of another company, a wrong type, the present parent, or one below the organisation. */
function requirePossible(organisation: StoredOrganisation, parent: StoredOrganisation): void {
  const isPossible =
    isMovable(organisation.type) &&
    parent.companyId === organisation.companyId &&
    childTypesOf(parent.type).some((type) => type === organisation.type) &&
    parent.id !== organisation.parentId &&
    !covers(organisation.path, parent.path);
  if (!isPossible) throw problems.invalid('body.parentId', 'not_allowed');
}

async function preview(
  sql: TenantSql,
  organisation: StoredOrganisation,
  parent: StoredOrganisation,
): Promise<MovePreview> {
  const before = pathIds(organisation.path).slice(0, -1);
  const after = pathIds(parent.path);
  const leftIds = before.filter((id) => !after.includes(id));
  const enteredIds = after.filter((id) => !before.includes(id));
  const { path } = organisation;
  const own = organisation.id;
  const usersLosingAccess = await findUsersWithAccess(sql, { on: leftIds, exceptOn: [...after, own] });
  const usersGainingAccess = await findUsersWithAccess(sql, { on: enteredIds, exceptOn: [...before, own] });
  const endingRules = await findActiveRules(sql, leftIds, path);
  const features = await findFeaturesOnlyOn(sql, leftIds, [...after, own]);
  const newFeatures = await findFeaturesOnlyOn(sql, enteredIds, [...before, own]);
  const { version } = organisation;
  const hashInput = JSON.stringify([
    version,
    before,
    after,
    usersLosingAccess,
    usersGainingAccess,
    endingRules,
    features,
    newFeatures,
  ]);
  const names = (rows: readonly NamedRow[]) => ({
    count: rows.length,
    names: rows.slice(0, maxNames).map(({ name }) => name),
  });
  return {
    losing: names(usersLosingAccess),
    gaining: names(usersGainingAccess),
    rules: names(endingRules),
    featuresLost: features,
    featuresGained: newFeatures,
    previewHash: createHash('sha256').update(hashInput).digest('base64url'),
  };
}

interface NamedRow {
  id: string;
  name: string;
}

/** Permissions that active users hold by grants on the organisations `on`, and by none on `exceptOn`. */
const permissionsOnlyOn = (sql: TenantSql, on: readonly number[], exceptOn: readonly number[]) => sql`
  select u.user_id, u.given_name || ' ' || u.family_name as name, p.permission
  from role_grant g
  join role_permission p on p.role_id = g.role_id
  join app_user u on u.user_id = g.user_id and u.active
  where g.cascade and g.organisation_id = any (${on as number[]})
    and not exists (
      select from role_grant held join role_permission known on known.role_id = held.role_id
      where held.user_id = g.user_id and held.cascade and held.organisation_id = any (${exceptOn as number[]})
        and known.permission = p.permission)`;

function findUsersWithAccess(
  sql: TenantSql,
  { on, exceptOn }: { on: readonly number[]; exceptOn: readonly number[] },
): Promise<NamedRow[]> {
  return sql<NamedRow[]>`
    select distinct user_id::text as id, name from (${permissionsOnlyOn(sql, on, exceptOn)}) as access
    order by name, id`;
}

/** The permissions that users gain on the organisation of `path` by a move below `parentId`. */
export async function listGainedPermissions(
  sql: TenantSql,
  { path, parentId }: { path: string; parentId: number },
): Promise<string[]> {
  const parent = await readOrganisation(sql, parentId);
  const present = pathIds(path);
  const entered = pathIds(parent.path).filter((id) => !present.includes(id));
  const rows = await sql<{ permission: string }[]>`
    select distinct permission from (${permissionsOnlyOn(sql, entered, present)}) as access order by 1`;
  return rows.map(({ permission }) => permission);
}

/** Active rules of the organisations for merchants at and below `path`. They apply below their organisation only. */
function findActiveRules(
  sql: TenantSql,
  organisations: readonly number[],
  path: string,
): Promise<NamedRow[]> {
  return sql<NamedRow[]>`
    select r.rule_id::text as id, r.name
    from fraud_rule r
    where r.organisation_id = any (${organisations as number[]}) and r.active and not r.hidden
      and r.merchant_ids && array(
        select o.id from organisation o
        where o.type = 'MERCHANT' and (o.path = ${path} or (o.path > ${path} || '/' and o.path < ${path} || '0')))
    order by r.name, r.rule_id`;
}

async function findFeaturesOnlyOn(
  sql: TenantSql,
  on: readonly number[],
  exceptOn: readonly number[],
): Promise<string[]> {
  const rows = await sql<{ feature: string }[]>`
    select distinct feature from organisation_feature f
    where organisation_id = any (${on as number[]}) and not exists (
      select from organisation_feature other
      where other.feature = f.feature and other.organisation_id = any (${exceptOn as number[]}))
    order by feature`;
  return rows.map(({ feature }) => feature);
}
