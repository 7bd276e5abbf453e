import { type KeyObject, createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { KeyRing } from '../keys.ts';

const nonceBytes = 12;
const tagBytes = 16;
/** Begins a sealed value that names its generation. An older value begins with its random nonce, and is of generation 1. */
const mark = Buffer.from('\0key');
const headerBytes = mark.length + 4;

/** How sealed values of a generation begin. */
export function sealHeader(generation: number): Buffer {
  const header = Buffer.alloc(headerBytes);
  mark.copy(header);
  header.writeUInt32BE(generation, mark.length);
  return header;
}

/**
 * Encrypts with AES-256-GCM: generation of the key, nonce, tag, text. `context` names the owner, so that a sealed value
 * works in no other row.
 */
export function seal(ring: KeyRing, text: Uint8Array, context: string): Buffer {
  const { generation } = ring;
  return Buffer.concat([sealHeader(generation), sealWith(ring.of(generation), text, context)]);
}

/** Throws for another key, another context or changed bytes. */
export function unseal(ring: KeyRing, sealed: Buffer, context: string): Buffer {
  const { generation, body } = splitSealed(sealed);
  return openWith(ring.of(generation), body, context);
}

/**
 * The same for a value that lives for `lifeMs`: throws too where its key ended longer ago, so that a key which others
 * have is soon useless to them.
 */
export function unsealFresh(
  ring: KeyRing,
  sealed: Buffer,
  context: string,
  { now, lifeMs }: { now: Date; lifeMs: number },
): Buffer {
  if (!ring.isValid(sealedGeneration(sealed), now, lifeMs))
    throw new Error('sealed under a key that has ended');
  return unseal(ring, sealed, context);
}

/** The generation of the key that sealed the value. */
export const sealedGeneration = (sealed: Buffer): number => splitSealed(sealed).generation;

function splitSealed(sealed: Buffer): { generation: number; body: Buffer } {
  if (!sealed.subarray(0, mark.length).equals(mark)) return { generation: 1, body: sealed };
  return { generation: sealed.readUInt32BE(mark.length), body: sealed.subarray(headerBytes) };
}

/** The same under one key: nonce, tag, text. */
export function sealWith(key: KeyObject, text: Uint8Array, context: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(text), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Throws for another key, another context or changed bytes. */
export function openWith(key: KeyObject, sealed: Buffer, context: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]);
}
