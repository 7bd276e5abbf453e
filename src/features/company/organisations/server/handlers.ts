import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import { problems } from '#shared/problem.ts';
import { actorOf } from '#server/audit/actor.ts';
import type { Sql } from '#database/connection.ts';
import { type HandlerContext, Reply, handle, handleWithoutTransaction } from '#server/handler.ts';
import { type Caller, inScope, mayOn } from '#server/auth/caller.ts';
import type { OrganisationResource } from '#server/auth/authorized-resource.ts';
import type { TenantSql } from '#database/tenant.ts';
import { countActiveSchedules } from '#features/payments/schedules/server/act-on-schedule.ts';
import { listFeatures } from '#server/auth/inherited-state.ts';
import { isUnused, readOrganisation } from './organisation-table.ts';
import {
  managesBelow,
  managesParent,
  maySetFeatures,
  requireGivenRights,
  requireMove,
} from './organisation-access.ts';
import {
  deactivate,
  changeOrganisation as change,
  createOrganisation as create,
  deleteOrganisation as deleteUnused,
  setActive,
  setFeatures,
} from './manage-organisation.ts';
import {
  listGainedPermissions,
  moveOrganisation as move,
  previewMove as preview,
} from './move-organisation.ts';
import type { ManagedOrganisation, Organisation } from '../schemas.ts';
import { defaultZone } from '#server/time/zone-of-organisation.ts';
import { pathIds } from '#shared/org-path.ts';
import { childTypesOf, isDeletable, isMovable } from '../tree-rules.ts';

export const getOrganisationHierarchy = handle(
  endpoints.getOrganisationHierarchy,
  schemas.getOrganisationHierarchy,
  async ({ sql, resource, query }) => {
    const tree = await listOrganisationsBelow(sql, resource.path);
    return query.withParent === 'false' ? tree.filter(({ id }) => id !== resource.organisationId) : tree;
  },
);

/** The organisation at `path` and its descendants except installations, by name. */
async function listOrganisationsBelow(sql: Sql, path: string): Promise<Organisation[]> {
  return sql<Organisation[]>`
    select o.id, o.name, o.type, o.parent_id as parent_org_id, o.path as parent_path,
           coalesce(o.time_zone, above.time_zone, ${defaultZone}) as time_zone, o.active
    from organisation o
    left join lateral (
      select a.time_zone from organisation a
      where o.time_zone is null and a.time_zone is not null
        and a.id = any (string_to_array(ltrim(o.path, '/'), '/')::integer[])
      order by length(a.path) desc limit 1
    ) above on true
    where (o.path = ${path} or (o.path > ${path} || '/' and o.path < ${path} || '0'))
      and o.type <> 'INSTALLATION'
    order by o.name, o.id`;
}

export const getOrganisationFeatures = handle(
  endpoints.getOrganisationFeatures,
  schemas.getOrganisationFeatures,
  ({ sql, resource }) => listFeatures(sql, resource.path),
);

/** Installations have separate calls. Throws 404. */
async function requireOrganisation(
  sql: TenantSql,
  { organisationId }: Pick<OrganisationResource, 'organisationId'>,
): Promise<void> {
  const { type } = await readOrganisation(sql, organisationId);
  if (type === 'INSTALLATION') throw problems.notFound();
}

export const getOrganisation = handle(
  endpoints.getOrganisation,
  schemas.getOrganisation,
  ({ sql, caller, resource }) => viewOrganisation(sql, caller, resource.organisationId),
);

export const createOrganisation = handle(
  endpoints.createOrganisation,
  schemas.createOrganisation,
  async (ctx) => {
    const { sql, caller, resource, body } = ctx;
    if (!managesBelow(caller, resource.path)) throw problems.forbidden();
    const { id, path, version } = await create(sql, actorOf(ctx), {
      parentId: resource.organisationId,
      ...body,
    });
    return new Reply(201, { id, path, version });
  },
);

export const changeOrganisation = handle(
  endpoints.changeOrganisation,
  schemas.changeOrganisation,
  async (ctx) => {
    const { sql, caller, resource, body } = ctx;
    await requireOrganisation(sql, resource);
    await change(sql, actorOf(ctx), { id: resource.organisationId, ...body });
    return viewOrganisation(sql, caller, resource.organisationId);
  },
);

export const previewMove = handle(endpoints.previewMove, schemas.previewMove, async (ctx) => {
  const { sql, resource, body } = ctx;
  await authoriseMove(ctx);
  return preview(sql, { id: resource.organisationId, parentId: body.parentId });
});

export const moveOrganisation = handle(endpoints.moveOrganisation, schemas.moveOrganisation, async (ctx) => {
  const { sql, caller, resource, body } = ctx;
  await authoriseMove(ctx);
  await move(sql, actorOf(ctx), { id: resource.organisationId, ...body });
  return viewOrganisation(sql, caller, resource.organisationId);
});

/** Throws 403 for a move by which the caller or others gain what the caller may not give. */
async function authoriseMove(
  ctx: HandlerContext<typeof endpoints.moveOrganisation> | HandlerContext<typeof endpoints.previewMove>,
): Promise<void> {
  const { sql, caller, resource, body } = ctx;
  const { path } = resource;
  requireMove(caller, path, await findPath(sql, ctx, body.parentId));
  requireGivenRights(caller, path, await listGainedPermissions(sql, { path, parentId: body.parentId }));
}

/** The path of an organisation in the caller's scope. Undefined for others and unknown ones. */
async function findPath(
  sql: TenantSql,
  { caller }: { caller: Caller },
  id: number,
): Promise<string | undefined> {
  const [row] = await sql<{ path: string }[]>`select path from organisation where id = ${id}`;
  return row && inScope(caller, row.path) ? row.path : undefined;
}

export const getDeactivation = handle(
  endpoints.getDeactivation,
  schemas.getDeactivation,
  async ({ sql, caller, resource }) => {
    const { path } = resource;
    const { installationCount } = await viewOrganisation(sql, caller, resource.organisationId);
    return { installations: installationCount, schedules: await countActiveSchedules(sql, path) };
  },
);

export const deactivateOrganisation = handleWithoutTransaction(
  endpoints.deactivateOrganisation,
  schemas.deactivateOrganisation,
  async (ctx) => {
    const { caller, resource } = ctx;
    if (!managesParent(caller, resource)) throw problems.forbidden();
    await ctx.inTenant((sql) => requireOrganisation(sql, resource));
    return deactivate(ctx.inTenant, actorOf(ctx), { id: resource.organisationId, path: resource.path });
  },
);

export const reactivateOrganisation = handle(
  endpoints.reactivateOrganisation,
  schemas.reactivateOrganisation,
  async (ctx) => {
    const { sql, caller, resource } = ctx;
    if (!managesParent(caller, resource)) throw problems.forbidden();
    await requireOrganisation(sql, resource);
    await setActive(sql, actorOf(ctx), { id: resource.organisationId, isActive: true });
    return viewOrganisation(sql, caller, resource.organisationId);
  },
);

export const deleteOrganisation = handle(
  endpoints.deleteOrganisation,
  schemas.deleteOrganisation,
  async (ctx) => {
    if (!managesParent(ctx.caller, ctx.resource)) throw problems.forbidden();
    await deleteUnused(ctx.sql, actorOf(ctx), ctx.resource.organisationId);
    return undefined;
  },
);

export const saveOrganisationFeatures = handle(
  endpoints.saveOrganisationFeatures,
  schemas.saveOrganisationFeatures,
  async (ctx) => {
    const { sql, caller, resource, body } = ctx;
    if (!maySetFeatures(caller, resource)) throw problems.forbidden();
    await requireOrganisation(sql, resource);
    await setFeatures(sql, actorOf(ctx), { id: resource.organisationId, ...body });
    return viewOrganisation(sql, caller, resource.organisationId);
  },
);

/** An organisation as its screen shows it. Throws 404 for an installation. */
async function viewOrganisation(sql: TenantSql, caller: Caller, id: number): Promise<ManagedOrganisation> {
  const { companyId, ...organisation } = await readOrganisation(sql, id);
  if (organisation.type === 'INSTALLATION') throw problems.notFound();
  const { path, type } = organisation;
  const inherited = await readAbove(sql, path);
  const position = { path, companyId };
  return {
    ...organisation,
    inheritedTimeZone: inherited.timeZone ?? defaultZone,
    isInactiveAbove: inherited.isInactive ?? false,
    features: await listFeaturesWithOrigin(sql, id, path),
    ...(await countBelow(sql, path)),
    mayChange: mayOn(caller, 'P_MANAGE_ORGANISATION', path),
    mayCreate: managesBelow(caller, path) ? [...childTypesOf(type)] : [],
    mayMove: isMovable(type) && managesParent(caller, position),
    mayDeactivate: managesParent(caller, position),
    mayDelete: isDeletable(type) && managesParent(caller, position) && (await isUnused(sql, id)),
    maySetFeatures: maySetFeatures(caller, position),
  };
}

/** Time zone and activity of the organisations above. */
async function readAbove(
  sql: TenantSql,
  path: string,
): Promise<{ timeZone: string | null; isInactive: boolean | null }> {
  const [row] = await sql<{ timeZone: string | null; isInactive: boolean | null }[]>`
    select (array_agg(time_zone order by length(path) desc) filter (where time_zone is not null))[1] as time_zone,
           bool_or(not active) as is_inactive
    from organisation where id = any (${pathIds(path).slice(0, -1)})`;
  return row ?? { timeZone: null, isInactive: null };
}

/** Each feature once, with the nearest organisation that has it. */
function listFeaturesWithOrigin(
  sql: TenantSql,
  id: number,
  path: string,
): Promise<ManagedOrganisation['features']> {
  return sql<ManagedOrganisation['features']>`
    select distinct on (f.feature) f.feature as code, case when o.id = ${id} then null else o.name end as from
    from organisation_feature f join organisation o on o.id = f.organisation_id
    where f.organisation_id = any (${pathIds(path)})
    order by f.feature, length(o.path) desc`;
}

type Counts = Pick<ManagedOrganisation, 'installationCount' | 'userCount' | 'keyCount'>;

async function countBelow(sql: TenantSql, path: string): Promise<Counts> {
  const [row] = await sql<Counts[]>`
    with below as materialized (
      select id, type from organisation where path = ${path} or (path > ${path} || '/' and path < ${path} || '0'))
    select (select count(*) from below where type = 'INSTALLATION') as installation_count,
           (select count(*) from app_user where organisation_id in (select id from below)) as user_count,
           (select count(distinct k.api_id) from api_credential_installation k
            join api_credential c on c.api_id = k.api_id
            where c.active and k.installation_id in (select id from below)) as key_count`;
  return row ?? { installationCount: 0, userCount: 0, keyCount: 0 };
}
