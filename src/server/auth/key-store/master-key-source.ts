import { type KeyObject, createSecretKey, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import {
  type KeyService,
  KeyServiceRefused,
  openAwsKeyService,
} from '#integrations/key-service/aws-key-service.ts';
import { ConfigError } from '../../config.ts';

/** Where the master key comes from. It seals the root secrets (key-store.ts), and nothing else. */
export interface MasterKeySource {
  /** For messages. Never the key. */
  name: string;
  /** The file that a first start creates in the data directory, which is no place for it in production. */
  isBesideData?: boolean;
  /**
   * The key. `wrapped`: what `create` returned, which the database keeps. Throws ConfigError for a key that cannot be used,
   * and KeyServiceUnavailable while a service does not respond.
   */
  read(wrapped: Buffer | undefined): Promise<KeyObject>;
  /** Only of a key service: makes a key, which the service wraps. */
  create?(): Promise<{ key: KeyObject; wrapped: Buffer }>;
}

interface MasterKeyOptions {
  dataDir: string;
  /** One file, or two with the parts of two custodians, with a comma between them. */
  masterKeyFile?: string | undefined;
  /** `kms://region/key`. */
  keyService?: string | undefined;
}

const variable = 'COUNTINGHOUSE_MASTER_KEY';
const keyBytes = 32;

/** The source that the operator has chosen; by default a file that the first start creates. Throws ConfigError for several. */
export function selectMasterKeySource(options: MasterKeyOptions, env: NodeJS.ProcessEnv): MasterKeySource {
  const { dataDir, masterKeyFile, keyService } = options;
  const sources = [
    ...(env[variable] ? [variableSource(variable, env)] : []),
    ...(masterKeyFile ? [fileSource(masterKeyFile)] : []),
    ...(keyService ? [serviceSource(keyService, env)] : []),
  ];
  if (sources.length > 1)
    throw new ConfigError(
      `The master key has several sources: ${sources.map(({ name }) => name).join(', ')}. Keep one.`,
    );
  return sources[0] ?? dataDirectorySource(dataDir);
}

/** The variable's text: the key, or the parts of two custodians with a comma between them. */
export const variableSource = (name: string, env: NodeJS.ProcessEnv): MasterKeySource => ({
  name,
  async read() {
    return decode(env[name] ?? '', name);
  },
});

/** The key file, or the files of two custodians with a comma between them. They have to exist. */
export const fileSource = (files: string): MasterKeySource => ({
  name: files,
  async read() {
    const texts: string[] = [];
    for (const file of files.split(',')) texts.push((await readKeyFile(file.trim())).trim());
    return decode(texts.join(','), files);
  },
});

/** The key file of the data directory. */
export const dataDirectoryFile = (dataDir: string): string => join(resolve(dataDir), 'master.key');

function dataDirectorySource(dataDir: string): MasterKeySource {
  const file = dataDirectoryFile(dataDir);
  return {
    name: file,
    isBesideData: true,
    async read() {
      await createKeyFile(file);
      return decode((await readKeyFile(file)).trim(), file);
    },
  };
}

/** Writes a new random key, for its owner only. False where the file exists. Throws ConfigError. */
export async function createKeyFile(file: string): Promise<boolean> {
  try {
    await mkdir(dirname(file), { recursive: true });
    // 'wx': only one of two concurrent starts creates the file.
    await writeFile(file, randomBytes(keyBytes).toString('hex'), { mode: 0o600, flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw cannotUse(file, error as Error);
  }
}

const readKeyFile = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: Error) => {
    throw cannotUse(file, error);
  });

/** AWS KMS, or a service with its interface. Throws ConfigError for a wrong address, and without credentials. */
export function serviceSource(address: string, env: NodeJS.ProcessEnv): MasterKeySource {
  const service = openService(address, env);
  return {
    name: service.name,
    async read(wrapped) {
      if (!wrapped) throw new ConfigError(`The database has no master key of ${service.name}.`);
      return createSecretKey(await service.unwrap(wrapped));
    },
    async create() {
      const { key, wrapped } = await service.generate();
      return { key: createSecretKey(key), wrapped };
    },
  };
}

function openService(address: string, env: NodeJS.ProcessEnv): KeyService {
  try {
    return openAwsKeyService(address, env);
  } catch (error) {
    if (error instanceof KeyServiceRefused) throw new ConfigError(`--key-service: ${error.message}.`);
    throw error;
  }
}

/** One key, or the parts of two custodians: neither reveals anything of the key, which is their exclusive or. */
function decode(text: string, source: string): KeyObject {
  const parts = text.split(',').map((part) => decodePart(part.trim(), source));
  const [first, second, ...more] = parts;
  if (!first || more.length > 0) throw notAKey(source);
  if (!second) return createSecretKey(first);
  if (first.length !== second.length || first.equals(second))
    throw new ConfigError(`${source}: the parts of a master key are two different ones of equal length.`);
  return createSecretKey(first.map((byte, index) => byte ^ (second[index] ?? 0)));
}

function decodePart(text: string, source: string): Buffer {
  const isBase64 = /^[\w+/-]+=*$/.test(text);
  const bytes = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  if (isBase64 && bytes.length >= keyBytes) return bytes;
  throw notAKey(source);
}

const notAKey = (source: string): ConfigError =>
  new ConfigError(`${source} holds no master key: at least ${keyBytes} bytes, written in hex or base64.`);

const cannotUse = (file: string, error: Error): ConfigError =>
  new ConfigError(`The key file ${file} cannot be used: ${error.message}.`);
