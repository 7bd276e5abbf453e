import { problems } from '#shared/problem.ts';
import { isKnownAddress } from '../auth/api-caller.ts';
import { addMs, minuteMs } from '../clock.ts';
import type { Services } from '../services.ts';
import { countAttempt, blockAttempts } from '../auth/throttle.ts';

/** Wrong keys in a minute: from one address for one API id, from one address, and for one API id. */
const limits = { credential: 20, address: 100, key: 300 };
const maxRemembered = 10_000;

/**
 * Rate limit for wrong API keys. Failures are counted in the database, shared by all gateways. Blocks are cached in
 * memory, so that a valid request needs no query.
 */
export class ApiAttempts {
  readonly #services: Services;
  readonly #blockedUntil = new Map<string, number>();

  constructor(services: Services) {
    this.#services = services;
  }

  /**
   * Throws 429 while the address or the API id is blocked. The address that last used the key stays open to it, so that
   * another's guesses don't stop the merchant.
   */
  async rejectBlocked(ip: string, apiId: string | undefined): Promise<void> {
    this.#reject(addressKey(ip));
    if (apiId === undefined) return;
    this.#reject(credentialKey(ip, apiId));
    if (this.#secondsLeft(idKey(apiId)) === 0) return;
    if (!(await isKnownAddress(this.#services.database, apiId, ip))) this.#reject(idKey(apiId));
  }

  /** Counts a wrong key, and blocks for a minute at the limit. */
  async countFailure(ip: string, apiId: string | undefined): Promise<void> {
    await this.#count(addressKey(ip), limits.address);
    if (apiId === undefined) return;
    await this.#count(credentialKey(ip, apiId), limits.credential);
    await this.#count(idKey(apiId), limits.key);
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

const addressKey = (ip: string) => `api-key:address:${ip}`;
const credentialKey = (ip: string, apiId: string) => `api-key:credential:${ip} ${apiId}`;
const idKey = (apiId: string) => `api-key:id:${apiId}`;
