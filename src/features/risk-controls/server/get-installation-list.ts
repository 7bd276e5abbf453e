import { handle } from '#server/handler.ts';
import { mayOn } from '#server/auth/caller.ts';
import { getInstallationList as endpoint } from '../endpoints.ts';

/** By merchant, both in the order of their names; only where the caller sees or edits risk controls. */
export const getInstallationList = handle(endpoint, async ({ sql, resource, caller }) => {
  const path = resource.paths[0] ?? '';
  const rows = await sql<
    { id: number; name: string; merchant: string; path: string; merchantPath: string }[]
  >`
    select i.installation_id as id, o.name, m.name as merchant, o.path, m.path as merchant_path
    from installation i
    join organisation o on o.id = i.installation_id
    join organisation m on m.id = i.merchant_id
    where o.path = ${path} or (o.path > ${path} || '/' and o.path < ${path} || '0')
    order by m.name, o.name, i.installation_id`;
  const list = new Map<string, { installationId: number; installationName: string; mayEdit: boolean }[]>();
  for (const { id, name, merchant, ...paths } of rows) {
    const isAllowed = (permission: 'P_VIEW_RISK_CONTROLS' | 'P_EDIT_RISK_CONTROLS') =>
      mayOn(caller, permission, paths.path) || mayOn(caller, permission, paths.merchantPath);
    const mayEdit = isAllowed('P_EDIT_RISK_CONTROLS');
    if (!mayEdit && !isAllowed('P_VIEW_RISK_CONTROLS')) continue;
    const known = list.get(merchant) ?? [];
    known.push({ installationId: id, installationName: name, mayEdit });
    list.set(merchant, known);
  }
  return Object.fromEntries(list);
});
