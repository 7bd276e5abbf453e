import { randomBytes } from 'node:crypto';

/** Eleven URL-safe signs of eight random bytes: nobody guesses one of 2^64 (docs/domain.md#smart-links). */
export const shortCode = (): string => randomBytes(8).toString('base64url');

export const isShortCode = (text: string): boolean => /^[\w-]{11}$/.test(text);
