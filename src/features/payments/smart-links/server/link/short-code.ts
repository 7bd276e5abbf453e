import { randomBytes } from 'node:crypto';

/** Eleven URL-safe characters of 64 random bits (docs/domain.md#smart-links). */
export const shortCode = (): string => randomBytes(8).toString('base64url');

export const isShortCode = (text: string): boolean => /^[\w-]{11}$/.test(text);
