import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import * as z from 'zod/mini';
import { secondMs } from '#server/clock.ts';
import { type Config, ConfigError } from '#server/config.ts';
import type { Seal } from './seal-chain.ts';

/** A batch and its seal, stored outside the database, so that a cut-off chain is detected. */
export interface StoredSeal {
  batch: number;
  /** Hexadecimal. */
  seal: string;
  /** When the batch was sealed, as ISO 8601; missing in files of older versions. */
  sealedAt?: string;
}

const storedSeal = z.object({
  batch: z.int().check(z.positive()),
  seal: z.string(),
  sealedAt: z.optional(z.string()),
});

/** A place outside the database that keeps one seal. */
export interface SealPlace {
  /** For messages. */
  name: string;
  /** Undefined when nothing was stored yet. Throws when the place cannot be read. */
  read(): Promise<StoredSeal | undefined>;
  write(seal: StoredSeal): Promise<void>;
}

/**
 * The newest sealed batch of all workers: `--audit-head`, which is a file or an object `s3://bucket/key`, or a file in the
 * data directory. Throws ConfigError when the object's credentials are missing.
 */
export function headPlace(
  { auditHead, dataDir }: Pick<Config, 'auditHead' | 'dataDir'>,
  env: NodeJS.ProcessEnv,
): SealPlace {
  if (auditHead.startsWith('s3://')) return objectPlace(auditHead, env);
  return filePlace(auditHead || join(dataDir, 'audit-head.json'));
}

/** The last batch of a successful check on this machine. */
export const verifiedPlace = (dataDir: string): SealPlace => filePlace(join(dataDir, 'audit-verified.json'));

export const toStored = ({ batch, seal, sealedAt }: Seal): StoredSeal => ({
  batch,
  seal: seal.toString('hex'),
  sealedAt: new Date(sealedAt / 1000).toISOString(),
});

export const isSameSeal = (seal: Seal, stored: StoredSeal): boolean =>
  seal.batch === stored.batch && seal.seal.toString('hex') === stored.seal;

function filePlace(file: string): SealPlace {
  return {
    name: file,
    async read() {
      const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      });
      return text === undefined ? undefined : parse(text);
    },
    /** Replaces the file atomically, so that a crash leaves the old or the new one. */
    async write(seal) {
      const next = `${file}.${process.pid}.tmp`;
      await mkdir(dirname(file), { recursive: true });
      await writeFile(next, JSON.stringify(seal), { mode: 0o600 });
      await rename(next, file);
    },
  };
}

/** An object of S3, or of a store with the same interface at AWS_ENDPOINT_URL_S3. */
function objectPlace(name: string, env: NodeJS.ProcessEnv): SealPlace {
  const { hostname: bucket, pathname } = new URL(name);
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_REGION = 'us-east-1' } = env;
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY) {
    throw new ConfigError(
      '--audit-head: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and AWS_REGION or AWS_ENDPOINT_URL_S3.',
    );
  }
  const client = new AwsClient({
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    ...(AWS_SESSION_TOKEN ? { sessionToken: AWS_SESSION_TOKEN } : {}),
    region: AWS_REGION,
    service: 's3',
    retries: 0,
  });
  const origin = env.AWS_ENDPOINT_URL_S3 ?? `https://s3.${AWS_REGION}.amazonaws.com`;
  const url = `${origin.replace(/\/$/, '')}/${bucket}${pathname}`;
  const send = async (method: 'GET' | 'PUT', body?: string) => {
    const response = await client.fetch(url, {
      method,
      ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }),
      redirect: 'error',
      signal: AbortSignal.timeout(5 * secondMs),
    });
    const text = await response.text();
    if (response.status === 404 && method === 'GET') return undefined;
    if (!response.ok) throw new Error(`${name} answered ${response.status} to ${method}`);
    return text;
  };
  return {
    name,
    async read() {
      const text = await send('GET');
      return text === undefined ? undefined : parse(text);
    },
    async write(seal) {
      await send('PUT', JSON.stringify(seal));
    },
  };
}

const parse = (text: string): StoredSeal => storedSeal.parse(JSON.parse(text));
