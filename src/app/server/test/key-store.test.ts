import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { KeyServiceUnavailable } from '#integrations/key-service/aws-key-service.ts';
import type { Database } from '#database/connection.ts';
import { openDatabase } from '#database/open-database.ts';
import {
  newProgram,
  promoteRoots,
  refreshKeys,
  registerProgram,
} from '#server/auth/key-store/key-programs.ts';
import { openKeys, toMasterKey } from '#server/auth/key-store/key-store.ts';
import { selectMasterKeySource, variableSource } from '#server/auth/key-store/master-key-source.ts';
import { addMasterKey, addRoot, keepMasterKey, listMasterKeys } from '#server/auth/key-store/rotate-keys.ts';
import { deriveKeys, keyedHash } from '#server/keys.ts';
import { freshDatabase } from '#testing/start-app.ts';
import { startKeyService } from './key-service.ts';

const hex = (byte: number): string => Buffer.alloc(32, byte).toString('hex');
const source = (text: string) => variableSource('KEY', { KEY: text });
const present = source(hex(7));

async function openOwner(): Promise<Database> {
  const owner = openDatabase(await freshDatabase(), { as: 'owner', max: 2, kind: 'maintenance' });
  onTestFinished(() => owner.end({ timeout: 1 }));
  return owner;
}

/** As a database of a new installation. */
async function openEmpty(): Promise<Database> {
  const owner = await openOwner();
  await owner.unsafe('truncate app_user, api_secret, account_token, audit_event cascade');
  return owner;
}

const sample = ({ antiForgery }: ReturnType<typeof deriveKeys>): string =>
  keyedHash(antiForgery.current, 'sample').toString('hex');

test('takes the master key of an earlier version as its first root secret', async () => {
  const { keys } = await openKeys(await openOwner(), present);
  expect(sample(keys)).toBe(sample(deriveKeys(Buffer.alloc(32, 7))));
});

test('gives a new database a random root secret', async () => {
  const owner = await openEmpty();
  const [one, two] = await Promise.all([openKeys(owner, present), openKeys(owner, present)]);
  expect(sample(one.keys)).not.toBe(sample(deriveKeys(Buffer.alloc(32, 7))));
  expect(sample(two.keys)).toBe(sample(one.keys));
  expect(sample((await openKeys(owner, present)).keys)).toBe(sample(one.keys));
});

test('rejects another master key, also for a database from before', async () => {
  const owner = await openOwner();
  await openKeys(owner, present);
  await expect(openKeys(owner, source(hex(8)))).rejects.toThrow(
    'The master key in KEY does not belong to this database. Restore the key that it was created with.',
  );
  await owner`delete from key_root_seal`;
  await owner`delete from key_root`;
  await owner`delete from master_key`;
  await expect(openKeys(owner, source(hex(8)))).rejects.toThrow('does not belong to this database');
});

describe('the master key', () => {
  const folderOf = async (): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), 'keys-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    return folder;
  };
  const read = (options: object, env: NodeJS.ProcessEnv = {}) =>
    selectMasterKeySource({ dataDir: '/nowhere', ...options }, env).read(undefined);

  test('comes from a file, from the parts of two custodians, or from a variable', async () => {
    const folder = await folderOf();
    const file = join(folder, 'one');
    await writeFile(file, `${hex(5)}\n`);
    await writeFile(join(folder, 'two'), hex(6));
    expect((await read({ masterKeyFile: file })).export().toString('hex')).toBe(hex(5));
    const parts = await read({ masterKeyFile: `${file},${join(folder, 'two')}` });
    expect(parts.export().toString('hex')).toBe(hex(3));
    const variable = await read({}, { COUNTINGHOUSE_MASTER_KEY: `${hex(5)},${hex(6)}` });
    expect(variable.equals(parts)).toBe(true);
  });

  test('is created in the data directory, and nowhere else', async () => {
    const folder = await folderOf();
    const first = await read({ dataDir: folder });
    expect((await read({ dataDir: folder })).equals(first)).toBe(true);
    await expect(read({ masterKeyFile: join(folder, 'missing') })).rejects.toThrow('cannot be used');
  });

  test('is refused from two sources, too short, and of equal parts', async () => {
    expect(() =>
      selectMasterKeySource({ dataDir: '.', masterKeyFile: 'f' }, { COUNTINGHOUSE_MASTER_KEY: hex(5) }),
    ).toThrow('several sources: COUNTINGHOUSE_MASTER_KEY, f.');
    await expect(source('c0ffee').read(undefined)).rejects.toThrow('holds no master key');
    await expect(source(`${hex(5)},${hex(5)}`).read(undefined)).rejects.toThrow('two different ones');
    // Messages never repeat the key.
    await expect(source(`${hex(5)}!`).read(undefined)).rejects.toThrow(/^KEY holds no master key: [^5]*$/);
  });
});

describe('a key service', () => {
  const env = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };
  const keyService = 'kms://eu-west-1/alias/countinghouse';

  async function start() {
    const service = await startKeyService('alias/countinghouse');
    onTestFinished(() => service.stop());
    return {
      service,
      opened: selectMasterKeySource(
        { dataDir: '.', keyService },
        { ...env, AWS_ENDPOINT_URL_KMS: service.url },
      ),
    };
  }

  test('wraps the key of a new database and unwraps it at each start', async () => {
    const { service, opened } = await start();
    const owner = await openEmpty();
    const first = await openKeys(owner, opened);
    expect(sample((await openKeys(owner, opened)).keys)).toBe(sample(first.keys));
    expect(service.calls[0]).toBe('GenerateDataKey');
    expect(service.calls.at(-1)).toBe('Decrypt');
    const [stored] = await owner`select service from master_key`;
    expect(stored).toEqual({ service: keyService });
  });

  test('is waited for while it is down, and not when it refuses', async () => {
    const { service, opened } = await start();
    const owner = await openEmpty();
    await openKeys(owner, opened);
    for (const failure of [
      { status: 500, type: 'KMSInternalException' },
      { status: 400, type: 'ThrottlingException' },
    ]) {
      service.failure = failure;
      await expect(openKeys(owner, opened)).rejects.toThrow(KeyServiceUnavailable);
    }
    service.failure = { status: 400, type: 'AccessDeniedException' };
    await expect(openKeys(owner, opened)).rejects.toThrow(
      `The key service ${keyService} refused: AccessDeniedException.`,
    );
    await service.stop();
    await expect(openKeys(owner, opened)).rejects.toThrow(KeyServiceUnavailable);
  });

  test('takes over from a file and back', async () => {
    const { opened } = await start();
    const owner = await openOwner();
    const { masterKey, keys } = await openKeys(owner, present);
    const created = await opened.create?.();
    if (!created) throw new Error('no key');
    const next = {
      masterKey: toMasterKey(created.key),
      wrapped: { service: keyService, bytes: created.wrapped },
    };
    expect(await addMasterKey(owner, masterKey, next, 'Ana')).toEqual({ ok: true, value: true });
    const inService = await openKeys(owner, opened);
    expect(sample(inService.keys)).toBe(sample(keys));
    expect(await keepMasterKey(owner, inService.masterKey, 'finish', 'Ana')).toEqual({
      ok: true,
      value: [masterKey.id],
    });
    await expect(openKeys(owner, present)).rejects.toThrow(/Use the key that Ana added on \d{4}-/);
  });

  test('needs credentials and an address', () => {
    expect(() => selectMasterKeySource({ dataDir: '.', keyService }, {})).toThrow(
      '--key-service: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    );
    expect(() => selectMasterKeySource({ dataDir: '.', keyService: 'kms://x' }, env)).toThrow(
      'kms://region/key',
    );
  });
});

describe('a rotation of the master key', () => {
  async function begin() {
    const owner = await openOwner();
    const { masterKey: before, keys } = await openKeys(owner, present);
    const next = source(randomBytes(32).toString('hex'));
    const after = toMasterKey(await next.read(undefined));
    expect(await addMasterKey(owner, before, { masterKey: after }, 'Ana')).toEqual({ ok: true, value: true });
    return { owner, before, after, next, keys };
  }

  test('opens the same root secrets with either key', async () => {
    const { owner, before, after, next, keys } = await begin();
    expect(sample((await openKeys(owner, present)).keys)).toBe(sample(keys));
    expect(sample((await openKeys(owner, next)).keys)).toBe(sample(keys));
    expect((await listMasterKeys(owner)).map(({ keyId }) => keyId)).toEqual([before.id, after.id]);
  });

  test('can be repeated and cancelled, and refuses a third key', async () => {
    const { owner, before, after, next } = await begin();
    expect(await addMasterKey(owner, before, { masterKey: after }, 'Ana')).toEqual({
      ok: true,
      value: false,
    });
    const third = toMasterKey(await source(hex(9)).read(undefined));
    expect(await addMasterKey(owner, before, { masterKey: third }, 'Ana')).toMatchObject({ code: 'SECOND' });
    expect(await addRoot(owner, before, 'Ana')).toMatchObject({ code: 'SECOND' });
    expect(await keepMasterKey(owner, after, 'cancel', 'Ana')).toMatchObject({ code: 'WRONG_KEY' });
    expect(await keepMasterKey(owner, before, 'cancel', 'Ana')).toEqual({ ok: true, value: [after.id] });
    await expect(openKeys(owner, next)).rejects.toThrow('does not belong to this database');
  });

  test('ends only when no program runs with the earlier key', async () => {
    const { owner, before, after, next } = await begin();
    const program = newProgram((await openKeys(owner, present)).keys, before, '0.1.0');
    expect(await registerProgram(owner, program)).toBe(true);
    expect(await keepMasterKey(owner, before, 'finish', 'Ana')).toMatchObject({ code: 'WRONG_KEY' });
    expect(await keepMasterKey(owner, after, 'finish', 'Ana')).toMatchObject({
      code: 'IN_USE',
      programs: [{ keyId: before.id }],
    });
    await owner`update key_program set seen_at = seen_at - interval '2 minutes'`;
    expect(await keepMasterKey(owner, after, 'finish', 'Ana')).toEqual({ ok: true, value: [before.id] });
    expect(await keepMasterKey(owner, after, 'finish', 'Ana')).toEqual({ ok: true, value: [] });
    await expect(openKeys(owner, present)).rejects.toThrow('does not belong to this database');
    expect(
      await registerProgram(owner, newProgram((await openKeys(owner, next)).keys, before, '0.1.0')),
    ).toBe(false);
    const events =
      await owner`select act, actor, object_id from audit_event where object_kind = 'masterKey' order by seq`;
    expect(events).toEqual([
      { act: 'addMasterKey', actor: 'operator: Ana', objectId: after.id },
      { act: 'removeMasterKey', actor: 'operator: Ana', objectId: before.id },
    ]);
  });
});

describe('a new root secret', () => {
  test('is that of a program which starts while it is added', async () => {
    const owner = await openOwner();
    const { masterKey, keys } = await openKeys(owner, present);
    const program = newProgram(keys, masterKey, '0.1.0');
    await addRoot(owner, masterKey, 'Ana');
    expect(await promoteRoots(owner)).toEqual([2]);
    await registerProgram(owner, program);
    expect(program.keys.roots).toMatchObject({ newest: 2, writing: 2 });
    expect(program.loginGeneration).toBe(2);
  });

  test('writes once every running program has it', async () => {
    const url = await freshDatabase();
    const owner = openDatabase(url, { as: 'owner', max: 2, kind: 'maintenance' });
    const database = openDatabase(url, { max: 2 });
    onTestFinished(async () => {
      await Promise.all([owner.end({ timeout: 1 }), database.end({ timeout: 1 })]);
    });
    const { masterKey } = await openKeys(owner, present);
    const start = async () => {
      const program = newProgram((await openKeys(owner, present)).keys, masterKey, '0.1.0');
      await registerProgram(owner, program);
      return program;
    };
    const [one, two] = [await start(), await start()];
    expect(await addRoot(owner, masterKey, 'Ana')).toEqual({ ok: true, value: 2 });
    // An interrupted command is run again.
    expect(await addRoot(owner, masterKey, 'Ana')).toEqual({ ok: true, value: 2 });
    await refreshKeys(database, one);
    expect(one.keys.roots).toMatchObject({ newest: 2, writing: 1 });
    expect(await promoteRoots(database)).toEqual([]);
    await refreshKeys(database, two);
    expect(two.keys.roots).toMatchObject({ newest: 2, writing: 2 });
    await refreshKeys(database, one);
    expect(one.keys.roots.writing).toBe(2);
    expect(sample(one.keys)).toBe(sample(two.keys));
    expect(one.keys.antiForgery.valid(new Date(Date.now() + 1000), 0).length).toBe(1);
    expect(one.keys.antiForgery.valid(new Date(), 60_000).length).toBe(2);
  });
});
