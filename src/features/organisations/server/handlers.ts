import type { Sql } from '#database/connection.ts';
import { handle } from '#server/handler.ts';
import { featuresOn } from '#server/auth/organisation-features.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import type { Organisation } from '../schemas.ts';
import { defaultZone } from './zone-of-organisation.ts';

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
           coalesce(o.time_zone, above.time_zone, ${defaultZone}) as time_zone
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

/** Custom fields belong to the company. Organisations above companies have none. */
export const getCustomFieldMappings = handle(
  endpoints.getCustomFieldMappings,
  schemas.getCustomFieldMappings,
  ({ sql, resource }) => sql<{ storedName: string; displayName: string }[]>`
    select stored_name, display_name
    from custom_field where company_id = ${resource.companyId ?? null} and in_reporting
    order by display_name, stored_name`,
);

interface Row {
  descriptiveName: string;
  dataType: string;
  index: number;
  caseSensitiveOption: boolean;
}

export const getRuleCustomFields = handle(
  endpoints.getRuleCustomFields,
  schemas.getRuleCustomFields,
  ({ sql, resource }) => sql<Row[]>`
    select descriptive_name, data_type, field_index as index,
           case_sensitive as case_sensitive_option
    from custom_field where company_id = ${resource.companyId ?? null} and in_rules
    order by descriptive_name`,
);
