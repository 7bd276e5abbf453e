import { problems } from '#shared/problem.ts';
import { mayOn } from '#server/auth/caller.ts';
import { handle } from '#server/handler.ts';
import { listTerminalInstallations as endpoint } from '../endpoints.ts';

interface Row {
  id: number;
  name: string;
  merchantName: string;
  path: string;
  merchantPath: string;
}

/** The permission may be held further down than the organisation asked about, so each installation is judged. */
export const listTerminalInstallations = handle(endpoint, async ({ sql, resource: subject, caller }) => {
  if (!caller.held.some(({ name }) => name === 'P_VIRTUAL_TERMINAL')) throw problems.forbidden();
  const path = subject.paths[0] ?? '';
  const rows = await sql<Row[]>`
    select i.installation_id as id, o.name, m.name as merchant_name, o.path, m.path as merchant_path
    from installation i
    join organisation o on o.id = i.installation_id
    join organisation m on m.id = i.merchant_id
    where o.path = ${path} or (o.path > ${path} || '/' and o.path < ${path} || '0')
    order by m.name, m.id, o.name, o.id`;
  return rows
    .filter((row) => [row.path, row.merchantPath].some((place) => mayOn(caller, 'P_VIRTUAL_TERMINAL', place)))
    .map(({ id, name, merchantName }) => ({ id, name, merchantName }));
});
