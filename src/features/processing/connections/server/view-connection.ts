import { type TenantSql, inTenant } from '#database/tenant.ts';
import { type Caller, mayOn } from '#server/auth/caller.ts';
import type { OrganisationResource } from '#server/auth/authorized-resource.ts';
import type { Services } from '#server/services.ts';
import { problems } from '#shared/problem.ts';
import type { ConnectionView, ListedConnection } from '../schemas.ts';
import { viewAdapter } from './connection-fields.ts';
import {
  type OwnedConnection,
  type SecretRow,
  countUse,
  findCompanies,
  findConnection,
  listCompanies,
  listConnections,
  listNamingOrganisations,
  loadBreaker,
  loadSecrets,
} from './db/connection-table.ts';
import type { Owner } from './manage-connection.ts';
import { eventUrlOf } from './test-connection.ts';

/** The organisation of a request as the owner of connections. Throws 409 for one that owns none, as a merchant. */
export async function loadOwner(
  sql: TenantSql,
  { organisationId, path, companyId }: OrganisationResource,
): Promise<Owner & { organisationId: number; path: string; name: string }> {
  const [row] = await sql<{ type: string; name: string }[]>`
    select type, name from organisation where id = ${organisationId}`;
  if (row?.type !== 'GROUP' && row?.type !== 'DOMAIN') throw problems.notFound();
  return { organisationId, path, companyId, isProvider: row.type === 'DOMAIN', name: row.name };
}

/** A connection that the organisation of the request owns. Throws 404 for every other one. */
export async function loadOwned(
  sql: TenantSql,
  resource: OrganisationResource,
  connectionId: number,
  lock = false,
): Promise<{ owner: Awaited<ReturnType<typeof loadOwner>>; connection: OwnedConnection }> {
  const connection = await findConnection(sql, connectionId, lock);
  if (!connection || connection.organisationId !== resource.organisationId) throw problems.notFound();
  return { owner: await loadOwner(sql, resource), connection };
}

interface ViewContext {
  sql: TenantSql;
  caller: Caller;
  resource: OrganisationResource;
  services: Services;
  now: Date;
}

/** The connection as its page shows it. */
export async function viewConnection(ctx: ViewContext, connectionId: number): Promise<ConnectionView> {
  const { sql, caller, resource, services, now } = ctx;
  const { owner, connection } = await loadOwned(sql, resource, connectionId);
  const adapter = services.adapters.get(connection.adapter);
  const breaker = await loadBreaker(sql, connectionId);
  const { adapter: adapterName, name, mode, acquirer, settings, state, version } = connection;
  const naming = await listNamingOrganisations(sql, connectionId);
  return {
    connectionId,
    organisationId: owner.organisationId,
    organisationName: owner.name,
    adapter: adapterName,
    name,
    mode,
    acquirer,
    settings,
    state,
    version,
    companies: await findCompanies(sql, owner.path, connection.companyIds),
    isProvider: owner.isProvider,
    companyChoices: owner.isProvider ? await listCompanies(sql, owner.path) : [],
    eventUrl: eventUrlOf(services.config, connection.eventKey),
    fields: adapter ? viewAdapter(adapter) : null,
    test: viewTest(connection),
    downSince: breaker?.openedAt.toISOString() ?? null,
    downReason: breaker?.reason ?? null,
    secrets: viewSecrets(adapter?.secrets ?? [], await loadSecrets(sql, connectionId)),
    routes: naming.map(({ organisationId, organisationName }) => ({ organisationId, organisationName })),
    // Payments of companies that the caller may not see: only their number is shown.
    ...(await inTenant(services.database, 'all-tenants', (all) => countUse(all, connectionId, now))),
    mayChange: state !== 'CLOSED' && mayOn(caller, 'P_MANAGE_PROCESSORS', owner.path),
  };
}

const viewTest = ({ testedAt, testResult }: OwnedConnection): ConnectionView['test'] =>
  testedAt && testResult ? { at: testedAt.toISOString(), ...testResult } : null;

function viewSecrets(
  fields: readonly { name: string; label: string; required: boolean }[],
  rows: readonly SecretRow[],
): ConnectionView['secrets'] {
  const view = (field: string, slot: SecretRow['slot']) => {
    const row = rows.find((one) => one.field === field && one.slot === slot);
    return row ? { lastFour: row.lastFour, setAt: row.setAt.toISOString(), setBy: row.setBy } : null;
  };
  return fields.map(({ name, label, required }) => ({
    field: name,
    label,
    required,
    current: view(name, 'CURRENT'),
    next: view(name, 'NEXT'),
  }));
}

/** The connections that the list of an organisation shows. */
export async function viewConnections({
  sql,
  caller,
  resource,
  services,
}: Omit<ViewContext, 'now'>): Promise<ListedConnection[]> {
  const rows = await listConnections(sql, resource);
  const mayViewOn = (path: string | null): boolean =>
    path !== null &&
    (['P_VIEW_PROCESSORS', 'P_MANAGE_PROCESSORS'] as const).some((name) => mayOn(caller, name, path));
  return rows
    .filter(({ path }) => !path?.startsWith(`${resource.path}/`) || mayViewOn(path))
    .map(({ path, testedAt, downSince, ...row }) => ({
      ...row,
      testedAt: testedAt?.toISOString() ?? null,
      downSince: downSince?.toISOString() ?? null,
      isLoaded: services.adapters.has(row.adapter),
      mayView: mayViewOn(path),
    }));
}
