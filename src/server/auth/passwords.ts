import { hash, verify } from '@node-rs/argon2';
import { problems } from '#shared/problem.ts';

/** argon2id, 19 MiB, 2 passes, 1 lane (docs/domain.md#passwords): about 24 ms of CPU each. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** At most two at once and a short queue: sign-in floods must not starve everything else. */
const slots = 2;
const maxQueueLength = 64;
let running = 0;
const waiting: (() => void)[] = [];

export function hashPassword(password: string): Promise<string> {
  return inSlot(() => hash(password, cost));
}

/** Made with another cost than today's: to be made anew as soon as its password is known, at a sign-in. */
export function isOutdatedHash(stored: string): boolean {
  const { memoryCost, timeCost, parallelism } = cost;
  return !stored.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`);
}

/** The same effort whether or not there is a hash to compare with: unknown users take as long. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const matches = await inSlot(async () => verify(stored ?? (await standIn), password));
  return matches && stored !== null;
}

const standIn = hash('no user has this password', cost);

async function inSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running >= slots) {
    if (waiting.length >= maxQueueLength) throw problems.busy();
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}
