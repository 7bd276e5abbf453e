import { countEarlierValues } from '#app/server/rekey-values.ts';
import type { Database } from '#database/connection.ts';
import { readReplacement } from '#features/payments/payments/server/db/derived-cards.ts';
import { type LiveProgram, listLivePrograms, promoteRoots } from '#server/auth/key-store/key-programs.ts';
import { type MasterKey, refusedBy, toMasterKey } from '#server/auth/key-store/key-store.ts';
import {
  type MasterKeySource,
  createKeyFile,
  fileSource,
  serviceSource,
  variableSource,
} from '#server/auth/key-store/master-key-source.ts';
import {
  addMasterKey,
  addRoot,
  findWrappedKey,
  keepMasterKey,
  listMasterKeys,
  listRoots,
} from '#server/auth/key-store/rotate-keys.ts';
import { type DatabaseOptions, withOwner } from './operator-database.ts';

export interface NewKeyOptions {
  /** Of a new master key: exactly one. */
  file: string | undefined;
  variable: string | undefined;
  service: string | undefined;
}

type Operated = DatabaseOptions & { operator: string };

/** How long `rotate-roots` waits for running programs: one that died is forgotten after a minute. */
const waitMs = 90_000;
const pollMs = 500;

/** Opens the keys, which the first start of the product has created. */
const withKeys = <T>(
  options: DatabaseOptions,
  work: (access: {
    owner: Database;
    database: Database;
    masterKey: MasterKey;
    keys: Parameters<typeof countEarlierValues>[1];
  }) => Promise<T>,
): Promise<T> =>
  withOwner(options, ({ owner, database, opened: { keys, masterKey } }) => {
    if (!masterKey) throw new Error('the database has no root secrets yet. Start the product once first.');
    return work({ owner, database, masterKey, keys });
  });

/** Prints master keys, root secrets, programs, and what is left to re-derive. Never a key. */
export const showKeys = (options: DatabaseOptions): Promise<number> =>
  withKeys(options, async ({ owner, database, masterKey, keys }) => {
    console.log('Master keys');
    for (const { keyId, service, addedAt, addedBy } of await listMasterKeys(owner)) {
      const own = keyId === masterKey.id ? ', the one of this command' : '';
      const from = service === null ? '' : `, wrapped by ${service}`;
      console.log(`  ${keyId}  ${addedAt.toISOString()} by ${addedBy || 'the first start'}${from}${own}`);
    }
    console.log('Root secrets');
    for (const { generation, addedAt, addedBy, currentAt, retiredAt } of await listRoots(owner)) {
      const state =
        currentAt === null
          ? 'waits for the running programs'
          : generation === keys.roots.writing
            ? `writes since ${currentAt.toISOString()}`
            : retiredAt === null
              ? 'earlier: stored values are being re-derived'
              : `retired ${retiredAt.toISOString()}`;
      console.log(`  ${generation}  ${addedAt.toISOString()} by ${addedBy || 'the first start'}: ${state}`);
    }
    console.log('Running programs');
    for (const program of await listLivePrograms(owner)) console.log(`  ${describeProgram(program)}`);
    console.log('Values of earlier root secrets');
    for (const { name, count } of await countEarlierValues(database, keys))
      console.log(`  ${name}: ${count}`);
    const replacement = await readReplacement(owner);
    if (!replacement?.doneAt)
      console.log(
        `Ids of cards: hashes of the first root secret; replace-card-ids ${replacement ? 'is under way' : 'replaces them'}`,
      );
    return 0;
  });

const describeProgram = ({
  name,
  keyId,
  knownGeneration,
  writingGeneration,
  loginGeneration,
}: LiveProgram): string =>
  `${name}: master key ${keyId}, root secret ${writingGeneration} of ${knownGeneration}, database login ${loginGeneration}`;

/** Seals the root secrets under a second master key. Exit code 0: done, 1: refused. */
export const rotateMasterKey = (options: Operated & { newKey: NewKeyOptions }): Promise<number> =>
  withKeys(options, async ({ owner, masterKey }) => {
    const { source, isNewFile } = await selectNewKey(options.newKey);
    const found = source.create ? await findWrappedKey(owner, masterKey, source.name) : undefined;
    const created = found ? undefined : await source.create?.().catch(refusedBy(source));
    const secret = created?.key ?? (await source.read(found).catch(refusedBy(source)));
    const next = toMasterKey(secret);
    if (next.id === masterKey.id) {
      console.error(`${source.name} has the present master key.`);
      return 1;
    }
    const wrapped = created && { service: source.name, bytes: created.wrapped };
    const added = await addMasterKey(
      owner,
      masterKey,
      { masterKey: next, ...(wrapped ? { wrapped } : {}) },
      options.operator,
    );
    if (!added.ok) {
      console.error('Another rotation is under way. End it with --finish or --cancel first.');
      return 1;
    }
    if (isNewFile) console.log(`A new key is in ${source.name}. Store a copy in your second place now.`);
    console.log(
      `Master key ${next.id} ${added.value ? 'was added' : 'was added before'}. Both keys start programs now:`,
    );
    console.log(`restart every program with the new one, then run rotate-master-key --finish with it.`);
    return 0;
  });

async function selectNewKey({
  file,
  variable,
  service,
}: NewKeyOptions): Promise<{ source: MasterKeySource; isNewFile: boolean }> {
  if (file !== undefined) {
    // The parts of two custodians are made by them.
    const isNewFile = !file.includes(',') && (await createKeyFile(file));
    return { source: fileSource(file), isNewFile };
  }
  if (variable !== undefined) return { source: variableSource(variable, process.env), isNewFile: false };
  return { source: serviceSource(service ?? '', process.env), isNewFile: false };
}

/** Removes the other master key. Exit code 0: done, 1: refused. */
export const endMasterKeyRotation = (options: Operated & { way: 'finish' | 'cancel' }): Promise<number> =>
  withKeys(options, async ({ owner, masterKey }) => {
    const { way, operator } = options;
    const kept = await keepMasterKey(owner, masterKey, way, operator);
    if (kept.ok) {
      console.log(
        kept.value.length === 0
          ? 'There is only one master key.'
          : `Master key ${kept.value.join(', ')} was removed.`,
      );
      if (kept.value.length > 0 && way === 'finish')
        console.log('Destroy its copies, except the one that belongs to your backups.');
      return 0;
    }
    if (kept.code === 'WRONG_KEY') {
      const expected = way === 'finish' ? 'the new key' : 'the earlier key';
      console.error(
        `This command runs with the other key. --${way} needs ${expected}, as the programs have it.`,
      );
    } else {
      console.error('Programs run with the other key. Restart them first:');
      for (const program of kept.programs) console.error(`  ${describeProgram(program)}`);
    }
    return 1;
  });

/** Adds a root secret and waits until it writes. Exit code 0: done, 1: refused, or programs have not taken it up. */
export const rotateRoots = (options: Operated): Promise<number> =>
  withKeys(options, async ({ owner, database, masterKey }) => {
    const added = await addRoot(owner, masterKey, options.operator);
    if (!added.ok) {
      console.error('A rotation of the master key is under way. End it with --finish or --cancel first.');
      return 1;
    }
    const generation = added.value;
    console.log(`Root secret ${generation} was added. It writes as soon as every running program has it.`);
    for (const until = performance.now() + waitMs; performance.now() < until;) {
      await promoteRoots(database);
      const root = (await listRoots(owner)).find((one) => one.generation === generation);
      if (root?.currentAt) {
        console.log(`Root secret ${generation} writes since ${root.currentAt.toISOString()}.`);
        console.log('The worker re-derives stored values now: npm run admin -- keys shows what is left.');
        return 0;
      }
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
    console.error('Programs have not taken it up yet. It writes when they have:');
    const behind = (await listLivePrograms(owner)).filter(
      ({ knownGeneration }) => knownGeneration < generation,
    );
    for (const program of behind) console.error(`  ${describeProgram(program)}`);
    return 1;
  });
