import { pathIds } from '#shared/org-path.ts';
import { problems } from '#shared/problem.ts';
import { type Caller, mayOn } from '#server/auth/caller.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { ManagedOrganisation } from '../schemas.ts';
import { childTypesOf, isMovable } from '../tree-rules.ts';
import { readOrganisation } from './db/organisation.ts';
import { managesBelow, managesParent, maySetFeatures } from './organisation-access.ts';
import { defaultZone } from './zone-of-organisation.ts';

/** An organisation as its screen shows it. Throws 404 for an installation. */
export async function viewOrganisation(
  sql: TenantSql,
  caller: Caller,
  id: number,
): Promise<ManagedOrganisation> {
  const { companyId, ...organisation } = await readOrganisation(sql, id);
  if (organisation.type === 'INSTALLATION') throw problems.notFound();
  const { path, type } = organisation;
  const above = await readAbove(sql, path);
  const place = { path, companyId };
  return {
    ...organisation,
    inheritedTimeZone: above.timeZone ?? defaultZone,
    isInactiveAbove: above.isInactive ?? false,
    features: await featuresWithOrigin(sql, id, path),
    ...(await countBelow(sql, path)),
    mayChange: mayOn(caller, 'P_MANAGE_ORGANISATION', path),
    mayCreate: managesBelow(caller, path) ? [...childTypesOf(type)] : [],
    mayMove: isMovable(type) && managesParent(caller, place),
    mayDeactivate: managesParent(caller, place),
    maySetFeatures: maySetFeatures(caller, place),
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
function featuresWithOrigin(
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
