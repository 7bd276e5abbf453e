/** A limit of the merchant API as its caller sees it. */
export interface LimitState {
  name: 'calls' | 'searches' | 'wrong-secrets';
  quota: number;
  remaining: number;
  /** Of a limit by time: its length, and when it begins again. Without them the quota is of calls at the same time. */
  seconds?: { window: number; left: number };
}

/** `RateLimit-Policy` and `RateLimit` of draft-ietf-httpapi-ratelimit-headers, each with one item a limit. */
export function rateLimitHeaders(limits: readonly LimitState[]): Record<string, string> {
  if (limits.length === 0) return {};
  const policies = limits.map(({ name, quota, seconds }) =>
    seconds === undefined
      ? `"${name}";q=${quota};qu="concurrent-requests"`
      : `"${name}";q=${quota};w=${seconds.window}`,
  );
  const states = limits.map(({ name, remaining, seconds }) =>
    seconds === undefined ? `"${name}";r=${remaining}` : `"${name}";r=${remaining};t=${seconds.left}`,
  );
  return { 'ratelimit-policy': policies.join(', '), ratelimit: states.join(', ') };
}
