import { connectionKind } from './apply/sections/connections.ts';
import {
  findConnection,
  listAccounts,
  listConnections,
  loadSecrets,
} from '#features/processing/connections/server/db/connection-table.ts';
import { listOwnRoutes } from '#features/processing/connections/server/db/route-table.ts';
import { describeRoute } from '#features/processing/connections/server/manage-routes.ts';
import { type ExportRun, byKey } from './export-run.ts';

/** Connections and routes of a company. Secrets come from variables. */
export async function exportProcessors(run: ExportRun) {
  const connections = await exportConnections(run);
  const routes = await exportRoutes(run);
  return {
    ...(connections.length > 0 ? { connections } : {}),
    ...(routes.length > 0 ? { routes } : {}),
  };
}

async function loadPath({ sql, companyId }: ExportRun): Promise<string> {
  const [row] = await sql<{ path: string }[]>`select path from organisation where id = ${companyId}`;
  return row?.path ?? '';
}

async function exportConnections(run: ExportRun) {
  const { sql, companyId } = run;
  const path = await loadPath(run);
  const connections = [];
  for (const { connectionId, organisationId } of await listConnections(sql, { path, companyId })) {
    const stored = organisationId === companyId ? await findConnection(sql, connectionId) : undefined;
    if (!stored || stored.state === 'CLOSED') continue;
    const { name, adapter, mode, acquirer, settings, state } = stored;
    const key = await run.resolveKey(connectionKind, connectionId, name);
    const secrets = exportSecrets(run, key, await loadSecrets(sql, connectionId));
    const accounts = await exportAccounts(run, connectionId, path);
    connections.push({
      key,
      name,
      adapter,
      mode,
      acquirer,
      settings,
      ...(Object.keys(secrets).length > 0 ? { secrets } : {}),
      ...(Object.keys(accounts).length > 0 ? { accounts } : {}),
      ...(state === 'TESTED' ? {} : { state }),
    });
  }
  return connections.toSorted(byKey);
}

function exportSecrets(
  run: ExportRun,
  key: string,
  stored: readonly { field: string }[],
): Record<string, { env: string }> {
  const secrets: Record<string, { env: string }> = {};
  for (const { field } of stored) {
    const name = field.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase();
    const env = `${key.toUpperCase().replaceAll('-', '_')}_${name}`.slice(0, 100);
    if (!Object.hasOwn(secrets, field)) run.leaveOut('connection', key, `set ${env} to its ${field}`);
    secrets[field] = { env };
  }
  return secrets;
}

async function exportAccounts(
  run: ExportRun,
  connectionId: number,
  path: string,
): Promise<Record<string, Record<string, string>>> {
  const accounts = await listAccounts(run.sql, connectionId, { path, companyIds: undefined });
  return Object.fromEntries(
    accounts.flatMap(({ installationId, settings }) => {
      const key = run.findKey('installation', installationId);
      return key === undefined || settings === null ? [] : [[key, settings]];
    }),
  );
}

/** By organisation. A connection of the provider or the operator is named. */
async function exportRoutes(run: ExportRun) {
  const { sql, companyId } = run;
  const owners = await sql<{ id: number; name: string }[]>`
    select o.id, o.name from organisation o
    where o.company_id = ${companyId} and exists (select from processor_route r where r.organisation_id = o.id)
    order by length(o.path), o.id`;
  const exported = [];
  for (const { id, name } of owners) {
    const at = run.findKey('organisation', id);
    if (at === undefined) {
      run.leaveOut('routes', name, 'of an installation or a deactivated organisation: left out');
      continue;
    }
    const routes = (await listOwnRoutes(sql, id)).map((row) => {
      const { connectionId, ...content } = describeRoute(row);
      const key = run.findKey(connectionKind, connectionId);
      return { connection: key ?? { shared: row.connectionName }, ...content };
    });
    exported.push({ at, routes });
  }
  return exported;
}
