import { problems } from '#shared/problem.ts';
import { addMs, minuteMs } from '../clock.ts';
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

  /** Counts a wrong secret. Throws 429 while its address or its id is blocked, which lasts a minute from the limit on. */
  async countFailure(ip: string, id: string | undefined): Promise<void> {
    const counted: [string, number][] = [[this.#key('address', ip), limits.address]];
    if (id !== undefined)
      counted.push(
        [this.#key('credential', `${ip} ${id}`), limits.credential],
        [this.#key('id', id), limits.key],
      );
    for (const [key] of counted) this.#reject(key);
    for (const [key, limit] of counted) await this.#count(key, limit);
  }

  #key(kind: string, value: string): string {
    return `${this.#credentials}:${kind}:${value}`;
  }

  #reject(key: string): void {
    const seconds = this.#secondsLeft(key);
    if (seconds > 0) throw problems.tooManyRequests(seconds);
  }

  #secondsLeft(key: string): number {
    const until = this.#blockedUntil.get(key) ?? 0;
    return Math.max(0, Math.ceil((until - this.#services.clock.now().getTime()) / 1000));
  }

  async #count(key: string, limit: number): Promise<void> {
    const { database, clock } = this.#services;
    const now = clock.now();
    if ((await countAttempt(database, key, minuteMs, now)) < limit) return;
    const until = addMs(now, minuteMs);
    await blockAttempts(database, key, until);
    if (this.#blockedUntil.size >= maxRemembered) this.#blockedUntil.clear();
    this.#blockedUntil.set(key, until.getTime());
  }
}
