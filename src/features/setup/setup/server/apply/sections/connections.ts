import * as z from 'zod/mini';
import {
  createConnection as connectionCall,
  type NewConnection,
} from '#features/processing/connections/schemas.ts';
import {
  type OwnedConnection,
  type TestResult,
  findConnection,
  listAccounts,
  loadSecrets,
} from '#features/processing/connections/server/db/connection-table.ts';
import {
  type Owner,
  changeConnectionBy,
  createConnectionBy,
  moveConnectionBy,
  prepareChange,
  recordTestBy,
  removeAccountBy,
  requireTransition,
  saveAccountBy,
  setSecretBy,
} from '#features/processing/connections/server/manage-connection.ts';
import { runChecks, unsealNewest } from '#features/processing/connections/server/test-connection.ts';
import { ApplyError, atPointer } from '../apply-error.ts';
import type { ApplyRun, RunEnvironment } from '../apply-run.ts';
import { describeChange, merge } from '../plan.ts';
import { collectNames, defineSection, keySchema, readSecret, secretSource } from '../section.ts';

const { name, adapter, mode, acquirer, settings } = connectionCall.body.shape;
export const connectionKind = 'connection';

const schema = z
  .array(
    z.strictObject({
      key: keySchema,
      name,
      adapter,
      mode,
      acquirer,
      settings: z.optional(settings),
      /** By the adapter's names. Never exported. */
      secrets: z.optional(z.record(z.string().check(z.maxLength(60)), secretSource)),
      /** What each installation is at the processor, by the keys of installations. */
      accounts: z.optional(z.record(keySchema, settings)),
      /** ACTIVE needs a test that passes. Missing: a new connection is a draft, another stays as it is. */
      state: z.optional(z.enum(['DRAFT', 'ACTIVE', 'DRAINING'])),
    }),
  )
  .check(z.maxLength(50));
type Given = z.output<typeof schema>[number];

/** The company as the owner of connections and routes; undefined as the id: the operator. */
async function loadRunOwner({ sql, companyId }: ApplyRun): Promise<Owner> {
  if (companyId === operatorId)
    return { organisationId: null, path: null, companyId: null, isProvider: false };
  const [row] = await sql<{ path: string }[]>`select path from organisation where id = ${companyId}`;
  return { organisationId: companyId, path: row?.path ?? null, companyId, isProvider: false };
}

/** The company of the operator's own file: there is none. */
export const operatorId = 0;

/** Connections to processors. Their secrets come from elsewhere. */
export const connections = defineSection({
  name: 'connections',
  schema,
  async apply(run, input) {
    const keys = input.map(({ key }) => key);
    const named = collectNames('connections', keys, 'key');
    for (const [index, entry] of input.entries()) {
      const pointer = `/connections/${index}`;
      await atPointer(pointer, () => applyOne(run, entry, pointer));
    }
    await run.prune(connectionKind, { label: connectionKind, keys: named }, () =>
      Promise.resolve({ keptReason: 'close it in the portal' }),
    );
  },
});

async function applyOne(run: ApplyRun, input: Given, pointer: string): Promise<void> {
  const { plan } = run;
  const owner = await loadRunOwner(run);
  const secrets: Record<string, string> = {};
  for (const [field, source] of Object.entries(input.secrets ?? {}))
    secrets[field] = await readSecret(run, source, `${pointer}/secrets/${field}`);
  const known = await findKnown(run, input.key);
  plan.read(connectionKind, input.key, known ? [known.version, known.state] : null);
  if (known) requireSame(known, input, pointer);
  const before = known ?? (await create(run, owner, input));
  const changed = await applySecrets(run, { owner, connection: before, secrets });
  const wantsActive = input.state === 'ACTIVE' && before.state !== 'ACTIVE';
  const { after, needsTest } = await prepareChange(
    run.sql,
    owner,
    before,
    { ...merge(pickContent(before), pickInput(input)), version: before.version },
    rulesOf(run.environment),
  );
  const isInUse = before.state === 'ACTIVE' || before.state === 'DRAINING';
  let result: TestResult | undefined;
  if (needsTest || wantsActive || (changed.length > 0 && isInUse)) {
    result = await test(run.environment, after, {
      secrets: { ...(await storedSecrets(run, before)), ...secrets },
      account: Object.values(input.accounts ?? {})[0],
    });
    const failed = result.checks.find((check) => check.result === 'failed');
    if (failed) throw new ApplyError(`${pointer}/state`, `the test failed: ${failed.name}: ${failed.detail}`);
  }
  const changes = describeChange(pickContent(before), pickContent(after));
  if (changes !== '') await changeConnectionBy(run.sql, run.by, owner, before, after);
  if (result) await record(run, owner, { connectionId: before.connectionId, result });
  await applyState(run, owner, { connectionId: before.connectionId, state: input.state });
  const accounts = await applyAccounts(run, owner, { connectionId: before.connectionId, input, pointer });
  const text = [
    changes,
    ...changed.map((field) => `${field}: another secret`),
    ...(known && input.state !== undefined && input.state !== known.state && result !== undefined
      ? [`state: ${known.state} → ${input.state}`]
      : known && input.state === 'DRAINING' && known.state === 'ACTIVE'
        ? ['state: ACTIVE → DRAINING']
        : []),
    ...accounts,
  ].filter((part) => part !== '');
  if (!known)
    plan.add(connectionKind, input.key, `${input.adapter}, ${input.mode}, ${input.state ?? 'DRAFT'}`);
  else if (text.length > 0) plan.change(connectionKind, input.key, text.join('; '));
}

/** The connection of the key; one of the same name is taken over. */
async function findKnown(run: ApplyRun, key: string): Promise<OwnedConnection | undefined> {
  const applied = (await run.loadApplied(connectionKind)).get(key);
  if (!applied || applied.isPruned) return undefined;
  const found = await findConnection(run.sql, Number(applied.objectId), true);
  return found?.state === 'CLOSED' ? undefined : found;
}

function requireSame(before: OwnedConnection, input: Given, pointer: string): void {
  for (const field of ['adapter', 'mode'] as const)
    if (before[field] !== input[field])
      throw new ApplyError(`${pointer}/${field}`, 'never changes: use another key for a new connection');
}

async function create(run: ApplyRun, owner: Owner, input: Given): Promise<OwnedConnection> {
  const { sql, by, environment } = run;
  const { key, name: itsName, adapter: itsAdapter, mode: itsMode, acquirer: itsAcquirer } = input;
  const content: NewConnection = {
    name: itsName,
    adapter: itsAdapter,
    mode: itsMode,
    acquirer: itsAcquirer,
    settings: input.settings ?? {},
  };
  const rules = rulesOf(environment);
  const connectionId = await createConnectionBy(sql, by, owner, content, rules);
  await run.save(connectionKind, { key, objectId: String(connectionId), isCreated: true });
  const created = await findConnection(sql, connectionId, true);
  if (!created) throw new Error(`connection ${connectionId} vanished`);
  return created;
}

/** Those of the portal. */
const rulesOf = ({ adapters, insecureCallbacks, config }: RunEnvironment) => ({
  adapters,
  isHttpAllowed: insecureCallbacks,
  processorHosts: config.processorHosts,
});

const pickContent = ({ name: itsName, acquirer: itsAcquirer, settings: its }: OwnedConnection) => ({
  name: itsName,
  acquirer: itsAcquirer,
  settings: Object.fromEntries(Object.entries(its).toSorted(([a], [b]) => (a < b ? -1 : 1))),
});

const pickInput = ({ name: itsName, acquirer: itsAcquirer, settings: its }: Given) => ({
  name: itsName,
  acquirer: itsAcquirer,
  ...(its ? { settings: its } : {}),
});

const storedSecrets = async ({ sql, environment }: ApplyRun, { connectionId }: OwnedConnection) =>
  unsealNewest(environment.keys, connectionId, await loadSecrets(sql, connectionId));

/** Stores the secrets that differ from the newest ones. Returns their names. */
async function applySecrets(
  run: ApplyRun,
  change: { owner: Owner; connection: OwnedConnection; secrets: Readonly<Record<string, string>> },
): Promise<string[]> {
  const { sql, by, environment } = run;
  const { owner, connection, secrets } = change;
  const stored = await storedSecrets(run, connection);
  const changed = Object.keys(secrets).filter((field) => stored[field] !== secrets[field]);
  for (const field of changed) {
    const secret = {
      connectionId: connection.connectionId,
      field,
      secret: secrets[field] ?? '',
      setBy: by.actor,
    };
    await setSecretBy(sql, by, owner, secret, environment);
  }
  return changed;
}

function test(
  environment: RunEnvironment,
  connection: OwnedConnection,
  tested: Parameters<typeof runChecks>[3],
): Promise<TestResult> {
  const found = environment.adapters.get(connection.adapter);
  if (!found) throw new Error(`the adapter ${connection.adapter} is not loaded`);
  return runChecks({ ...environment, clock: { now: () => new Date() } }, found, connection, tested);
}

async function record(
  { sql, by }: ApplyRun,
  owner: Owner,
  { connectionId, result }: { connectionId: number; result: TestResult },
): Promise<void> {
  const connection = await findConnection(sql, connectionId, true);
  if (!connection) return;
  await recordTestBy(sql, by, owner, { connection, secrets: await loadSecrets(sql, connectionId), result });
}

async function applyState(
  { sql, by }: ApplyRun,
  owner: Owner,
  { connectionId, state }: { connectionId: number; state: Given['state'] },
): Promise<void> {
  const connection = await findConnection(sql, connectionId, true);
  if (!connection || state === undefined || state === connection.state || state === 'DRAFT') return;
  const transition = state === 'ACTIVE' ? 'activateConnection' : 'drainConnection';
  requireTransition(connection, transition);
  await moveConnectionBy(sql, by, owner, connection, transition);
}

/** Replaces the accounts that the file has. Returns a text for each change. */
async function applyAccounts(
  run: ApplyRun,
  owner: Owner,
  { connectionId, input, pointer }: { connectionId: number; input: Given; pointer: string },
): Promise<string[]> {
  if (!input.accounts) return [];
  const { sql, by, environment } = run;
  const connection = await findConnection(sql, connectionId);
  if (!connection) return [];
  const rules = rulesOf(environment);
  const stored = await listAccounts(sql, connectionId, { path: owner.path ?? '', companyIds: undefined });
  const named = new Set<number>();
  const changes: string[] = [];
  for (const [key, values] of Object.entries(input.accounts)) {
    const place = `${pointer}/accounts/${key}`;
    const installationId = await run.resolveKey('installation', key, place);
    named.add(installationId);
    const before = stored.find((one) => one.installationId === installationId)?.settings ?? {};
    if (describeChange(before, values) === '' && describeChange(values, before) === '') continue;
    await atPointer(place, () =>
      saveAccountBy(sql, by, owner, { connection, installationId, settings: values }, rules),
    );
    changes.push(`account of ${key}: ${describeChange(before, values)}`);
  }
  for (const { installationId, installationName, settings: its } of stored) {
    if (its === null || named.has(installationId)) continue;
    await removeAccountBy(sql, by, owner, { connection, installationId });
    changes.push(`account of ${installationName}: removed`);
  }
  return changes;
}
