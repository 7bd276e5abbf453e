import { hash, verify } from '@node-rs/argon2';
import { problems } from '#shared/problem.ts';

/** argon2id, 19 MiB, 2 passes, 1 lane (docs/domain.md#passwords): about 24 ms of CPU each. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Limits concurrent hashes, so that a flood of sign-ins doesn't block other requests. */
const slots = 2;
const maxQueueLength = 64;
let running = 0;
const waiting: (() => void)[] = [];

export function hashPassword(password: string): Promise<string> {
  return runInSlot(() => hash(password, cost));
}

/** Hashed with another cost: sign-in rehashes the password. */
export function isOutdatedHash(stored: string): boolean {
  const { memoryCost, timeCost, parallelism } = cost;
  return !stored.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`);
}

/** Takes the same time for unknown users, with a dummy hash. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const matches = await runInSlot(async () => verify(stored ?? (await dummyHash), password));
  return matches && stored !== null;
}

const dummyHash = hash('no user has this password', cost);

async function runInSlot<T>(work: () => Promise<T>): Promise<T> {
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

/** Words of the product and the trade, which attackers try first. */
const productNames = ['countinghouse', 'backoffice', 'merchant', 'payments', 'portal', 'welcome'];
/** Characters that users substitute for letters. */
const substitutes: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};
/** Shorter stems are ignored: most of the password is around them. */
const minStemLength = 4;

let commonPasswords: Promise<ReadonlySet<string>> | undefined;

/** Loads the list of 49,000 entries once, on first use. */
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set([...dictionary['passwords-common'].map(String), ...productNames]);
}

/**
 * Whether the password is on the list of common ones, unchanged or without surrounding digits, punctuation and
 * substituted letters ('P@ssword-2026!' is 'password').
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  commonPasswords ??= loadCommonPasswords();
  const list = await commonPasswords;
  const lower = password.toLowerCase();
  const stems = [lower, undoSubstitutes(lower)].flatMap((text) => [
    text,
    trimToLetters(text),
    trimToLetters(undoSubstitutes(trimToLetters(text))),
  ]);
  return stems.some((stem) => stem.length >= minStemLength && list.has(stem));
}

const undoSubstitutes = (text: string) =>
  text.replaceAll(/[@4310!$57]/g, (sign) => substitutes[sign] ?? sign);

/** Trims characters that are not letters. */
const trimToLetters = (text: string) => text.replace(/^\P{L}+/u, '').replace(/\P{L}+$/u, '');
