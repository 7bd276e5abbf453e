import { randomBytes } from 'node:crypto';
import type { Database, Sql } from '#database/connection.ts';
import { sqlState } from '#database/sql-state.ts';
import { type TenantSql, inTenant } from '#database/tenant.ts';
import type { Actor } from '#server/audit/actor.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import type { Keys } from '#server/keys.ts';
import { Problem, problems } from '#shared/problem.ts';
import { maxConnections } from '../route-values.ts';
import type { ConnectionChange, NewConnection } from '../schemas.ts';
import { type Adapters, type AddressRules, readFields } from './connection-fields.ts';
import {
  type AccountRow,
  type OwnedConnection,
  type SecretRow,
  type TestResult,
  countConnections,
  countUse,
  deleteAccount,
  deleteSecrets,
  findCompanies,
  findConnection,
  insertConnection,
  listAccounts,
  listNamingOrganisations,
  loadSecrets,
  promoteSecrets,
  updateConnection,
  writeAccount,
  writeNextSecret,
} from './db/connection-table.ts';
import { sealSecret } from './test-connection.ts';

/*
 * Changes of connections, for the portal and for commands of the operator. Each validates, writes and audits in the
 * transaction of `sql`, and throws a Problem to refuse. No audit event contains a secret.
 */

/** An organisation that owns connections; the operator has no id. */
export interface Owner {
  organisationId: number | null;
  path: string | null;
  companyId: number | null;
  /** A provider lends its connections to companies. */
  isProvider: boolean;
}

interface Rules extends AddressRules {
  adapters: Adapters;
}

export async function createConnectionBy(
  sql: TenantSql,
  by: Actor,
  owner: Owner,
  content: NewConnection,
  rules: Rules,
): Promise<number> {
  const adapter = rules.adapters.get(content.adapter);
  if (!adapter) throw problems.invalid('body.adapter', 'not_allowed');
  // The sandbox approves without money: a live key must not reach it.
  if (adapter.name === 'sandbox' && content.mode !== 'TEST')
    throw problems.invalid('body.mode', 'not_allowed');
  const settings = readFields(adapter.settings, content.settings, rules);
  const companyIds = await checkCompanies(sql, owner, content.companyIds ?? []);
  if ((await countConnections(sql, owner.organisationId)) >= maxConnections)
    throw new Problem(409, 'CONNECTION_LIMIT', 'connection_limit');
  const { name, mode, acquirer } = content;
  const { organisationId } = owner;
  const row = { organisationId, companyIds, adapter: adapter.name, name, mode, acquirer, settings };
  const eventKey = randomBytes(24).toString('base64url');
  const connectionId = await sql
    .savepoint((inner) => insertConnection(inner, { ...row, eventKey }, by.at))
    .catch(nameTaken);
  await audit(sql, by, owner, 'createConnection', connectionId, { after: row });
  return connectionId;
}

/** A provider's companies, in ascending order. Throws 400 for others, and where the owner is no provider. */
async function checkCompanies(
  sql: Sql,
  { path, isProvider }: Owner,
  ids: readonly number[],
): Promise<number[]> {
  const unique = [...new Set(ids)].toSorted((a, b) => a - b);
  if (unique.length === 0) return [];
  const found = isProvider && path !== null ? await findCompanies(sql, path, unique) : [];
  if (found.length !== unique.length) throw problems.invalid('body.companyIds', 'not_allowed');
  return unique;
}

function nameTaken(error: unknown): never {
  if (sqlState(error) !== '23505') throw error;
  throw new Problem(409, 'NAME_TAKEN', 'name_taken', { fieldError: { field: 'name', detail: 'repeated' } });
}

/**
 * The connection as a change leaves it. Throws 400 for wrong values, and 409 for one that is closed or that another request
 * has changed. Reads only.
 */
export async function prepareChange(
  sql: TenantSql,
  owner: Owner,
  before: OwnedConnection,
  change: ConnectionChange,
  rules: Rules,
): Promise<{ after: OwnedConnection; needsTest: boolean }> {
  if (before.version !== change.version) throw connectionChanged();
  if (before.state === 'CLOSED') throw new Problem(409, 'CONNECTION_CLOSED', 'connection_closed');
  const adapter = rules.adapters.get(before.adapter);
  if (!adapter) throw new Problem(409, 'ADAPTER_NOT_LOADED', 'adapter_not_loaded');
  const settings = readFields(adapter.settings, change.settings, rules);
  const companyIds = await checkCompanies(sql, owner, change.companyIds ?? before.companyIds);
  await requireUnnamed(
    sql,
    before.connectionId,
    before.companyIds.filter((id) => !companyIds.includes(id)),
  );
  const isSame = sameSettings(before.settings, settings);
  const isInUse = before.state === 'ACTIVE' || before.state === 'DRAINING';
  const state = isSame || isInUse ? before.state : 'DRAFT';
  const { name, acquirer } = change;
  return { after: { ...before, name, acquirer, settings, companyIds, state }, needsTest: !isSame && isInUse };
}

const sameSettings = (a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean => {
  const sorted = (values: Readonly<Record<string, string>>) =>
    JSON.stringify(Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  return sorted(a) === sorted(b);
};

/** Throws 409 while routes of companies name the connection. */
async function requireUnnamed(sql: Sql, connectionId: number, companyIds: readonly number[]): Promise<void> {
  if (companyIds.length === 0) return;
  const naming = (await listNamingOrganisations(sql, connectionId)).filter(
    ({ companyId }) => companyId !== null && companyIds.includes(companyId),
  );
  if (naming.length > 0)
    throw new Problem(409, 'CONNECTION_NAMED', 'connection_named', { count: naming.length });
}

/** Stores a prepared change over the version that it was prepared from. */
export async function changeConnectionBy(
  sql: TenantSql,
  by: Actor,
  owner: Owner,
  before: OwnedConnection,
  after: OwnedConnection,
): Promise<void> {
  const current = await findConnection(sql, before.connectionId, true);
  if (current?.version !== before.version) throw connectionChanged();
  await sql.savepoint((inner) => updateConnection(inner, after, by.at)).catch(nameTaken);
  await audit(sql, by, owner, 'changeConnection', before.connectionId, {
    before: audited(before),
    after: audited(after),
  });
}

/** Stores a secret that the next test promotes. */
export async function setSecretBy(
  sql: TenantSql,
  by: Actor,
  owner: Owner,
  {
    connectionId,
    field,
    secret,
    setBy,
  }: { connectionId: number; field: string; secret: string; setBy: string },
  { keys, adapters }: { keys: Pick<Keys, 'processorSecret'>; adapters: Adapters },
): Promise<void> {
  const connection = await findConnection(sql, connectionId, true);
  if (!connection) throw problems.notFound();
  if (connection.state === 'CLOSED') throw new Problem(409, 'CONNECTION_CLOSED', 'connection_closed');
  const adapter = adapters.get(connection.adapter);
  if (!adapter) throw new Problem(409, 'ADAPTER_NOT_LOADED', 'adapter_not_loaded');
  if (!adapter.secrets.some(({ name }) => name === field))
    throw problems.invalid('path.field', 'unknown_field');
  const value = secret.trim();
  if (value === '') throw problems.invalid('body.secret', 'missing');
  const known = (await loadSecrets(sql, connectionId)).filter((row) => row.field === field);
  const version = Math.max(0, ...known.map((row) => row.version)) + 1;
  const sealed = sealSecret(keys, { connectionId, field, version }, value);
  await writeNextSecret(sql, connectionId, { field, version, ...sealed, setAt: by.at, setBy });
  await audit(sql, by, owner, 'setConnectionSecret', connectionId, {
    before: { field, lastFour: known.at(-1)?.lastFour ?? null },
    after: { field, lastFour: sealed.lastFour },
  });
}

/**
 * Stores the result of a test. One that passed makes a draft TESTED and uses the tested secrets; one that failed makes a
 * tested connection a draft again. What takes payments stays as it is.
 */
export async function recordTestBy(
  sql: TenantSql,
  by: Actor,
  owner: Owner,
  tested: { connection: OwnedConnection; secrets: readonly SecretRow[]; result: TestResult },
): Promise<OwnedConnection> {
  const { connection, secrets, result } = tested;
  const current = await findConnection(sql, connection.connectionId, true);
  if (current?.version !== connection.version) throw connectionChanged();
  const { state: before } = current;
  const { hasPassed } = result;
  const state =
    before === 'DRAFT' && hasPassed ? 'TESTED' : before === 'TESTED' && !hasPassed ? 'DRAFT' : before;
  const after: OwnedConnection = { ...current, state, testedAt: by.at, testResult: result };
  await updateConnection(sql, after, by.at);
  const next = secrets.filter(({ slot }) => slot === 'NEXT');
  if (hasPassed) await promoteSecrets(sql, connection.connectionId, next);
  await audit(sql, by, owner, 'testConnection', connection.connectionId, {
    before: { state: before },
    after: {
      state,
      hasPassed,
      failed: result.checks.flatMap(({ name, result: outcome }) => (outcome === 'failed' ? [name] : [])),
      fields: hasPassed ? next.map(({ field }) => field) : [],
    },
  });
  return after;
}

type Transition = 'activateConnection' | 'drainConnection' | 'closeConnection';
const transitions: Record<
  Transition,
  { from: readonly OwnedConnection['state'][]; to: OwnedConnection['state'] }
> = {
  activateConnection: { from: ['TESTED', 'DRAINING'], to: 'ACTIVE' },
  drainConnection: { from: ['ACTIVE'], to: 'DRAINING' },
  closeConnection: { from: ['DRAFT', 'TESTED', 'DRAINING'], to: 'CLOSED' },
};

/** Throws 409 where the state does not allow it. */
export function requireTransition({ state }: OwnedConnection, transition: Transition): void {
  if (!transitions[transition].from.includes(state))
    throw new Problem(409, 'CONNECTION_STATE', `connection_state_${transition.replace('Connection', '')}`);
}

/** Throws 409 with the number of operations or authorisations that are still open at a connection. */
export async function requireUnused(database: Database, connectionId: number, now: Date): Promise<void> {
  // A provider's connection has payments of companies that the caller may not see: only their number is used.
  const use = await inTenant(database, 'all-tenants', (all) => countUse(all, connectionId, now));
  if (use.openIntents > 0)
    throw new Problem(409, 'CONNECTION_OPEN_INTENTS', 'connection_open_intents', { count: use.openIntents });
  if (use.liveHolds > 0)
    throw new Problem(409, 'CONNECTION_LIVE_HOLDS', 'connection_live_holds', { count: use.liveHolds });
}

/** Moves a connection to another state, once for a version. Closing also deletes its secrets. */
export async function moveConnectionBy(
  sql: TenantSql,
  by: Actor,
  owner: Owner,
  { connectionId, version }: Pick<OwnedConnection, 'connectionId' | 'version'>,
  transition: Transition,
): Promise<void> {
  const current = await findConnection(sql, connectionId, true);
  if (current?.version !== version) throw connectionChanged();
  const { to: state } = transitions[transition];
  await updateConnection(sql, { ...current, state }, by.at);
  if (state === 'CLOSED') await deleteSecrets(sql, connectionId);
  await audit(sql, by, owner, transition, connectionId, {
    before: { state: current.state },
    after: { state },
  });
}

/** Replaces what an installation is at the processor. Throws 404 for one that cannot use the connection. */
export async function saveAccountBy(
  sql: TenantSql,
  by: Actor,
  owner: Owner,
  { connection, installationId, settings }: AccountChange & { settings: Record<string, string> },
  rules: Rules,
): Promise<void> {
  const adapter = rules.adapters.get(connection.adapter);
  if (!adapter) throw new Problem(409, 'ADAPTER_NOT_LOADED', 'adapter_not_loaded');
  const before = (await listOwnAccounts(sql, owner, connection)).find(
    (one) => one.installationId === installationId,
  );
  if (!before) throw problems.notFound();
  const after = readFields(adapter.accountFields, settings, rules);
  await writeAccount(sql, connection.connectionId, installationId, after);
  await audit(sql, by, owner, 'saveAccount', connection.connectionId, {
    before: { installationId, settings: before.settings },
    after: { installationId, settings: after },
  });
}

interface AccountChange {
  connection: OwnedConnection;
  installationId: number;
}

export async function removeAccountBy(
  sql: TenantSql,
  by: Actor,
  owner: Owner,
  { connection, installationId }: AccountChange,
): Promise<void> {
  const before = await deleteAccount(sql, connection.connectionId, installationId);
  if (!before) throw problems.notFound();
  await audit(sql, by, owner, 'removeAccount', connection.connectionId, {
    before: { installationId, settings: before },
  });
}

/** The installations that can use a connection, with their accounts. */
export const listOwnAccounts = (
  sql: Sql,
  { path, isProvider }: Owner,
  connection: OwnedConnection,
): Promise<AccountRow[]> =>
  listAccounts(sql, connection.connectionId, {
    path: path ?? '',
    companyIds: isProvider ? connection.companyIds : undefined,
  });

export const connectionChanged = (): Problem => problems.versionConflict('CONNECTION_CHANGED');

const audited = ({ name, acquirer, settings, companyIds, state }: OwnedConnection) => ({
  name,
  acquirer,
  settings,
  companyIds,
  state,
});

function audit(
  sql: Sql,
  by: Actor,
  { companyId, organisationId }: Owner,
  act: string,
  connectionId: number,
  change: { before?: object; after?: object },
): Promise<void> {
  return writeAuditEvent(sql, {
    ...by,
    companyId,
    organisationId,
    act,
    objectKind: 'connection',
    objectId: String(connectionId),
    outcome: 'allowed',
    ...change,
  });
}
