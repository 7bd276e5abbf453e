import { problems } from '#shared/problem.ts';
import { addMs, minuteMs } from '../clock.ts';
import type { Services } from '../services.ts';
import { countAttempt, blockAttempts } from '../auth/throttle.ts';

/** Wrong keys in a minute: from one IP address for one API id, and for any API id. */
const limits = { credential: 20, address: 100 };
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

  /** Throws 429 while the IP address is blocked, in general or for this API id. */
  rejectBlocked(ip: string, apiId: string): void {
    const now = this.#services.clock.now().getTime();
    for (const key of [addressKey(ip), credentialKey(ip, apiId)]) {
      const until = this.#blockedUntil.get(key);
      if (until !== undefined && until > now) throw problems.tooManyRequests(Math.ceil((until - now) / 1000));
    }
  }

  /** Counts a wrong key, and blocks for a minute at the limit. */
  async countFailure(ip: string, apiId: string): Promise<void> {
    await this.#count(credentialKey(ip, apiId), limits.credential);
    await this.#count(addressKey(ip), limits.address);
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
