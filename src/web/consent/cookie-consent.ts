const key = 'cookiePolicyAccepted';

/** About a year (docs/domain.md#browser-storage). */
export const consentMs = 31_536_000_000;

/** Whether an acceptance stored at `acceptedAt` (milliseconds as text) still counts. */
export function consentHolds(acceptedAt: string | null, now: number): boolean {
  const at = acceptedAt != null && /^\d+$/.test(acceptedAt) ? Number(acceptedAt) : undefined;
  return at != null && at <= now && now - at < consentMs;
}

export function hasConsent(): boolean {
  return consentHolds(localStorage.getItem(key), Date.now());
}

export function saveConsent(): void {
  localStorage.setItem(key, String(Date.now()));
}
