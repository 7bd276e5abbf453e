import { problems } from '#shared/problem.ts';
import { actorOf } from '#server/audit/actor.ts';
import type { Sql } from '#database/connection.ts';
import { Reply, handle, handleWithoutTransaction } from '#server/handler.ts';
import { type Caller, inScope } from '#server/auth/caller.ts';
import type { AuthorizedResource } from '#server/auth/authorized-resource.ts';
import type { TenantSql } from '#database/tenant.ts';
import { countActiveSchedules } from '#features/schedules/server/suspend-schedules.ts';
import { featuresOn } from '#server/auth/inherited-state.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import { readOrganisation } from './db/organisation.ts';
import { managesBelow, managesParent, maySetFeatures, requireMove } from './organisation-access.ts';
import { deactivate } from './tree/deactivate.ts';
import {
  changeOrganisation as change,
  createOrganisation as create,
  setActive,
  setFeatures,
} from './tree/manage-organisation.ts';
import { moveOrganisation as move, previewMove as preview } from './tree/move-organisation.ts';
import type { Organisation } from '../schemas.ts';
import { defaultZone } from './zone-of-organisation.ts';
import { viewOrganisation } from './view-organisation.ts';

export const getOrganisationHierarchy = handle(
  endpoints.getOrganisationHierarchy,
  schemas.getOrganisationHierarchy,
  async ({ sql, resource, query }) => {
    const tree = await organisationsBelow(sql, resource.paths[0] ?? '');
    return query.withParent === 'false' ? tree.filter(({ id }) => id !== resource.organisationId) : tree;
  },
);

/** The organisation at `path` and its descendants except installations, by name. */
async function organisationsBelow(sql: Sql, path: string): Promise<Organisation[]> {
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
  ({ sql, resource }) => featuresOn(sql, resource.paths[0] ?? ''),
);

const idOf = ({ organisationId = 0 }: AuthorizedResource): number => organisationId;
const placeOf = ({ paths: [path = ''], companyId = null }: AuthorizedResource) => ({ path, companyId });

/** Installations have calls of their own. Throws 404. */
async function requireOrganisation(sql: TenantSql, resource: AuthorizedResource): Promise<void> {
  const { type } = await readOrganisation(sql, idOf(resource));
  if (type === 'INSTALLATION') throw problems.notFound();
}

export const getOrganisation = handle(
  endpoints.getOrganisation,
  schemas.getOrganisation,
  ({ sql, caller, resource }) => viewOrganisation(sql, caller, idOf(resource)),
);

export const createOrganisation = handle(
  endpoints.createOrganisation,
  schemas.createOrganisation,
  async (ctx) => {
    const { sql, caller, resource, body } = ctx;
    if (!managesBelow(caller, placeOf(resource).path)) throw problems.forbidden();
    const { id, path, version } = await create(sql, actorOf(ctx), { parentId: idOf(resource), ...body });
    return new Reply(201, { id, path, version });
  },
);

export const changeOrganisation = handle(
  endpoints.changeOrganisation,
  schemas.changeOrganisation,
  async (ctx) => {
    const { sql, caller, resource, body } = ctx;
    await requireOrganisation(sql, resource);
    await change(sql, actorOf(ctx), { id: idOf(resource), ...body });
    return viewOrganisation(sql, caller, idOf(resource));
  },
);

export const previewMove = handle(endpoints.previewMove, schemas.previewMove, async (ctx) => {
  const { sql, caller, resource, body } = ctx;
  requireMove(caller, placeOf(resource).path, await pathOf(sql, ctx, body.parentId));
  return preview(sql, { id: idOf(resource), parentId: body.parentId });
});

export const moveOrganisation = handle(endpoints.moveOrganisation, schemas.moveOrganisation, async (ctx) => {
  const { sql, caller, resource, body } = ctx;
  requireMove(caller, placeOf(resource).path, await pathOf(sql, ctx, body.parentId));
  await move(sql, actorOf(ctx), { id: idOf(resource), ...body });
  return viewOrganisation(sql, caller, idOf(resource));
});

/** The path of an organisation in the caller's scope. Undefined for others and unknown ones. */
async function pathOf(
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
    const { path } = placeOf(resource);
    const { installationCount } = await viewOrganisation(sql, caller, idOf(resource));
    return { installations: installationCount, schedules: await countActiveSchedules(sql, path) };
  },
);

export const deactivateOrganisation = handleWithoutTransaction(
  endpoints.deactivateOrganisation,
  schemas.deactivateOrganisation,
  async (ctx) => {
    const { caller, resource } = ctx;
    if (!managesParent(caller, placeOf(resource))) throw problems.forbidden();
    await ctx.inTenant((sql) => requireOrganisation(sql, resource));
    return deactivate(ctx.inTenant, actorOf(ctx), { id: idOf(resource), path: placeOf(resource).path });
  },
);

export const reactivateOrganisation = handle(
  endpoints.reactivateOrganisation,
  schemas.reactivateOrganisation,
  async (ctx) => {
    const { sql, caller, resource } = ctx;
    if (!managesParent(caller, placeOf(resource))) throw problems.forbidden();
    await requireOrganisation(sql, resource);
    await setActive(sql, actorOf(ctx), { id: idOf(resource), isActive: true });
    return viewOrganisation(sql, caller, idOf(resource));
  },
);

export const saveOrganisationFeatures = handle(
  endpoints.saveOrganisationFeatures,
  schemas.saveOrganisationFeatures,
  async (ctx) => {
    const { sql, caller, resource, body } = ctx;
    if (!maySetFeatures(caller, placeOf(resource))) throw problems.forbidden();
    await requireOrganisation(sql, resource);
    await setFeatures(sql, actorOf(ctx), { id: idOf(resource), ...body });
    return viewOrganisation(sql, caller, idOf(resource));
  },
);
