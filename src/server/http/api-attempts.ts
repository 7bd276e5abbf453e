import { problems } from '#shared/problem.ts';
import type { Sql } from '#database/connection.ts';
import { addMs, minuteMs } from '../clock.ts';
import type { Services } from '../services.ts';
import { countAttempt, blockAttempts } from '../auth/throttle.ts';

/** Wrong keys in a minute: from one address for one id, from one address, and for one id. */
const limits = { credential: 20, address: 100, key: 300 };
const maxRemembered = 10_000;

/** Whose failures are counted together, and the addresses that stay open to a blocked id. */
interface Credentials {
  name: 'api-key' | 'scim-token';
  isKnownAddress: (sql: Sql, id: string, ip: string) => Promise<boolean>;
}

/**
 * Rate limit for wrong API keys or SCIM tokens. Failures are counted in the database, shared by all gateways. Blocks are cached in
 * memory, so that a valid request needs no query.
 */
export class ApiAttempts {
  readonly #services: Services;
  readonly #credentials: Credentials;
  readonly #blockedUntil = new Map<string, number>();

  constructor(services: Services, credentials: Credentials) {
    this.#services = services;
    this.#credentials = credentials;
  }

  /**
   * Throws 429 while the address or the id is blocked. The address that last used the key stays open to it, so that
   * another's guesses don't stop the merchant.
   */
  async rejectBlocked(ip: string, id: string | undefined): Promise<void> {
    this.#reject(this.#key('address', ip));
    if (id === undefined) return;
    this.#reject(this.#key('credential', `${ip} ${id}`));
    if (this.#secondsLeft(this.#key('id', id)) === 0) return;
    if (!(await this.#credentials.isKnownAddress(this.#services.database, id, ip)))
      this.#reject(this.#key('id', id));
  }

  /** Counts a wrong key, and blocks for a minute at the limit. */
  async countFailure(ip: string, id: string | undefined): Promise<void> {
    await this.#count(this.#key('address', ip), limits.address);
    if (id === undefined) return;
    await this.#count(this.#key('credential', `${ip} ${id}`), limits.credential);
    await this.#count(this.#key('id', id), limits.key);
  }

  #key(kind: string, value: string): string {
    return `${this.#credentials.name}:${kind}:${value}`;
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
