import { problems } from '#shared/problem.ts';
import { addMs, minuteMs } from '../clock.ts';
import { type LimitState, rateLimitHeaders } from './rate-limit-headers.ts';
import type { Services } from '../services.ts';
import { countAttempt, blockAttempts } from '../auth/throttle.ts';

/** Wrong keys in a minute: from one address for one id, from one address, and for one id. */
const limits = { credential: 20, address: 100, key: 300 };
const maxRemembered = 10_000;

/**
 * Rate limit for wrong API keys or SCIM tokens. It is asked only after a secret was found wrong: an old one in a forgotten
 * program never blocks the right one (docs/decisions/0136). Failures are counted in the database, shared by all gateways, and blocks
 * cached in memory.
 */
export class ApiAttempts {
  readonly #services: Services;
  readonly #credentials: 'api-key' | 'scim-token';
  readonly #blockedUntil = new Map<string, number>();

  constructor(services: Services, credentials: 'api-key' | 'scim-token') {
    this.#services = services;
    this.#credentials = credentials;
  }

  /**
   * Counts a wrong secret, and returns headers with what is left of the nearest limit. Throws 429 while its address or its id is
   * blocked, which lasts a minute from the limit on.
   */
  async countFailure(ip: string, id: string | undefined): Promise<Record<string, string>> {
    const counted: [string, number][] = [[this.#key('address', ip), limits.address]];
    if (id !== undefined)
      counted.push(
        [this.#key('credential', `${ip} ${id}`), limits.credential],
        [this.#key('id', id), limits.key],
      );
    for (const [key, limit] of counted) this.#reject(key, limit);
    const states: LimitState[] = [];
    for (const [key, limit] of counted) states.push(toState(limit, limit - (await this.#count(key, limit))));
    const nearest = states.toSorted((left, right) => left.remaining - right.remaining).slice(0, 1);
    return rateLimitHeaders(nearest);
  }

  #key(kind: string, value: string): string {
    return `${this.#credentials}:${kind}:${value}`;
  }

  #reject(key: string, limit: number): void {
    const seconds = this.#secondsLeft(key);
    if (seconds > 0) throw problems.tooManyRequests(seconds, rateLimitHeaders([toState(limit, 0, seconds)]));
  }

  #secondsLeft(key: string): number {
    const until = this.#blockedUntil.get(key) ?? 0;
    return Math.max(0, Math.ceil((until - this.#services.clock.now().getTime()) / 1000));
  }

  async #count(key: string, limit: number): Promise<number> {
    const { database, clock } = this.#services;
    const now = clock.now();
    const attempts = await countAttempt(database, key, minuteMs, now);
    if (attempts < limit) return attempts;
    const until = addMs(now, minuteMs);
    await blockAttempts(database, key, until);
    if (this.#blockedUntil.size >= maxRemembered) this.#blockedUntil.clear();
    this.#blockedUntil.set(key, until.getTime());
    return attempts;
  }
}

/** The window of a count is a minute from its first attempt, so a minute is the longest that is left of it. */
const toState = (quota: number, remaining: number, left = 60): LimitState => ({
  name: 'wrong-secrets',
  quota,
  remaining: Math.max(0, remaining),
  seconds: { window: 60, left },
});
