import type { KeyContent } from './schemas.ts';

/** Whether a key can do more after a change: permissions, installations, a later end, or more addresses. */
export function widens(before: KeyContent, after: KeyContent): boolean {
  const adds = <T>(old: readonly T[], next: readonly T[]) => next.some((value) => !old.includes(value));
  if (adds(before.permissions, after.permissions)) return true;
  if (adds(before.installationIds, after.installationIds)) return true;
  if (before.expiresAt !== null) {
    if (after.expiresAt === null || new Date(after.expiresAt) > new Date(before.expiresAt)) return true;
  }
  // Without ranges every address may use the key.
  if (before.ipRanges.length === 0) return false;
  return after.ipRanges.length === 0 || adds(before.ipRanges, after.ipRanges);
}
