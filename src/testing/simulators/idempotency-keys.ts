import { createHash } from 'node:crypto';
import type { SimulatedAnswer, SimulatedRequest } from './http-messages.ts';

interface Kept {
  fingerprint: string;
  answer?: SimulatedAnswer;
}

/** How a vendor answers a key that is in use, and which answers it keeps. */
interface KeyRules {
  inProgress(key: string): SimulatedAnswer;
  isKept(answer: SimulatedAnswer): boolean;
  /** The answer to a key that came with another request before; without it, the first answer is repeated. */
  otherRequest?(key: string): SimulatedAnswer;
  /** Added to a repeated answer. */
  replayHeaders?: Record<string, string>;
}

/** Answers of one account by idempotency key. Only a hash of the request is kept, never its card. */
export class IdempotencyKeys {
  readonly #rules: KeyRules;
  readonly #kept = new Map<string, Kept>();
  readonly #reused: string[] = [];

  constructor(rules: KeyRules) {
    this.#rules = rules;
  }

  /** Keys that came again with another request. Vendors differ, so a client must not do that. */
  get reused(): readonly string[] {
    return this.#reused;
  }

  async run(
    key: string,
    request: SimulatedRequest,
    process: () => Promise<SimulatedAnswer>,
  ): Promise<SimulatedAnswer> {
    const fingerprint = createHash('sha256')
      .update(`${request.method} ${request.path}\n${request.body}`)
      .digest('hex');
    const earlier = this.#kept.get(key);
    if (earlier) {
      if (earlier.fingerprint !== fingerprint) {
        this.#reused.push(key);
        if (this.#rules.otherRequest) return this.#rules.otherRequest(key);
      }
      if (!earlier.answer) return this.#rules.inProgress(key);
      return { ...earlier.answer, headers: { ...earlier.answer.headers, ...this.#rules.replayHeaders } };
    }
    const kept: Kept = { fingerprint };
    this.#kept.set(key, kept);
    try {
      const answer = await process();
      if (this.#rules.isKept(answer)) kept.answer = answer;
      else this.#kept.delete(key);
      return answer;
    } catch (error) {
      this.#kept.delete(key);
      throw error;
    }
  }

  /** Keys expire: after 7 days or more at Adyen, 24 hours or more at Stripe. */
  forgetAll(): void {
    this.#kept.clear();
  }
}
