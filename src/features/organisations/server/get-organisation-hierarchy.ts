import type { Sql } from '#database/connection.ts';
import { handle } from '#server/handler.ts';
import { type Organisation, getOrganisationHierarchy as call } from '../calls.ts';

export const getOrganisationHierarchy = handle(call, async ({ sql, subject, query }) => {
  const tree = await organisationsBelow(sql, subject.paths[0] ?? '');
  return query.withParent === 'false' ? tree.filter(({ id }) => id !== subject.organisationId) : tree;
});

/** The organisation on `path` and everything below it but installations, by name. */
async function organisationsBelow(sql: Sql, path: string): Promise<Organisation[]> {
  return sql<Organisation[]>`
    select id, name, type, parent_id as "parentOrgId", path as "parentPath"
    from organisation
    where (path = ${path} or (path > ${path} || '/' and path < ${path} || '0')) and type <> 'INSTALLATION'
    order by name, id`;
}
