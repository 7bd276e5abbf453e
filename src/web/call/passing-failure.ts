import { CallFailure } from './call-failure.ts';

/** No response, a busy server or an error of it: a moment later it may be over. What the page itself lacks may come too. */
export function isPassing(failure: unknown): boolean {
  if (!(failure instanceof CallFailure)) return true;
  return failure.status === 0 || failure.status === 429 || failure.status >= 500;
}

/** Milliseconds before another attempt: 3 s, 6 s, 12 s, 24 s, then half a minute. */
export const retryDelay = (attempts: number): number => Math.min(3000 * 2 ** attempts, 30_000);
